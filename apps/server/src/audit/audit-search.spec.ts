import { anEntry, openAuditWorld, type AuditWorld } from '../../test/audit-world.js';
import { tempDirs } from '../../test/temp-dir.js';
import { AuditReader, type AuditFilter } from './audit-reader.js';

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

describe('the changes in the audit log', () => {
  it('are what was asked, decided, set or ran with an approval, of this PC if one is named', async () => {
    const world = await openAuditWorld(tempDir());
    try {
      const { log } = world.store;
      const run = { kind: 'call', approval_id: 'apr_1' } as const;
      log.record(anEntry({ kind: 'call' }));
      log.record(anEntry({ kind: 'decision', target: 'request', approval_id: 'apr_1' }));
      log.record(anEntry(run));
      log.record(anEntry({ kind: 'login', target: 'login' }));
      log.record(anEntry({ kind: 'setting', target: 'alerts', agent_id: null }));
      log.record(anEntry({ ...run, agent_id: 'pc2' }));
      await log.flush();
      const reader = new AuditReader(world.database.reads, WINDOW);
      const seqs = async (filter: AuditFilter) =>
        (await reader.list(filter)).items.map(({ seq }) => seq);
      expect(await seqs({ changes: true })).toEqual([6, 5, 3, 2]);
      expect(await seqs({ changes: true, agent_id: 'pc2' })).toEqual([6]);
    } finally {
      await world.close();
    }
  });
});

describe('searching the audit log for what stands on its page', () => {
  let world: AuditWorld;
  const pcs = [
    { id: 'pc1', name: 'Mum’s laptop' },
    { id: 'pc2', name: 'Club office' },
  ];
  const task = { kind: 'task', id: 'tsk_1', name: 'Find out why it is slow' } as const;
  beforeAll(async () => {
    world = await openAuditWorld(tempDir());
    const { log } = world.store;
    const decision = { kind: 'decision', tool: 'disk_clean', args: null } as const;
    const about = { tool: null, agent_id: null, args: null } as const;
    log.record(anEntry({ ...decision, target: 'request', actor: task }));
    log.record(anEntry({ ...decision, target: 'approve' }));
    log.record(anEntry({ agent_id: 'pc2', tool: 'net_dns_flush', ok: false, code: 'agent_error' }));
    log.record(anEntry({ ...about, kind: 'login', target: 'logout' }));
    const made = { action: 'create', scope: 'task', name: 'Slow PC' };
    log.record(anEntry({ ...about, kind: 'token', target: 'tok_1', args: made }));
    const told = { name: '"action":"revoke"' };
    log.record(anEntry({ ...about, kind: 'token', target: 'tok_2', args: told }));
    log.record(anEntry({ ...about, kind: 'policy', target: 'add rule_1' }));
    log.record(anEntry({ ...about, kind: 'agent', target: 'snooze', agent_id: 'pc2' }));
    await log.flush();
  });
  afterAll(() => world.close());

  const found = async (text: string) =>
    (await world.store.reader.list({ text, pcs })).items.map(({ seq }) => seq).reverse();

  it.each<[string, string, number[]]>([
    ['a PC by its name', 'mum’s laptop', [1, 2]],
    ['a PC by its name with a typed apostrophe', "Mum's laptop", [1, 2]],
    ['a tool by its title', 'free up SPACE', [1, 2]],
    ['a tool and a PC', 'clear club', [3]],
    ['a task by its name', 'why it is slow', [1]],
    ['an AI agent', 'an AI agent', [1, 5]],
    ['what somebody decided', 'Anna approved', [2]],
    ['a whole sentence', 'Anna approved the request to free up space on Mum’s laptop', [2]],
    ['what somebody asked for', 'asked to free up space', [1]],
    ['a tool that was used', 'used clear', [3]],
    ['how it ended', 'Agent error', [3]],
    ['what was done besides', 'logged out', [4]],
    ['what was done with two names', 'let the AI agent use PCs', [5]],
    ['what was done to something', 'added a rule', [7]],
    ['what was done on a PC', 'snoozed Club office', [8]],
    ['nothing for a PC with other words', 'snoozed Mum’s laptop', []],
    ['no action that only a name spells', 'revoked the token', []],
  ])('finds %s', async (_, text, seqs) => {
    expect(await found(text)).toEqual(seqs);
  });
});
