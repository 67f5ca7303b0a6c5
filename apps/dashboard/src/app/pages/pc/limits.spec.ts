import type { LimitView } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { HOSTILE, PcPageWorld, refusal, section } from '../../../../test/pc-page-world';

const LIMIT: LimitView = {
  ...{ section: 'disk', field: 'percent_used', warn: 94, crit: null },
  ...{ by: HOSTILE, at: '2026-11-20T10:00:00Z' },
};

describe('limits on the page of a PC', () => {
  const world = PcPageWorld.forEachTest();
  const { element, text, button, settle, open } = world;
  const form = () => element().querySelector<HTMLFormElement>('kenny-limit-form form');
  const fields = () => [...(form()?.querySelectorAll('input') ?? [])];
  const write = async (at: number, words: string) => {
    const field = fields()[at];
    if (!field) throw new Error('there is no field');
    field.value = words;
    field.dispatchEvent(new Event('input'));
    await settle();
  };
  const save = async () => {
    form()?.dispatchEvent(new Event('submit', { cancelable: true }));
    await settle();
  };
  async function openForm(): Promise<void> {
    await open();
    button(/Change limit… Disk, used/)?.click();
    await settle();
  }
  function withLimit(limit: LimitView): void {
    const pc = aPc({ sections: [section('disk', 'warn', 'D: is 95 % full')], limits: [limit] });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    world.snapshot = { disk: { volumes: [{ mount: 'D:', percent_used: 94.5 }] } };
  }

  it('are moved in place, within what the rule allows', async () => {
    await openForm();
    expect(fields().map(({ value }) => value)).toEqual(['80', '95']);
    expect(form()?.textContent).toContain('50 to 98 %; usually 80');
    await save();
    const faults = () =>
      [...(form()?.querySelectorAll('mat-form-field') ?? [])].map(
        (field) => field.querySelector('[role=alert]')?.textContent ?? '',
      );
    await write(0, '99');
    expect(faults()).toEqual(['Not between 50 and 98 %.', '']);
    expect(fields().map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'false']);
    await save();
    await write(0, '');
    expect(faults()).toEqual(['A number from 50 to 98 %.', '']);
    await write(0, '96');
    expect(faults()).toEqual(['Has to be below 95 %, where it is critical.', '']);
    await save();
    expect(world.limits).toEqual([]);
    await write(1, '98');
    expect(form()?.querySelector('[role=alert]')).toBeNull();
    await save();
    expect(world.limits).toEqual([['pc1', 'disk', 'percent_used', { warn: 96, crit: 98 }]]);
    expect(form()).toBeNull();
  });

  it('are not offered beside what another one says', async () => {
    const pc = aPc({ sections: [section('defender', 'crit', 'It is off')] });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    world.snapshot = { defender: { enabled: true, realtime_protection: false } };
    await open();
    expect(button(/Change limit…/)).toBeUndefined();
  });

  it('say what was moved and by whom, and explain the verdict', async () => {
    withLimit(LIMIT);
    await open();
    expect(text()).toContain('Used: warns above 94 % here · set by <img');
    expect(element().querySelector('kenny-limit-form img')).toBeNull();
    expect(element().querySelector('kenny-section-card header')?.textContent).toContain(
      'warning above 94 %',
    );
    button(/Change limit… Disk/)?.click();
    await settle();
    button(/^\s*Usual limit/)?.click();
    await settle();
    expect(world.limits).toEqual([['pc1', 'disk', 'percent_used', 'ended']]);
  });

  it('of a tag are not put back on one PC', async () => {
    withLimit({ ...LIMIT, tag: 'media', by: 'Anna' });
    await openForm();
    expect(text()).toMatch(/set by Anna\s+for #media/);
    expect(button(/^\s*Usual limit/)).toBeUndefined();
  });

  it('keep what was written when they are refused', async () => {
    world.setLimit = () => Promise.reject(refusal('forbidden'));
    await openForm();
    await write(0, '90');
    await save();
    expect(form()?.textContent).toContain('it is forbidden');
    expect(fields()[0]?.value).toBe('90');
  });

  it('are offered where a check is fine, too, and in days where that is what people count', async () => {
    const pc = aPc({ sections: [section('uptime', 'ok', 'Up for 3 days')] });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    world.snapshot = { uptime: { uptime_secs: 259_200 } };
    await open();
    button(/Uptime/)?.click();
    await settle();
    button(/Change limit…/)?.click();
    await settle();
    expect(fields().map(({ value }) => value)).toEqual(['30']);
    await write(0, '60');
    await save();
    expect(world.limits).toEqual([['pc1', 'uptime', 'uptime_secs', { warn: 60 * 86_400 }]]);
  });
});
