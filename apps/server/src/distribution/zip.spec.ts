import * as fc from 'fast-check';
import { crc32, inflateRawSync } from 'node:zlib';
import { readZipEnd, zip, ZIP_END_BYTES, zipAppendix, type ZipFile } from './zip.js';

/** Reads an archive by its table of contents, as unpackers do, and believes none of its numbers. */
function unzip(archive: Buffer): ZipFile[] {
  const end = readZipEnd(archive.subarray(-ZIP_END_BYTES), archive.length);
  if (!end) throw new Error('not an archive');
  const files: ZipFile[] = [];
  let at = end.tableAt;
  while (at < end.tableAt + end.tableBytes) {
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
  expect(files).toHaveLength(end.files);
  return files;
}

const file = fc.record({
  name: fc.stringMatching(/^[A-Za-z0-9._-]{1,40}$/),
  content: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
});

describe('a ZIP archive', () => {
  it('comes out as it went in, whatever the files hold', () => {
    fc.assert(
      fc.property(fc.array(file, { maxLength: 8 }), (files) => {
        expect(unzip(zip(files))).toEqual(files);
      }),
    );
  });

  it('takes further files without touching what is in it', () => {
    fc.assert(
      fc.property(fc.array(file, { maxLength: 5 }), fc.array(file, { maxLength: 5 }), (a, b) => {
        const archive = zip(a);
        const end = readZipEnd(archive.subarray(-ZIP_END_BYTES), archive.length);
        if (!end) throw new Error('not an archive');
        const table = archive.subarray(end.tableAt, end.tableAt + end.tableBytes);
        const kept = archive.subarray(0, end.tableAt);
        const both = Buffer.concat([kept, zipAppendix(end, table, b)]);
        expect(both.equals(zip([...a, ...b]))).toBe(true);
      }),
    );
  });

  it('compresses what becomes smaller', () => {
    expect(zip([{ name: 'a', content: Buffer.alloc(100_000) }]).length).toBeLessThan(1_000);
  });

  it('is recognised by its last bytes, and nothing else is', () => {
    const archive = zip([{ name: 'a', content: Buffer.from('x') }]);
    const last = archive.subarray(-ZIP_END_BYTES);
    expect(readZipEnd(last, archive.length)).toMatchObject({ files: 1 });
    expect(readZipEnd(last, archive.length + 1)).toBeNull();
    expect(readZipEnd(Buffer.alloc(ZIP_END_BYTES), ZIP_END_BYTES)).toBeNull();
    expect(readZipEnd(Buffer.alloc(3), 3)).toBeNull();
  });

  it.each(['', 'ä', 'a b'])('refuses the name %j', (name) => {
    expect(() => zip([{ name, content: Buffer.alloc(0) }])).toThrow(/not a name/);
  });
});
