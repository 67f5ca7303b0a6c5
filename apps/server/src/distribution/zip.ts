import { crc32, deflateRawSync } from 'node:zlib';

/**
 * The part of the ZIP format (PKWARE's APPNOTE 6.3) that installers need: files that fit into
 * memory, names in ASCII, no times of a disk. The same files give the same bytes.
 */
export interface ZipFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Position of an archive's central directory. */
export interface ZipEnd {
  readonly files: number;
  readonly tableAt: number;
  readonly tableBytes: number;
}

/** Size of the end record of an archive without a comment. */
export const ZIP_END_BYTES = 22;

const SIGNATURES = { file: 0x04034b50, row: 0x02014b50, end: 0x06054b50 } as const;
const NEEDS_VERSION = 20;
const METHODS = { stored: 0, deflated: 8 } as const;
/** The earliest date of the format. */
const EPOCH = { time: 0, date: 0x21 } as const;
const NAME = /^[\x21-\x7e]+$/;

/** A whole archive. */
export function zip(files: readonly ZipFile[]): Buffer {
  return zipAppendix({ files: 0, tableAt: 0, tableBytes: 0 }, Buffer.alloc(0), files);
}

/** @returns null when these are not the last bytes of an archive of `archiveBytes` */
export function readZipEnd(last: Buffer, archiveBytes: number): ZipEnd | null {
  if (last.length !== ZIP_END_BYTES || last.readUInt32LE(0) !== SIGNATURES.end) return null;
  const end = {
    files: last.readUInt16LE(10),
    tableBytes: last.readUInt32LE(12),
    tableAt: last.readUInt32LE(16),
  };
  return end.tableAt + end.tableBytes + ZIP_END_BYTES === archiveBytes ? end : null;
}

/**
 * What an archive holds from its table of contents on, when these files are added to it: whatever
 * was compressed before stays as it is.
 * @param table the old table of contents
 */
export function zipAppendix(end: ZipEnd, table: Buffer, files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const rows = [table];
  let at = end.tableAt;
  for (const file of files) {
    const { head, data, row } = packed(file, at);
    parts.push(head, data);
    rows.push(row);
    at += head.length + data.length;
  }
  const newTable = Buffer.concat(rows);
  return Buffer.concat([...parts, newTable, endOf(end.files + files.length, newTable.length, at)]);
}

function packed({ name, content }: ZipFile, at: number): Record<'head' | 'data' | 'row', Buffer> {
  if (!NAME.test(name)) throw new TypeError(`not a name for an archive: ${JSON.stringify(name)}`);
  const deflated = deflateRawSync(content);
  const smaller = deflated.length < content.length;
  const data = smaller ? deflated : Buffer.from(content);
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(NEEDS_VERSION, 0);
  facts.writeUInt16LE(smaller ? METHODS.deflated : METHODS.stored, 4);
  facts.writeUInt16LE(EPOCH.time, 6);
  facts.writeUInt16LE(EPOCH.date, 8);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(data.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(name.length, 22);
  const fileName = Buffer.from(name, 'latin1');
  const head = Buffer.concat([signature(SIGNATURES.file), facts, fileName]);
  // No comment, disk number or attributes.
  const place = Buffer.alloc(14);
  place.writeUInt32LE(at, 10);
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(NEEDS_VERSION);
  return {
    head,
    data,
    row: Buffer.concat([signature(SIGNATURES.row), madeBy, facts, place, fileName]),
  };
}

function endOf(files: number, tableBytes: number, tableAt: number): Buffer {
  const end = Buffer.alloc(ZIP_END_BYTES);
  end.writeUInt32LE(SIGNATURES.end, 0);
  end.writeUInt16LE(files, 8);
  end.writeUInt16LE(files, 10);
  end.writeUInt32LE(tableBytes, 12);
  end.writeUInt32LE(tableAt, 16);
  return end;
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
