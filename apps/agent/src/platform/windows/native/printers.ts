import type { NativeLibrary } from './library.js';
import { type Block, filledBlock, textBehind } from './memory-layout.js';

export interface NativePrinter {
  name: string;
  /** PRINTER_STATUS_… bits. */
  status: number;
  isOffline: boolean;
  jobs: number;
}

const LOCAL_AND_CONNECTED = 0x2 | 0x4;
const LEVEL = 2;
const WORK_OFFLINE = 0x400;
/** PRINTER_INFO_2W on 64-bit Windows. */
const ENTRY = { size: 136, name: 8, attributes: 104, status: 124, jobs: 128 } as const;

export function readNativePrinters(library: NativeLibrary): NativePrinter[] {
  const list = library
    .load('winspool.drv')
    .func(
      'int __stdcall EnumPrintersW(uint32_t flags, void *name, uint32_t level, void *printers, ' +
        'uint32_t size, void *needed, void *count)',
    );
  const count = Buffer.alloc(4);
  let none = false;
  const block = filledBlock(library, (buffer, size, needed) => {
    const filled = Boolean(list(LOCAL_AND_CONNECTED, null, LEVEL, buffer, size, needed, count));
    // An empty list succeeds at the first call.
    none = filled && buffer === null;
    return filled;
  });
  if (block) return parsePrinters(block, count.readUInt32LE(0));
  if (none) return [];
  throw new Error('the print spooler gave no answer');
}

export function parsePrinters(block: Block, count: number): NativePrinter[] {
  const found: NativePrinter[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = index * ENTRY.size;
    if (at + ENTRY.size > block.bytes.length) break;
    const name = textBehind(block, at + ENTRY.name);
    if (name === undefined) continue;
    found.push({
      name,
      status: block.bytes.readUInt32LE(at + ENTRY.status),
      isOffline: (block.bytes.readUInt32LE(at + ENTRY.attributes) & WORK_OFFLINE) !== 0,
      jobs: block.bytes.readUInt32LE(at + ENTRY.jobs),
    });
  }
  return found;
}
