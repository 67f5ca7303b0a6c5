import * as fc from 'fast-check';
import { unzip } from '@kenny/testing';
import { readZipEnd, zip, ZIP_END_BYTES, zipAppendix } from './zip.js';

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
