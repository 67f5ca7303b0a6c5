import { CAPS, exportCutIn, type AuditRowView } from '@kenny/contract';
import { canonicalText } from '@kenny/kernel';
import { anEntry, openAuditWorld, type AuditWorld } from '../../test/audit-world.js';
import { tempDirs } from '../../test/temp-dir.js';
import type { OpenDatabase } from '../database/index.js';
import { LONGEST_TEXT } from './audit-args.js';
import { hashOf } from './audit-draft.js';
import { exportText, type ExportFormat } from './audit-export.js';

const tempDir = tempDirs();
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

describe('reading the audit log', () => {
  let world: AuditWorld;
  beforeAll(async () => {
    world = await openAuditWorld(tempDir());
    for (let i = 1; i <= 450; i += 1) {
      world.store.log.record(
        anEntry({
          target: `row ${i}`,
          agent_id: i % 10 === 0 ? null : `pc${i % 3}`,
          kind: i % 10 === 0 ? 'login' : 'call',
          ok: i % 2 === 0,
          code: i % 2 === 0 ? null : 'blocked',
        }),
      );
    }
    await world.store.log.flush();
  });
  afterAll(() => world.close());

  const exported = async (format: ExportFormat, filter = {}) => {
    let text = '';
    for await (const piece of exportText(world.store.reader.after(0, filter), format))
      text += piece;
    return text;
  };

  it('pages through everything, newest first, without a gap or a repeat', async () => {
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await world.store.reader.list({}, { limit: 100, cursor });
      seen.push(...page.items.map(({ seq }) => seq));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(Array.from({ length: 450 }, (_, i) => 450 - i));
  });

  it('filters by what a row says, all at once', async () => {
    const filter = {
      kind: 'call',
      agent_id: 'pc1',
      ok: false,
      code: 'blocked',
      tool: 'fs_list',
    } as const;
    const { items } = await world.store.reader.list(filter, { limit: 200 });
    expect(items.length).toBeGreaterThan(50);
    expect(items.every((row) => row.agent_id === 'pc1' && !row.ok && row.kind === 'call')).toBe(
      true,
    );
  });

  it('shows rows of no other PC, and none about no PC, to those who may not see them', async () => {
    const agents = new Set<string | null>();
    for await (const row of world.store.reader.after(0, { agents: ['pc2'] }))
      agents.add(row.agent_id);
    expect([...agents]).toEqual(['pc2']);
    expect((await world.store.reader.list({ agents: [] })).items).toEqual([]);
  });

  it('refuses a cursor of somebody else’s making', async () => {
    for (const cursor of ['-1', '1 OR 1=1', '1e9', 'x', '9'.repeat(30)]) {
      await expect(world.store.reader.list({}, { cursor })).rejects.toMatchObject({
        code: 'validation',
      });
    }
  });

  it('exports JSON lines that verify by themselves', async () => {
    const rows = (await exported('jsonl'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditRowView);
    expect(rows).toHaveLength(450);
    let before = '0'.repeat(64);
    for (const row of rows) {
      expect(row.prev_sha256).toBe(before);
      expect(hashOf(row)).toBe(row.sha256);
      before = row.sha256;
    }
    expect(canonicalText(rows[0])).toContain('"seq":1');
  });

  it('exports CSV with one line a row and a header', async () => {
    const lines = (await exported('csv', { kind: 'login' })).split('\r\n');
    expect(lines).toHaveLength(45 + 2);
    expect(lines[0]).toMatch(/^"seq","id","at","kind","actor_kind"/);
    expect(lines[1]).toMatch(/^10,"[0-9a-f-]{36}","\d{4}-.*Z","login","operator","anna"/);
  });

  it.each(['jsonl', 'csv'] as const)('says in its last line where a %s was cut', async (format) => {
    const piecesAfter = async (after: number, filter = {}) => {
      let text = '';
      const rows = world.store.reader.after(after, filter);
      for await (const piece of exportText(rows, format, 200)) text += piece;
      return text;
    };
    const head = format === 'csv' ? 1 : 0;
    const parts = [await piecesAfter(0), await piecesAfter(200), await piecesAfter(400)];
    expect(parts.map((part) => exportCutIn(part))).toEqual([
      { rows: 200, after: 200 },
      { rows: 200, after: 400 },
      undefined,
    ]);
    const rows = parts.flatMap((part) =>
      part
        .trim()
        .split(/\r?\n/)
        .slice(head, head + 200),
    );
    expect(rows).toEqual((await exported(format)).trim().split(/\r?\n/).slice(head));
    expect(exportCutIn(await piecesAfter(250))).toBeUndefined();
    expect(exportCutIn(await piecesAfter(0, { agent_id: 'pc1' }))).toBeUndefined();
  });
});

/** Counts what is read of the audit log from now on. */
function rowsRead({ reads }: OpenDatabase): { rows: number } {
  const counted = { rows: 0 };
  const afterLoad = () => void (counted.rows += 1);
  reads.manager.connection.subscribers.push({ afterLoad });
  return counted;
}

describe('a page of rows with long arguments', () => {
  it('ends before one answer grows too large', async () => {
    const world = await openAuditWorld(tempDir());
    const long = 'x'.repeat(LONGEST_TEXT);
    for (let i = 0; i < 60; i += 1) {
      world.store.log.record(anEntry({ args: Object.fromEntries(NAMES.map((n) => [n, long])) }));
    }
    await world.store.log.flush();
    const read = rowsRead(world.database);
    const page = await world.store.reader.list({}, { limit: 200 });
    expect(JSON.stringify(page.items).length).toBeLessThan(CAPS.httpPageBytes * 1.01);
    expect(page.next_cursor).not.toBeNull();
    // What is not shown is not read either: somebody may have filled the audit log on purpose.
    expect(read.rows).toBeLessThanOrEqual(page.items.length + 1);
    const rest = await world.store.reader.list({}, { limit: 200, cursor: page.next_cursor });
    expect([page.items.length + rest.items.length, rest.next_cursor]).toEqual([60, null]);
    await world.close();
  });

  it('is what an export reads in one go', async () => {
    const world = await openAuditWorld(tempDir());
    const long = 'x'.repeat(LONGEST_TEXT);
    for (let i = 0; i < 60; i += 1) {
      world.store.log.record(anEntry({ args: Object.fromEntries(NAMES.map((n) => [n, long])) }));
    }
    await world.store.log.flush();
    const read = rowsRead(world.database);
    const rows = world.store.reader.after(0, {});
    await rows.next();
    expect(read.rows).toBeLessThan(40);
    let seen = 1;
    while (!(await rows.next()).done) seen += 1;
    expect(seen).toBe(60);
    await world.close();
  });
});
