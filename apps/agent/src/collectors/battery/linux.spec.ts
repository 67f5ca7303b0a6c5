import { madeMachines } from '../../../test/collectors/made-machine.js';
import { battery, healthOf, weighted, type Pack } from './linux.js';

describe('section battery', () => {
  const aMachine = madeMachines();
  const supply = (name: string, values: Record<string, string | number>) =>
    Object.fromEntries(
      Object.entries({ type: 'Battery', ...values }).map(([file, value]) => [
        `/sys/class/power_supply/${name}/${file}`,
        `${value}\n`,
      ]),
    );
  const read = async (files: Record<string, string>) => battery(await aMachine({ files }));

  it('reads a pack that counts energy (documented, µWh)', async () => {
    const pack = supply('BAT0', {
      ...{ present: 1, energy_full: 45_000_000, energy_full_design: 57_000_000 },
      ...{ energy_now: 22_500_000, capacity: 50, status: 'Discharging' },
    });
    expect(await read({ ...pack, ...supply('AC', { type: 'Mains', online: 1 }) })).toEqual({
      kind: 'read',
      summary: '50 % charged, discharging, holds 78.9 % of its original capacity',
      fields: { present: true, charge_percent: 50, health_percent: 78.9, status_code: 1 },
    });
  });

  it('reads a pack that counts charge (documented, µAh) and has no capacity file', async () => {
    const pack = supply('BAT1', {
      ...{ charge_full: 3_000_000, charge_full_design: 6_000_000, charge_now: 1_500_000 },
      status: 'Not charging',
    });
    expect(await read(pack)).toMatchObject({
      fields: { charge_percent: 50, health_percent: 50, status_code: 2 },
    });
  });

  it('weighs two packs by their size', async () => {
    const files = {
      ...supply('BAT0', { energy_full: 30, energy_full_design: 30, capacity: 100, status: 'Full' }),
      ...supply('BAT1', {
        energy_full: 10,
        energy_full_design: 20,
        capacity: 20,
        status: 'Charging',
      }),
    };
    expect(await read(files)).toMatchObject({
      fields: { charge_percent: 80, health_percent: 87.5, status_code: 6 },
    });
  });

  it('is absent on mains, with an empty bay and with only a mouse', async () => {
    expect(await read({})).toMatchObject({ kind: 'absent' });
    const mouse = supply('hidpp_battery_0', { scope: 'Device', capacity: 5 });
    expect(await read({ ...mouse, ...supply('BAT0', { present: 0 }) })).toMatchObject({
      kind: 'absent',
      reason: 'this PC has no battery',
    });
  });

  it('is unreadable when the pack says nothing', async () => {
    expect(await read(supply('BAT0', { status: 'Unknown' }))).toMatchObject({ kind: 'unreadable' });
  });

  it.each([
    [90, 100, 90],
    [105, 100, 105],
    [100, 0, undefined],
    [100, undefined, undefined],
    [1000, 100, undefined],
  ])('health of %p against %p is %p', (full, design, health) => {
    expect(healthOf(full, design)).toBe(health);
  });

  it('counts packs alike when they speak of different units', () => {
    const pack = (unit: Pack['unit'], size: number, charge: number): Pack => ({
      ...{ unit, size, charge },
      ...{ health: undefined, status: undefined },
    });
    expect(weighted([pack('energy', 1e6, 100), pack('charge', 1, 0)], 'charge')).toBe(50);
  });
});
