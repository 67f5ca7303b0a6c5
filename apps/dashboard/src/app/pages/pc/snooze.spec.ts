import type { SectionHealth } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { HOSTILE, PcPageWorld, refusal, section } from '../../../../test/pc-page-world';

const DAY_MS = 86_400_000;
const UNTIL = '2031-01-31T12:00:00.000Z';
const SNOOZED: SectionHealth = {
  ...section('disk', 'crit', 'C: is 96 % full'),
  snoozed: { until: UNTIL, reason: HOSTILE, by: 'Anna' },
};

describe('snoozing what is wrong with a PC', () => {
  const world = PcPageWorld.forEachTest();
  const { element, text, button, settle, open } = world;
  const form = () => element().querySelector('kenny-snooze-form form');
  const save = async () => {
    form()?.dispatchEvent(new Event('submit', { cancelable: true }));
    await settle();
  };
  const write = async (words: string) => {
    const field = form()?.querySelector('input');
    if (!field) throw new Error('there is no field');
    field.value = words;
    field.dispatchEvent(new Event('input'));
    await settle();
  };

  it('asks how long and why, and sends nothing without a reason', async () => {
    await open();
    button(/Snooze… Disk/)?.click();
    await settle();
    await save();
    expect(world.snoozes).toEqual([]);
    await write(' new drive is ordered ');
    await save();
    const until = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 16);
    expect(world.snoozes).toEqual([
      [
        'pc1',
        'disk',
        { until: expect.stringContaining(until) as string, reason: 'new drive is ordered' },
      ],
    ]);
    expect(form()).toBeNull();
  });

  it('keeps what was written when it is refused', async () => {
    world.snooze = () => Promise.reject(refusal('conflict'));
    await open();
    button(/Snooze… Disk/)?.click();
    await settle();
    await write('new drive is ordered');
    await save();
    expect(form()?.textContent).toContain('it is conflict');
    expect(form()?.querySelector('input')?.value).toBe('new drive is ordered');
  });

  it('takes it out of what needs attention, and says by whom, why and until when', async () => {
    const pc = aPc({
      sections: [SNOOZED, section('reboot_pending', 'warn', 'A restart is pending')],
    });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    await open();
    expect(element().querySelectorAll('kenny-section-card')).toHaveLength(1);
    expect(text()).toContain('1 of 2 checks needs attention');
    const listed = element().querySelector('[aria-label="Snoozed checks"]');
    expect(listed?.textContent).toMatch(/C: is 96 % full.*snoozed by\s+Anna\s+· ends\s/s);
    expect(listed?.textContent).toContain('<script>');
    expect(listed?.querySelector('script, img')).toBeNull();
    button(/End snooze: Disk/)?.click();
    await settle();
    expect(world.snoozes).toEqual([['pc1', 'disk', 'ended']]);
  });

  it('asks the server again when a snooze is pushed', async () => {
    await open();
    const before = world.snapshots;
    world.pushed.update((pc) => pc && { ...pc, sections: [SNOOZED] });
    await settle();
    expect(world.snapshots).toBe(before + 1);
  });
});
