import type { AuditRowView } from '@kenny/contract/web';
import fc from 'fast-check';
import { belongs, kindOf, queryOf, rangeOf, RANGES, type AuditFilter } from './audit-filter';

const ALL: AuditFilter = {
  ...{ text: '', actor: '', pc: '', tool: '', kind: null, ok: null, changes: false },
  ...{ range: 'all', from: '', to: '' },
};
const NOW = Date.parse('2026-11-21T20:00:00Z');

function aRow(change: Partial<AuditRowView> = {}): AuditRowView {
  return {
    ...{ id: 'row-1', at: '2026-11-21T20:00:00Z', chain: 'chain', seq: 1 },
    ...{ prev_sha256: '0'.repeat(64), sha256: 'a'.repeat(64), kind: 'call', door: 'http' },
    actor: { kind: 'operator', id: 'anna', name: 'Anna' },
    ...{ agent_id: 'pc1', tool: 'fs_list', args: { path: '/tmp' }, ok: true, code: null },
    ...{ duration_ms: 12, call_id: null, approval_id: null, request_id: null, target: null },
    ...change,
  };
}

describe('the filter of the audit log', () => {
  it('asks for what is chosen, and for nothing else', () => {
    const asked = Object.entries(queryOf(ALL, NOW)).filter(([, value]) => value);
    expect(asked).toEqual([]);
    expect(queryOf({ ...ALL, ok: false, kind: 'call', text: 'x' }, NOW)).toMatchObject({
      ...{ ok: 'false', kind: 'call', text: 'x' },
    });
  });

  it.each(RANGES.filter(({ ms }) => ms !== null))('counts $name back from now', ({ name, ms }) => {
    const { from, to } = queryOf({ ...ALL, range: name, from: 'x', to: 'y' }, NOW);
    expect([Date.parse(String(from)), to]).toEqual([NOW - Number(ms), undefined]);
  });

  it('takes what was asked, decided or ran with an approval for a change, and a read or a login for none', () => {
    const fleet = { nameOf: (id: string) => id };
    const changes = { ...ALL, changes: true };
    expect(queryOf(changes, NOW)).toMatchObject({ changes: 'true' });
    const taken = (row: Partial<AuditRowView>) => belongs(aRow(row), changes, fleet);
    expect(taken({ kind: 'decision', target: 'request' })).toBe(true);
    expect(taken({ kind: 'setting' })).toBe(true);
    expect(taken({ approval_id: 'apr_1' })).toBe(true);
    expect([taken({}), taken({ kind: 'login' }), taken({ kind: 'chat' })]).toEqual([
      ...[false, false, false],
    ]);
  });

  it('has yesterday from midnight to midnight, and takes nothing new into it', () => {
    const noon = new Date(2026, 10, 21, 12).getTime();
    const yesterday = { ...ALL, range: 'yesterday' } as const;
    expect(queryOf(yesterday, noon)).toMatchObject({
      from: new Date(2026, 10, 20).toISOString(),
      to: new Date(2026, 10, 21).toISOString(),
    });
    expect(belongs(aRow(), yesterday, { nameOf: (id) => id })).toBe(false);
  });

  it('takes a span of its own as it is given', () => {
    const span = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
    expect(queryOf({ ...ALL, range: 'custom', ...span }, NOW)).toMatchObject(span);
  });

  it('takes whatever stands in an address for what it knows, or for nothing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(RANGES.map(({ name }) => name)).toContain(rangeOf(text));
        expect([text, null]).toContain(kindOf(text));
      }),
    );
  });
});

describe('a row that comes by itself', () => {
  const fleet = { nameOf: (id: string) => (id === 'pc1' ? 'Mum’s laptop' : id) };

  it('belongs into the list that it would be found in', () => {
    expect(belongs(aRow(), ALL, fleet)).toBe(true);
    expect(belongs(aRow(), { ...ALL, text: '/TMP' }, fleet)).toBe(true);
    expect(belongs(aRow(), { ...ALL, text: 'elsewhere' }, fleet)).toBe(false);
    expect(belongs(aRow(), { ...ALL, ok: false }, fleet)).toBe(false);
    expect(belongs(aRow(), { ...ALL, pc: 'pc2' }, fleet)).toBe(false);
    expect(belongs(aRow({ args: null }), { ...ALL, text: 'anna' }, fleet)).toBe(true);
    expect(belongs(aRow(), { ...ALL, range: 'custom' }, fleet)).toBe(false);
  });

  it.each([
    "Mum's laptop",
    'list a folder',
    'anna USED',
    'Anna used “List a folder” on Mum’s laptop',
  ])('is found by what is read on the page: %s', (text) => {
    expect(belongs(aRow(), { ...ALL, text }, fleet)).toBe(true);
    expect(belongs(aRow({ tool: 'fs_read', agent_id: 'pc2' }), { ...ALL, text }, fleet)).toBe(
      text === 'anna USED',
    );
  });
});
