import type { AuditRowView } from '@kenny/contract/web';
import { endOf, isDecided, sentenceOf, storiesOf } from './stories';

let seq = 0;
const row = (changes: Partial<AuditRowView>): AuditRowView => ({
  ...{ id: `row-${(seq += 1)}`, seq, at: '2026-11-21T20:00:00Z', chain: 'chain' },
  ...{ prev_sha256: '0'.repeat(64), sha256: 'a'.repeat(64), kind: 'decision', door: 'http' },
  actor: { kind: 'operator', id: 'anna', name: 'Anna' },
  ...{ agent_id: 'pc1', tool: 'disk_clean', args: { targets: ['temp'] }, ok: true, code: null },
  ...{ duration_ms: null, call_id: 'c', approval_id: 'apr_1', request_id: null, target: null },
  ...changes,
});
const asked = (changes: Partial<AuditRowView> = {}) => row({ target: 'request', ...changes });
const approved = () => row({ target: 'approve' });
const done = () => row({ kind: 'call', target: 'respond' });
const look = (changes: Partial<AuditRowView> = {}) =>
  row({ kind: 'call', tool: 'disk_cleanable', args: {}, approval_id: null, ...changes });
const readBefore = (tool: string) => (tool === 'disk_clean' ? 'disk_cleanable' : undefined);
/** Oldest first, as they happen. */
const told = (...rows: AuditRowView[]) => storiesOf(rows.toReversed(), [], readBefore);

describe('a look at what a request is about', () => {
  it('is part of the story of the request, which it does not tell', () => {
    const [waits, ...none] = told(asked(), look());
    expect(none).toEqual([]);
    expect(waits && sentenceOf(waits)).toMatchObject({ did: 'asked to free up space' });
    expect(waits && endOf(waits).words).toBe('Waiting');
    expect(waits && isDecided(waits)).toBe(false);
    const [story] = told(asked(), look(), approved(), done());
    expect(story?.rows).toHaveLength(4);
    expect(story && sentenceOf(story)).toMatchObject({
      did: 'approved the request to free up space',
    });
    expect(story && endOf(story).words).toBe('Done');
  });

  it('is found where the filter has left the request out', () => {
    const [request, seen] = [asked(), look()];
    const decision = approved();
    expect(storiesOf([decision, seen], [request], readBefore)).toHaveLength(1);
  });

  it.each<[string, AuditRowView[]]>([
    ['before it was asked for', [look(), asked(), approved()]],
    ['after it ran', [asked(), approved(), done(), look()]],
    ['at another PC', [asked(), look({ agent_id: 'pc2' })]],
    ['at something else', [asked(), look({ tool: 'fs_list' })]],
    ['at a part that somebody chose', [asked(), look({ args: { path: '/' } })]],
    ['that failed', [asked(), look({ ok: false, code: 'agent_error' })]],
    ['of a chat', [asked(), look({ door: 'chat', actor: { kind: 'chat', id: 'a', name: 'A' } })]],
  ])('has a line of its own %s', (_, rows) => {
    expect(told(...rows)).toHaveLength(2);
  });
});
