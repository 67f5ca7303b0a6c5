import { closeHandle } from './handles.js';
import type { NativeLibrary, NativeValue } from './library.js';
import { handleOf } from './memory-layout.js';

/** What one device has moved since it came, in bytes: received and sent, or read and written. */
export interface NativeFlow {
  name: string;
  inward: number;
  outward: number;
}

export interface NativeTraffic {
  /** Null: Windows does not say. */
  adapters: NativeFlow[] | null;
  disks: NativeFlow[] | null;
}

export function readNativeTraffic(library: NativeLibrary): NativeTraffic {
  return { adapters: readAdapters(library), disks: readDisks(library) };
}

/** MIB_IF_TABLE2, and the MIB_IF_ROW2 in it on 64-bit Windows. */
const TABLE_HEADER = 8;
const ROW = { size: 1352, luid: 0, flags: 1152, received: 1208, sent: 1280 } as const;
/** InterfaceAndOperStatusFlags: a real adapter, not a filter or a switch that hands on its bytes. */
const HARDWARE = 1;
const FILTER = 2;
/** Windows makes some twenty filters for each adapter. */
const MOST_ROWS = 5_000;

function readAdapters(library: NativeLibrary): NativeFlow[] | null {
  const api = library.load('iphlpapi.dll');
  const ask = api.func('uint32_t __stdcall GetIfTable2(void *table)');
  const free = api.func('void __stdcall FreeMibTable(int64_t table)');
  const place = Buffer.alloc(8);
  if (ask(place) !== 0) return null;
  const table = place.readBigInt64LE();
  if (table === 0n) return null;
  try {
    const count = Buffer.from(library.view(table, 4)).readUInt32LE();
    const length = TABLE_HEADER + Math.min(count, MOST_ROWS) * ROW.size;
    return parseAdapters(Buffer.from(library.view(table, length).slice(0)));
  } finally {
    free(table);
  }
}

/** Names are numbers of Windows that an adapter keeps. */
export function parseAdapters(table: Buffer): NativeFlow[] {
  const flows: NativeFlow[] = [];
  const count = Math.floor((table.length - TABLE_HEADER) / ROW.size);
  for (let index = 0; index < count; index += 1) {
    const row = table.subarray(TABLE_HEADER + index * ROW.size);
    if (((row[ROW.flags] ?? 0) & (HARDWARE | FILTER)) !== HARDWARE) continue;
    flows.push({
      name: row.readBigUInt64LE(ROW.luid).toString(),
      inward: Number(row.readBigUInt64LE(ROW.received)),
      outward: Number(row.readBigUInt64LE(ROW.sent)),
    });
  }
  return flows;
}

const SHARE_READ_WRITE = 3;
const OPEN_EXISTING = 3;
const IOCTL_DISK_PERFORMANCE = 0x7_0020;
/** DISK_PERFORMANCE. */
const PERFORMANCE = { size: 88, read: 0, written: 8 } as const;
/** Windows numbers them from 0, with gaps where one was taken out. */
const MOST_DISKS = 32;

function readDisks(library: NativeLibrary): NativeFlow[] | null {
  const system = library.load('kernel32.dll');
  const open = system.func(
    'int64_t __stdcall CreateFileW(str16 path, uint32_t access, uint32_t share, void *security, ' +
      'uint32_t how, uint32_t flags, void *template)',
  );
  const control = system.func(
    'int __stdcall DeviceIoControl(int64_t device, uint32_t code, void *given, uint32_t givenSize, ' +
      'void *answer, uint32_t size, void *written, void *overlapped)',
  );
  const ask = (handle: NativeValue): Buffer | undefined => {
    const [answer, length] = [Buffer.alloc(PERFORMANCE.size), Buffer.alloc(4)];
    const given = [handle, IOCTL_DISK_PERFORMANCE, null, 0] as const;
    const done = control(...given, answer, answer.length, length, null);
    return done && length.readUInt32LE() >= PERFORMANCE.size ? answer : undefined;
  };
  const flows: NativeFlow[] = [];
  for (let number = 0; number < MOST_DISKS; number += 1) {
    const path = `\\\\.\\PhysicalDrive${number}`;
    // No access is asked for: the counters are everybody's to read.
    const handle = handleOf(open(path, 0, SHARE_READ_WRITE, null, OPEN_EXISTING, 0, null));
    if (handle === undefined) continue;
    try {
      const answer = ask(handle);
      if (answer) flows.push(parsePerformance(number, answer));
    } finally {
      closeHandle(library, handle);
    }
  }
  return flows.length === 0 ? null : flows;
}

export function parsePerformance(number: number, answer: Buffer): NativeFlow {
  return {
    name: String(number),
    inward: Number(answer.readBigUInt64LE(PERFORMANCE.read)),
    outward: Number(answer.readBigUInt64LE(PERFORMANCE.written)),
  };
}
