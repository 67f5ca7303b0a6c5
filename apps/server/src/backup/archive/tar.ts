import { ArchiveFault } from './archive-fault.js';
import { ByteSource } from './byte-source.js';

/** The ustar format, as far as a backup needs it: plain files, in the order they come. */

const BLOCK = 512;
/** Of the name's two fields. */
const NAME = { bytes: 100, prefix: 155 } as const;
const SIZE = { at: 124, width: 12 } as const;
const SUM = { at: 148, width: 8 } as const;
/** What eleven octal digits hold; a larger size is written as GNU's tar does. */
const OCTAL_MOST = 8 ** 11 - 1;

export const TAR_END = Buffer.alloc(2 * BLOCK);

export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** @param at - epoch ms */
export function tarHeader(name: string, size: number, at: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const [prefix, rest] = inTwo(name);
  block.write(rest, 0);
  block.write(prefix, 345);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  writeSize(block, size);
  block.write(octal(Math.floor(at / 1_000), 11), 136);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  block.write(`${octal(sumOf(block), 6)}\0 `, SUM.at);
  return block;
}

export interface TarEntry {
  readonly name: string;
  readonly size: number;
  /** What is not read is skipped. */
  readonly content: AsyncGenerator<Buffer>;
}

/** @throws ArchiveFault for anything that is not such an archive, or ends too early */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = new ByteSource(chunks);
  for (;;) {
    const block = await source.take(BLOCK);
    if (block.every((byte) => byte === 0)) return source.drain();
    const { name, size } = headerOf(block);
    const content = source.stream(size);
    yield { name, size, content };
    for await (const _ of content);
    await source.take(tarPadding(size).length);
  }
}

function headerOf(block: Buffer): { name: string; size: number } {
  const said = Number.parseInt(textOf(block, SUM.at, SUM.width), 8);
  if (said !== sumOf(block)) throw new ArchiveFault('the heading of a part is damaged');
  if (block.toString('latin1', 156, 157) !== '0') throw new ArchiveFault('it holds no plain files');
  const prefix = textOf(block, 345, NAME.prefix);
  const rest = textOf(block, 0, NAME.bytes);
  return { name: prefix === '' ? rest : `${prefix}/${rest}`, size: readSize(block) };
}

/** The sum counts its own field as blanks. */
function sumOf(block: Buffer): number {
  let total = 0;
  for (const [index, byte] of block.entries()) {
    total += index >= SUM.at && index < SUM.at + SUM.width ? 0x20 : byte;
  }
  return total;
}

function writeSize(block: Buffer, size: number): void {
  if (size <= OCTAL_MOST) {
    block.write(octal(size, SIZE.width - 1), SIZE.at);
    return;
  }
  block[SIZE.at] = 0x80;
  block.writeBigUInt64BE(BigInt(size), SIZE.at + SIZE.width - 8);
}

function readSize(block: Buffer): number {
  const size =
    block[SIZE.at] === 0x80
      ? Number(block.readBigUInt64BE(SIZE.at + SIZE.width - 8))
      : Number.parseInt(textOf(block, SIZE.at, SIZE.width), 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new ArchiveFault('a part has no size');
  return size;
}

function inTwo(name: string): [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= NAME.bytes) return ['', name];
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)];
    const fits = Buffer.byteLength(prefix) <= NAME.prefix && Buffer.byteLength(rest) <= NAME.bytes;
    if (fits) return [prefix, rest];
  }
  throw new ArchiveFault(`the name ${name} is too long for an archive`);
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');

const textOf = (block: Buffer, at: number, width: number): string => {
  const field = block.subarray(at, at + width);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? width : end).trim();
};
