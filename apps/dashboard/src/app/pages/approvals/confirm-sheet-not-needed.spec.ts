import { TestBed } from '@angular/core/testing';
import { REMEDIES } from '@kenny/health';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { SheetWorld } from '../../../../test/sheet-world';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { SizesSeen } from '../../core/approvals/sizes-seen';

describe('the confirm sheet of what may not be needed', () => {
  const world = SheetWorld.forEachTest();
  const { element, text, settle, show } = world;
  /** Right beside the buttons. */
  const beside = () => element().querySelector('.decide .heed')?.textContent?.trim();
  const cleanUp = anApproval({ tool: 'disk_clean', args: { targets: ['temp', 'trash'] } });
  const ran = (id: string, seq: number, targets: string[], ended_at: string) =>
    anApproval({ id, seq, tool: 'disk_clean', args: { targets }, state: 'done', ended_at });
  const run = () => world.button(/^\s*Run/)?.className;

  it('urges nobody to run it where nothing is left to delete', async () => {
    await show(cleanUp);
    expect(run()).toContain('unelevated');
    TestBed.inject(SizesSeen).note('pc1', []);
    await settle();
    expect(run()).toContain('outlined');
    expect(beside()).toBe('Nothing is left to delete there.');
  });

  it.each([
    ['the same, in another order', ['trash', 'temp'], /The same ran/],
    ['more of it', ['crash_dumps', 'trash', 'temp'], /A larger clean-up ran/],
  ])('says that it ran, never that it is new as well: %s', async (_what, targets, words) => {
    const since = ran('apr_2', 2, targets, '2026-11-21T20:01:00Z');
    const before = ran('apr_0', 1, ['temp'], '2026-11-20T20:00:00Z');
    world.past = () => Promise.resolve({ items: [since, before], next_cursor: null });
    await show(cleanUp);
    TestBed.inject(ApprovalsStore).know(since);
    await settle();
    expect(text()).toMatch(words);
    expect(beside()).toMatch(words);
    expect(text()).not.toMatch(/(not )?the same as the last run/);
    expect(run()).toContain('outlined');
  });

  describe('as a fix of kenny’s own', () => {
    const fix = REMEDIES.printers?.find(({ os }) => os === 'windows');
    const asked = () => anApproval({ tool: fix?.tool ?? '', args: fix?.args ?? {} });
    const since = '2026-11-20T10:00:00Z';
    const printers = { name: 'printers', status: 'warn', reason: 'It is off', since } as const;
    const meta = { hostname: 'k', os: 'windows', version: '1' } as const;

    beforeEach(() => {
      world.catalog = () => Promise.resolve({ tools: [], thresholds: {}, remedies: REMEDIES });
    });

    it('says so where no check needs it, and leaves it to whoever wants it', async () => {
      world.pc = aPc({ agent_id: 'pc1', meta });
      await show(asked());
      expect(beside()).toBe('No check of this PC needs it at the moment.');
      expect(run()).toContain('unelevated');
    });

    it.each([
      ['a check needs it', { sections: [printers] }],
      ['the PC is away', { online: false }],
      ['the PC has never reported', { received_at: null }],
    ])('says nothing where %s', async (_what, change) => {
      world.pc = aPc({ agent_id: 'pc1', meta, ...change });
      await show(asked());
      expect(beside()).toBeUndefined();
    });
  });
});
