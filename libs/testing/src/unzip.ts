import { crc32, inflateRawSync } from 'node:zlib';

/** A file that was in an archive. */
export interface Unzipped {
  readonly name: string;
  readonly content: Buffer;
}

const END_BYTES = 22;
const ROW_BYTES = 46;
const HEAD_BYTES = 30;
const DEFLATED = 8;

/**
 * Reads a ZIP archive by its table of contents, as unpackers do, and holds every number in it against
 * what is really there.
 * @throws Error that says which number is wrong
 */
export function unzip(archive: Buffer): Unzipped[] {
  const end = archive.subarray(-END_BYTES);
  mustBe('the end', end.readUInt32LE(0), 0x06054b50);
  const files: Unzipped[] = [];
  const tableEnd = end.readUInt32LE(16) + end.readUInt32LE(12);
  let at = end.readUInt32LE(16);
  while (at < tableEnd) {
    mustBe('a row', archive.readUInt32LE(at), 0x02014b50);
    const nameLength = archive.readUInt16LE(at + 28);
    files.push(fileOf(archive, at, nameLength));
    at += ROW_BYTES + nameLength;
  }
  mustBe('the number of files', files.length, end.readUInt16LE(10));
  return files;
}

function fileOf(archive: Buffer, row: number, nameLength: number): Unzipped {
  const name = archive.toString('latin1', row + ROW_BYTES, row + ROW_BYTES + nameLength);
  const head = archive.readUInt32LE(row + 42);
  mustBe(`the head of ${name}`, archive.readUInt32LE(head), 0x04034b50);
  const from = head + HEAD_BYTES + nameLength;
  mustBe('its name', archive.toString('latin1', head + HEAD_BYTES, from), name);
  const data = archive.subarray(from, from + archive.readUInt32LE(row + 20));
  const content =
    archive.readUInt16LE(row + 10) === DEFLATED ? inflateRawSync(data) : Buffer.from(data);
  mustBe(`the size of ${name}`, content.length, archive.readUInt32LE(row + 24));
  mustBe(`the checksum of ${name}`, crc32(content), archive.readUInt32LE(row + 16));
  return { name, content };
}

function mustBe(what: string, found: number | string, wanted: number | string): void {
  if (found !== wanted) throw new Error(`${what} is ${found} and not ${wanted}`);
}
