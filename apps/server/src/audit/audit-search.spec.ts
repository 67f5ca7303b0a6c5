import { anEntry, openAuditWorld, type AuditWorld } from '../../test/audit-world.js';
import { tempDirs } from '../../test/temp-dir.js';
import { AuditReader } from './audit-reader.js';

const tempDir = tempDirs();
const WINDOW = 40;

describe('searching the audit log for a text', () => {
  let world: AuditWorld;
  let reader: AuditReader;
  beforeAll(async () => {
    world = await openAuditWorld(tempDir());
    const { log } = world.store;
    log.record(anEntry({ target: 'the very first' }));
    log.record(anEntry({ args: { command: 'echo "100 %_~"' } }));
    log.record(anEntry({ actor: { kind: 'operator', id: 'bea', name: 'Bea Brown' } }));
    for (let i = 0; i < 97; i += 1) log.record(anEntry({ target: `row ${i}` }));
    await log.flush();
    reader = new AuditReader(world.database.reads, WINDOW);
  });
  afterAll(() => world.close());

  async function found(text: string, more = {}): Promise<number[]> {
    const seqs: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await reader.list({ text, ...more }, { cursor, limit: 10 });
      seqs.push(...page.items.map(({ seq }) => seq));
      cursor = page.next_cursor;
    } while (cursor !== null);
    return seqs;
  }

  it('finds it in arguments, names and what was acted on, in either case', async () => {
    expect(await found('BEA br')).toEqual([3]);
    expect(await found('Very First')).toEqual([1]);
    expect(await found('/TMP')).toHaveLength(99);
    expect(await found('nowhere')).toEqual([]);
  });

  it('takes every character for itself', async () => {
    expect(await found('"100 %_~"')).toEqual([2]);
    expect(await found('1_0')).toEqual([]);
    expect(await found('%')).toEqual([2]);
    expect(await found("' OR 1=1 --")).toEqual([]);
  });

  it('looks through so many rows for one page, and says where to go on', async () => {
    const first = await reader.list({ text: 'very first' });
    expect(first).toEqual({ items: [], next_cursor: String(100 - WINDOW + 1) });
    const last = await reader.list({ text: 'very first' }, { cursor: String(WINDOW) });
    expect(last.items.map(({ seq }) => seq)).toEqual([1]);
    expect(last.next_cursor).toBeNull();
  });

  it('goes together with the other filters, also in an export', async () => {
    expect(await found('row', { ok: false })).toEqual([]);
    const seqs: number[] = [];
    for await (const { seq } of reader.after(0, { text: 'row 9' })) seqs.push(seq);
    expect(seqs).toEqual([13, 94, 95, 96, 97, 98, 99, 100]);
  });
});
