import { createHash } from 'node:crypto';
import { canonicalText } from '@kenny/kernel';
import fc from 'fast-check';
import { anEntry } from '../../test/audit-world.js';
import { draftOf, GENESIS, hashOf, link } from './audit-draft.js';

describe('the hash of an audit row', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });

  it('is over the RFC 8785 text of all other fields, whatever they hold', () => {
    fc.assert(
      fc.property(
        fc.dictionary(text, fc.jsonValue(), { noNullPrototype: true }),
        fc.option(text),
        text,
        fc.integer({ min: 0 }),
        (args, target, name, seq) => {
          const actor = { kind: 'operator', id: 'anna', name } as const;
          const draft = draftOf(anEntry({ args, target, actor }), 1_000);
          const { row } = link(draft, { chain: 'c', seq, prev_sha256: GENESIS });
          const { sha256, ...rest } = row;
          expect(createHash('sha256').update(canonicalText(rest)).digest('hex')).toBe(sha256);
          expect(hashOf(JSON.parse(JSON.stringify(row)) as typeof row)).toBe(sha256);
        },
      ),
    );
  });

  it('gives rows ids that are unique and stand in the order of their time', () => {
    const ids = Array.from({ length: 100 }, (_, i) => draftOf(anEntry(), 1_000 + i).id);
    expect(new Set(ids).size).toBe(100);
    expect([...ids].sort()).toEqual(ids);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
