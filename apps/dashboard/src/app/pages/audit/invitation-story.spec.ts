import type { AuditRowView } from '@kenny/contract/web';
import { sentenceOf, storiesOf } from './stories';

let seq = 0;
const act = (target: string, args: AuditRowView['args']): AuditRowView => ({
  ...{ id: `row-${(seq += 1)}`, seq, at: '2026-11-21T20:00:00Z', chain: 'chain' },
  ...{ prev_sha256: '0'.repeat(64), sha256: 'a'.repeat(64), kind: 'token', door: 'http' },
  actor: { kind: 'operator', id: 'anna', name: 'Anna' },
  ...{ agent_id: null, tool: null, ok: true, code: null, duration_ms: null },
  ...{ call_id: null, approval_id: null, request_id: null, target, args },
});
const made = (id: string) =>
  act(id, { action: 'create', name: 'Invited', operator: { id: 'ben', name: 'Ben' } });
const link = (id: string) => act(id, { action: 'invite', operator: 'ben' });

describe('a story of an invitation', () => {
  it('is one act, which names who was invited', () => {
    const [invited, ...none] = storiesOf([made('tok_1'), link('tok_1')].reverse());
    expect(none).toEqual([]);
    expect(invited && sentenceOf(invited)).toMatchObject({
      ...{ who: 'Anna', did: 'invited', named: 'Ben' },
    });
  });

  it('has no other link for the same person in it, and no token of somebody else', () => {
    const rows = [made('tok_1'), link('tok_1'), link('tok_1'), made('tok_2'), link('tok_1')];
    expect(storiesOf(rows.reverse()).map((story) => story.rows.length)).toEqual([1, 1, 1, 2]);
  });
});
