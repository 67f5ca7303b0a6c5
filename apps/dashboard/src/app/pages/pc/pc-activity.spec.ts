import { anApproval } from '../../../../test/an-approval';
import { PcPageWorld } from '../../../../test/pc-page-world';

const ran = (at: string, id: string, more = {}) => ({
  ...{ id, at, kind: 'call', tool: 'net_dns_flush', agent_id: 'pc1', args: {}, ok: true },
  ...{ code: null, duration_ms: 20, door: 'http', approval_id: null },
  ...{ actor: { kind: 'operator', id: 'anna', name: 'Anna' }, ...more },
});

describe('what was done on a PC', () => {
  const world = PcPageWorld.forEachTest();
  const { element, open } = world;
  const rowsOf = (label: string) =>
    [...element().querySelectorAll(`[aria-label="${label}"] li`)].map(({ textContent }) =>
      textContent.replaceAll(/\s+/g, ' ').trim(),
    );

  beforeEach(() => {
    world.audited = [
      ran('2026-11-21T15:00:00.000Z', 'a2', { approval_id: 'apr_ran', ok: false, code: 'timeout' }),
      ran('2026-11-21T13:00:00.000Z', 'a1'),
    ];
    const of = (id: string, more: object) =>
      [id, anApproval({ id, agent_id: 'pc1', ...more })] as const;
    const ended_at = '2026-11-21T14:00:00.000Z';
    world.approvals.set(
      new Map([
        of('apr_waits', {}),
        of('apr_denied', { state: 'denied', ended_at }),
        of('apr_ran', {
          ...{ state: 'failed', ended_at, sent_at: ended_at },
          requested_by: {
            kind: 'operator',
            id: 'ben',
            name: 'Ben',
            session_id: null,
            turn_id: null,
          },
          decisions: [
            {
              by: { kind: 'operator', id: 'anna', name: 'Anna' },
              ...{ decision: 'approve', at: ended_at, reason: null },
            },
          ],
        }),
        of('apr_other', { state: 'denied', ended_at, agent_id: 'pc2' }),
      ]),
    );
  });

  it('is one list: what waits above, what ran and what was refused in the order of time', async () => {
    await open({ part: 'activity' });
    expect(rowsOf('Requests that have not ended')).toEqual([expect.stringMatching(/Waiting/)]);
    expect(rowsOf('Activity on this PC')).toEqual([
      expect.stringMatching(/Clear the DNS cache.*Ben.*asked, Anna approved.*No answer in time/),
      expect.stringMatching(/asked for it.*Denied/),
      expect.stringMatching(/Clear the DNS cache.*Anna.*Done/),
    ]);
  });

  it('names the person alone where the door is not known', async () => {
    world.audited.push(ran('2026-11-21T12:00:00.000Z', 'a0', { door: 'mcp' }));
    await open({ part: 'activity' });
    const [known, unknown] = rowsOf('Activity on this PC').reverse();
    expect(known).toContain('Anna over MCP');
    expect(unknown).not.toMatch(/dashboard|program/);
  });

  it('has one row for what was read or asked for again and again, with how often', async () => {
    const no = { ok: false, code: 'denied', tool: 'shell_exec' };
    world.audited = [
      ran('2026-11-21T15:09:00.000Z', 'd2', no),
      ran('2026-11-21T15:08:00.000Z', 'd1', no),
      ...['a3', 'a2', 'a1'].map((id) => ran('2026-11-21T15:00:00.000Z', id)),
    ];
    await open({ part: 'activity' });
    expect(rowsOf('Activity on this PC').slice(0, 2)).toEqual([
      expect.stringMatching(/Anna Already denied\s*2 times since \d\d:08/),
      expect.stringMatching(/Clear the DNS cache.*Done\s*3 times since \d\d:00/),
    ]);
  });

  it('says how long a run took where that was long', async () => {
    world.audited = [ran('2026-11-21T15:00:00.000Z', 'a2', { duration_ms: 2500, args: { a: 1 } })];
    world.audited.push(ran('2026-11-21T13:00:00.000Z', 'a1'));
    await open({ part: 'activity' });
    const [long, short] = rowsOf('Activity on this PC').slice(0, 2);
    expect([long, short]).toEqual([
      expect.stringMatching(/2\.5 s$/),
      expect.not.stringMatching(/ms/),
    ]);
  });

  it('shows changes only, where somebody wants that', async () => {
    await open({ part: 'activity' });
    const toggle = element().querySelector<HTMLElement>(
      'kenny-pc-activity mat-slide-toggle button',
    );
    toggle?.click();
    await world.settle();
    expect(rowsOf('Activity on this PC')).toEqual([
      expect.stringMatching(/Ben.*asked, Anna approved/),
      expect.stringMatching(/Denied/),
    ]);
  });

  it('leads from what was asked for to its request', async () => {
    await open({ part: 'activity' });
    const links = [...element().querySelectorAll('kenny-pc-activity a')].map((link) =>
      link.getAttribute('href'),
    );
    expect(links).toEqual(['/approvals/apr_waits', '/approvals/apr_ran', '/approvals/apr_denied']);
  });
});
