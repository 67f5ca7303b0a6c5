import { madeMachines } from '../../../test/collectors/made-machine.js';
import { celsiusOf, thermals } from './linux.js';

describe('section thermals', () => {
  const aMachine = madeMachines();
  const chip = (n: number, name: string, device: string, values: Record<string, string>) => ({
    [`/sys/class/hwmon/hwmon${n}/name`]: `${name}\n`,
    [`/sys/class/hwmon/hwmon${n}/device`]: { link: `../../${device}` },
    ...Object.fromEntries(
      Object.entries(values).map(([file, text]) => [
        `/sys/class/hwmon/hwmon${n}/${file}`,
        `${text}\n`,
      ]),
    ),
  });

  it('reads chips with their labels and tells equal ones apart by their device (documented)', async () => {
    const probe = await aMachine({
      files: {
        ...chip(0, 'coretemp', 'coretemp.0', {
          temp1_input: '51000',
          temp1_label: 'Package id 0',
          temp2_input: '-1000',
        }),
        ...chip(1, 'nvme', 'nvme0', { temp1_input: '38850', temp1_label: 'Composite' }),
        ...chip(2, 'nvme', 'nvme1', { temp1_input: '41850', temp1_label: 'Composite' }),
        ...chip(3, 'acpitz', 'x', { temp1_input: '27800' }),
        ...chip(4, 'iwlwifi', 'phy0', { temp1_input: '99000', temp1_fault: '1' }),
      },
    });
    expect(await thermals(probe)).toEqual({
      kind: 'read',
      summary: 'coretemp Package id 0 51 °C is the warmest of 4 sensors',
      fields: {
        sensors: [
          { label: 'coretemp Package id 0', temperature_c: 51 },
          { label: 'nvme Composite (nvme0)', temperature_c: 38.9 },
          { label: 'nvme Composite (nvme1)', temperature_c: 41.9 },
          { label: 'acpitz', temperature_c: 27.8 },
        ],
      },
    });
  });

  it('falls back to thermal zones', async () => {
    const probe = await aMachine({
      files: {
        '/sys/class/thermal/thermal_zone0/type': 'cpu-thermal\n',
        '/sys/class/thermal/thermal_zone0/temp': '47234\n',
        '/sys/class/thermal/cooling_device0/type': 'fan\n',
      },
    });
    expect(await thermals(probe)).toMatchObject({
      fields: { sensors: [{ label: 'cpu-thermal', temperature_c: 47.2 }] },
    });
  });

  it('is absent without sensors, and unreadable when none of them answers', async () => {
    expect(await thermals(await aMachine({}))).toMatchObject({ kind: 'absent' });
    const silent = await aMachine({ files: chip(0, 'k10temp', 'x', { temp1_input: 'garbage' }) });
    expect(await thermals(silent)).toMatchObject({ kind: 'unreadable' });
  });

  it.each([
    [0, undefined],
    [-40_000, undefined],
    [1, 0],
    [149_999, 150],
    [150_000, undefined],
    [undefined, undefined],
  ])('reads %p thousandths as %p', (milli, celsius) => expect(celsiusOf(milli)).toBe(celsius));
});
