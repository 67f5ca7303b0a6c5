import { Router } from '@angular/router';
import { TestBed } from '@angular/core/testing';
import { anApproval } from '../../../../test/an-approval';
import { PcPageWorld } from '../../../../test/pc-page-world';
import { spanWords } from './pc-span';

const BETWEEN = '2026-11-21T14:02:00Z/2026-11-21T15:10:00Z';
const ASKED = { from: '2026-11-21T14:02:00.000Z', to: '2026-11-21T15:10:00.000Z' };

describe('what happened on a PC between two moments', () => {
  const world = PcPageWorld.forEachTest();
  const { element, button, settle, open } = world;
  const panel = () => element().querySelector('kenny-pc-span');
  const listed = (label: string) =>
    (panel()?.querySelector(`[aria-label="${label}"]`)?.textContent ?? '').replace(/\s+/g, ' ');

  beforeEach(() => {
    const change = { at: ASKED.from, after: ASKED.from, from: '1', to: '2' };
    world.changes = [
      { ...change, section: 'memory', what: 'slots' },
      { ...change, section: 'os_support', what: 'build' },
    ];
    world.audited = [
      {
        ...{ id: 'a1', at: ASKED.from, kind: 'call', tool: 'net_dns_flush', agent_id: 'pc1' },
        ...{ args: {}, ok: true, code: null, duration_ms: 20, door: 'http' },
        approval_id: null,
        actor: { kind: 'operator', id: 'anna', name: 'Anna' },
      },
      {
        ...{ id: 'a2', at: ASKED.from, kind: 'call', tool: 'disk_clean', agent_id: 'pc1' },
        ...{ args: { targets: ['temp', 'trash'] }, ok: true, code: null, duration_ms: 20 },
        ...{ door: 'system', actor: { kind: 'system', id: 'kenny', name: 'kenny' } },
        approval_id: 'apr_ran',
      },
    ];
  });

  it('is asked of the server for that time, and told apart', async () => {
    await open({ between: BETWEEN });
    expect(world.asked).toEqual([
      ['changes', 'pc1', ASKED],
      ['audit', { agent_id: 'pc1', kind: 'call', ...ASKED, limit: 100 }],
    ]);
    expect(listed('What was updated')).toContain('build');
    expect(listed('What changed')).toContain('slots');
    expect(listed('What changed')).not.toContain('build');
    expect(listed('What ran')).toMatch(/Clear the DNS cache.*Anna/);
    expect(listed('What ran')).toContain('Temporary files, Trash or Recycle Bin');
  });

  it('names who asked for what ran, not kenny, which sent it', async () => {
    const { requested_by } = anApproval();
    const chat = { ...requested_by, kind: 'chat', name: 'Anna' } as const;
    await open({ between: BETWEEN });
    expect(listed('What ran')).toContain('asked for and approved');
    world.approvals.set(new Map([['apr_ran', anApproval({ id: 'apr_ran', requested_by: chat })]]));
    await settle();
    expect(listed('What ran')).toMatch(/Recycle Bin\s*Claude for Anna asked/);
    expect(listed('What ran')).not.toContain('kenny');
  });

  it('is closed by taking it out of the address', async () => {
    await open({ between: BETWEEN });
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    button(/^Clear$/)?.click();
    await settle();
    expect(navigate).toHaveBeenCalledWith([], {
      ...{ queryParams: { between: null }, queryParamsHandling: 'merge', replaceUrl: true },
    });
  });

  it('is changed in its fields, never to an end before its beginning', async () => {
    await open({ between: BETWEEN });
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    const [from] = [...(panel()?.querySelectorAll('input') ?? [])];
    if (!from) throw new Error('there is no field');
    from.value = '2031-01-01T00:00';
    from.dispatchEvent(new Event('change'));
    await settle();
    expect(navigate).not.toHaveBeenCalled();
    from.value = '2026-11-20T00:00';
    from.dispatchEvent(new Event('change'));
    await settle();
    const between = `${new Date('2026-11-20T00:00').toISOString()}/${ASKED.to}`;
    expect(navigate.mock.calls[0]?.[1]).toMatchObject({ queryParams: { between } });
  });

  it.each(['x', '', `${BETWEEN}/`, '2026-11-21T15:00:00Z/2026-11-21T14:00:00Z', 'a/b'])(
    'is not shown for an address that says %j',
    async (between) => {
      await open({ between });
      expect(panel()).toBeNull();
    },
  );

  it('has the day in its title, and both days where they are two', () => {
    const at = (text: string) => new Date(text).getTime();
    const [from, to] = [at('2026-11-21T14:02'), at('2026-11-21T15:10')];
    expect(spanWords({ from, to })).toBe('Between 14:02 and 15:10, 21 Nov');
    expect(spanWords({ from, to: at('2026-11-22T01:00') })).toBe(
      'Between 21 Nov, 14:02 and 22 Nov, 01:00',
    );
  });
});
