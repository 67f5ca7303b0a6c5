import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { ALIGN, encodeRecord, scan, sizeOf } from './spool-format.js';

const SIZE = 16 * 1024;
const payloads = fc.array(
  fc.string({ maxLength: 300, unit: 'binary' }).map((text) => JSON.stringify({ text })),
  { maxLength: 20 },
);

/** A file as it lies there: noise or what an earlier generation left, then this one. */
function fileWith(rows: readonly string[], generation = 2, before: readonly string[] = []): Buffer {
  const file = randomBytes(SIZE);
  put(file, before, 1);
  put(file, rows, generation);
  return file;
}

function put(file: Buffer, rows: readonly string[], generation: number): number[] {
  const ends: number[] = [];
  let at = 0;
  rows.forEach((row, index) => {
    const record = encodeRecord({ generation, index, payload: Buffer.from(row) });
    record.copy(file, at);
    at += record.length;
    ends.push(at);
  });
  return ends;
}

const found = (file: Buffer) => scan(file).records.map(({ payload }) => payload.toString());

describe('the format of the spool', () => {
  it('gives back what was written, whatever lay there before', () => {
    fc.assert(
      fc.property(payloads, payloads, (rows, before) => {
        const file = fileWith(rows, 2, before);
        expect(found(file)).toEqual(rows.length > 0 ? rows : before);
      }),
    );
  });

  it('loses no whole record when the power goes at any byte', () => {
    fc.assert(
      fc.property(payloads, payloads, fc.nat(SIZE), (rows, before, cut) => {
        const old = randomBytes(SIZE);
        put(old, before, 1);
        const whole = Buffer.from(old);
        const ends = put(whole, rows, 2);
        const torn = Buffer.concat([whole.subarray(0, cut), old.subarray(cut)]);
        const sure = ends.filter((end) => end <= cut).length;
        const { generation } = scan(torn);
        if (sure === 0) return;
        expect(generation).toBe(2);
        // The last one may be whole without its padding.
        expect([rows.slice(0, sure), rows.slice(0, sure + 1)]).toContainEqual(found(torn));
      }),
    );
  });

  it('loses only the records that rubbish hits', () => {
    fc.assert(
      fc.property(
        payloads,
        fc.nat(SIZE - 1),
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        (rows, at, rubbish) => {
          const file = randomBytes(SIZE);
          const ends = put(file, rows, 2);
          file.set(rubbish.subarray(0, SIZE - at), at);
          const untouched = rows.filter((_, row) => {
            const end = ends[row] ?? 0;
            return (
              end <= at || end - sizeOf(Buffer.byteLength(rows[row] ?? '')) >= at + rubbish.length
            );
          });
          expect(found(file)).toEqual(expect.arrayContaining(untouched));
          expect(rows).toEqual(expect.arrayContaining(found(file)));
        },
      ),
    );
  });

  it('takes no payload for a record: one that spells out another stays text', () => {
    const inner = encodeRecord({ generation: 9, index: 0, payload: Buffer.from('{}') });
    const outer = JSON.stringify({ args: 'x'.repeat(ALIGN - 41) + inner.toString('latin1') });
    const file = fileWith([outer]);
    file[20] = (file[20] ?? 0) ^ 1;
    expect(found(file)).toEqual([]);
  });

  it('ends where the last record does, so that the next one follows it', () => {
    const rows = ['{"a":1}', '{"b":2}'];
    expect(scan(fileWith(rows)).end).toBe(2 * ALIGN);
    expect(scan(randomBytes(SIZE))).toEqual({ generation: 0, records: [], end: 0 });
  });
});
