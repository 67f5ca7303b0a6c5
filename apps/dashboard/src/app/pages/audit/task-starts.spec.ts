import type { AuditRowView } from '@kenny/contract/web';
import { actOf, endOf, sentenceOf, storiesOf } from './stories';

let seq = 0;
const act = (second: number, changes: Partial<AuditRowView>): AuditRowView => ({
  ...{ id: `row-${(seq += 1)}`, seq, chain: 'chain', kind: 'task', door: 'http', target: 't1' },
  ...{ prev_sha256: '0'.repeat(64), sha256: 'a'.repeat(64), agent_id: null, tool: null },
  at: new Date(Date.UTC(2026, 10, 21, 20, 0, second)).toISOString(),
  actor: { kind: 'operator', id: 'anna', name: 'Anna' },
  ...{ args: null, ok: true, code: null, duration_ms: null, call_id: null },
  ...{ approval_id: null, request_id: null, ...changes },
});
const kenny = { kind: 'system', id: 'kenny', name: 'kenny' } as const;
const ben = { kind: 'operator', id: 'ben', name: 'Ben' } as const;
const created = (second = 0, target = 't1') =>
  act(second, { target, args: { action: 'create', title: 'Slow PC' } });
const started = (second = 1, changes: Partial<AuditRowView> = {}) =>
  act(second, { args: { action: 'start', priority: 0 }, ...changes });
const access = (second = 2, task_id = 't1') =>
  act(second, {
    ...{ kind: 'token', door: 'task', actor: kenny, target: 'tok_1' },
    args: { action: 'create', scope: 'task', task_id, name: 'Slow PC' },
  });
/** Oldest first, as they happen. */
const told = (...rows: AuditRowView[]) =>
  storiesOf(rows.toReversed()).map((story) => {
    const { who, did, named } = sentenceOf(story) ?? {};
    return `${who} ${did}${typeof named === 'string' ? ` “${named}”` : ''}`;
  });

describe('the story of a task that begins', () => {
  it('is one, told by whoever created it, at that time', () => {
    const rows = [created(), started(), access()];
    expect(told(...rows)).toEqual(['Anna created and started the task “Slow PC”']);
    const [story, ...none] = storiesOf(rows.toReversed());
    expect(none).toEqual([]);
    expect(story && actOf(story)).toBe(rows[0]);
    expect(story?.rows).toHaveLength(3);
    expect(story && endOf(story)).toEqual({ mood: 'ok', words: 'OK' });
  });

  it('names the task also where it was created long before', () => {
    expect(told(created(), started(3_600), access(3_601))).toEqual([
      'Anna started the task “Slow PC”',
      'Anna created the task “Slow PC”',
    ]);
  });

  it('is that of its own task, however the rows of several are mixed', () => {
    const rows = [created(), created(1, 't2'), started()];
    rows.push(started(2, { target: 't2' }), access(3, 't2'), access(4));
    expect(told(...rows)).toEqual(Array(2).fill('Anna created and started the task “Slow PC”'));
  });

  it('does not say that somebody started what somebody else did', () => {
    expect(told(created(), started(1, { actor: ben }))).toEqual([
      'Ben started a task',
      'Anna created the task “Slow PC”',
    ]);
  });

  it('has no other deed in it, and nothing that was refused', () => {
    const edited = act(1, { args: { action: 'update' } });
    expect(told(created(), edited, started(2))).toHaveLength(3);
    expect(told(created(), started(1, { ok: false, code: 'conflict' }))).toHaveLength(2);
  });

  it('stays the same one when it goes on', () => {
    const rows = [created(), started(), access()];
    const keys = [2, 3].map((count) => storiesOf(rows.slice(0, count).toReversed())[0]?.key);
    expect(keys).toEqual([rows[0]?.id, rows[0]?.id]);
  });
});
