import { crc32, inflateRawSync } from 'node:zlib';

export interface Unzipped {
  readonly name: string;
  readonly content: Buffer;
}

/** Reads an archive by its table of contents, as unpackers do, and believes none of its numbers. */
export function unzip(archive: Buffer): Unzipped[] {
  const last = archive.subarray(-22);
  expect(last.readUInt32LE(0)).toBe(0x06054b50);
  const [count, tableBytes, tableAt] = [
    last.readUInt16LE(10),
    last.readUInt32LE(12),
    last.readUInt32LE(16),
  ];
  const files: Unzipped[] = [];
  let at = tableAt;
  while (at < tableAt + tableBytes) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const [method, crc, packed, size, nameLength] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 24),
      archive.readUInt16LE(at + 28),
    ];
    const name = archive.toString('latin1', at + 46, at + 46 + nameLength);
    const head = archive.readUInt32LE(at + 42);
    expect(archive.readUInt32LE(head)).toBe(0x04034b50);
    expect(archive.toString('latin1', head + 30, head + 30 + nameLength)).toBe(name);
    const data = archive.subarray(head + 30 + nameLength, head + 30 + nameLength + packed);
    const content = method === 8 ? inflateRawSync(data) : Buffer.from(data);
    expect([content.length, crc32(content)]).toEqual([size, crc]);
    files.push({ name, content });
    at += 46 + nameLength;
  }
  expect(files).toHaveLength(count);
  return files;
}
