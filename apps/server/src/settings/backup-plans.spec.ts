import type { BackupPlan } from '@kenny/contract';
import { asking, SettingsWorld } from '../../test/settings-world.js';
import { tempDirs } from '../../test/temp-dir.js';
import { isBackupDue } from './backup-plans.js';

const newDir = tempDirs();
let world: SettingsWorld;
beforeEach(async () => {
  world = await SettingsWorld.start(newDir());
});
afterEach(() => world.stop());

const ADMIN = asking('anna', { scope: 'admin' });
const NIGHTLY: BackupPlan = {
  ...{ automatic: true, at: '03:00', time_zone: 'Europe/Berlin' },
  ...{ keep_days: 14, keep_weeks: 8 },
};

describe('the plan of backups', () => {
  it('is one each day at first, without anybody setting it', () => {
    expect(world.plans.current).toMatchObject({
      ...{ automatic: true, at: null, keep_days: 7, keep_weeks: 4 },
    });
    expect(world.plans.fixed).toBe(false);
  });

  it('counts at once when an admin sets it, is in the audit log, and outlasts a restart', async () => {
    const before = world.plans.current;
    expect(await world.plans.set(ADMIN, NIGHTLY)).toEqual(NIGHTLY);
    expect(world.plans.current).toEqual(NIGHTLY);
    expect(world.audit.rows).toMatchObject([
      { kind: 'setting', target: 'backup_plan', args: { before, after: NIGHTLY }, ok: true },
    ]);
    const again = world.plansOf(null);
    await again.onModuleInit();
    expect(again.current).toEqual(NIGHTLY);
  });

  it.each([
    [true, 'day'],
    [false, 'off'],
  ])('cannot go against the environment that says %s', async (daily, word) => {
    const plans = world.plansOf(daily);
    expect(plans.fixed).toBe(true);
    await expect(plans.set(ADMIN, { ...NIGHTLY, automatic: !daily })).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining(`=${word}`) as string },
    });
    const allowed = { ...NIGHTLY, automatic: daily };
    expect(await plans.set(ADMIN, allowed)).toEqual(allowed);
  });

  it('is nobody else’s to change, and knows its zone', async () => {
    await expect(world.plans.set(asking('bert'), NIGHTLY)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const nowhere = { ...NIGHTLY, time_zone: 'Mars/Base' };
    await expect(world.plans.set(ADMIN, nowhere)).rejects.toMatchObject({ code: 'validation' });
    expect(world.audit.rows).toEqual([]);
  });
});

describe('a backup is due', () => {
  const due = (at: string | null, last: string, now: string): boolean =>
    isBackupDue({ ...NIGHTLY, at }, Date.parse(last), Date.parse(now));

  it('a day after the last one when any time will do', () => {
    expect(due(null, '2026-11-26T12:00:00Z', '2026-11-27T11:59:00Z')).toBe(false);
    expect(due(null, '2026-11-26T12:00:00Z', '2026-11-27T12:00:00Z')).toBe(true);
  });

  it('once that time of day has come, by the wall of its zone', () => {
    // Three o’clock in Berlin is two by UTC in winter, one in summer.
    expect(due('03:00', '2026-11-26T12:00:00Z', '2026-11-27T01:59:00Z')).toBe(false);
    expect(due('03:00', '2026-11-26T12:00:00Z', '2026-11-27T02:00:00Z')).toBe(true);
    expect(due('03:00', '2026-07-26T12:00:00Z', '2026-07-27T01:00:00Z')).toBe(true);
    expect(due('03:00', '2026-11-27T02:05:00Z', '2026-11-27T23:00:00Z')).toBe(false);
  });

  it('as soon as the server runs again when it was off at that time', () => {
    expect(due('03:00', '2026-11-25T02:05:00Z', '2026-11-27T20:00:00Z')).toBe(true);
  });
});
