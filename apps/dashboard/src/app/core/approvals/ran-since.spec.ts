import { anApproval } from '../../../../test/an-approval';
import { doneSince } from './ran-since';

describe('a request that waits', () => {
  const [before, asked, after] = [
    '2026-06-04T11:59:00.000Z',
    '2026-06-04T12:00:00.000Z',
    '2026-06-04T12:01:00.000Z',
  ];
  const clean = (targets: string[], more = {}) =>
    anApproval({ tool: 'disk_clean', args: { targets }, requested_at: asked, ...more });
  const done = (targets: string[], more = {}) =>
    clean(targets, { id: 'other', state: 'done', ended_at: after, ...more });

  it('is done by another one that emptied no fewer places since', () => {
    const waiting = clean(['temp']);
    const more = done(['temp', 'trash']);
    expect(doneSince(waiting, [waiting, done(['trash']), more])).toEqual({
      run: more,
      same: false,
    });
    const same = done(['trash', 'temp']);
    const both = clean(['temp', 'trash']);
    expect(doneSince(both, [done(['temp', 'trash', 'crash_dumps']), same])).toEqual({
      ...{ run: same, same: true },
    });
    const others = [
      done(['trash']),
      done(['temp'], { ended_at: before }),
      done(['temp'], { state: 'failed' }),
      done(['temp'], { agent_uid: 'uid-2' }),
      done(['temp'], { tool: 'fs_delete' }),
    ];
    expect(doneSince(waiting, others)).toBeUndefined();
  });

  it('is done by what was sent before and ended since, as the server says', () => {
    const ran = done(['temp'], { sent_at: before });
    expect(doneSince(clean(['temp']), [ran])).toEqual({ run: ran, same: true });
    const sent = done(['temp'], { sent_at: asked, ended_at: asked });
    expect(doneSince(clean(['temp']), [sent])).toBeUndefined();
  });

  it('is done by the same call to the letter where it is no clean-up', () => {
    const script = (text: string) => anApproval({ args: { script: text }, requested_at: asked });
    const ran = { ...script('a'), id: 'other', state: 'done', ended_at: after } as const;
    expect(doneSince(script('a'), [ran])).toEqual({ run: ran, same: true });
    expect(doneSince(script('a '), [ran])).toBeUndefined();
  });
});
