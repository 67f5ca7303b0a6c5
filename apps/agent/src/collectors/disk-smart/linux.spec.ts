import { sectionStatus } from '@kenny/health';
import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { emmcWear } from './emmc.js';
import { diskSmart } from './linux.js';
import { parseSmartctl } from './smartctl.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const nothing = { hasNoSmart: false, why: 'smartctl gave no verdict' };

describe('what smartctl says of a drive', () => {
  it('reads an NVMe drive (documented)', async () => {
    expect(parseSmartctl(await recorded('disk-smart/documented/nvme.txt')).drive).toEqual({
      model: 'Samsung SSD 980 PRO 1TB',
      health_status: 'Healthy',
      predictive_failure: false,
      wear: 3,
      temperature_c: 41,
      reallocated_sectors: null,
    });
  });

  it('sees a disk that passes its own check but is below a threshold (documented)', async () => {
    expect(parseSmartctl(await recorded('disk-smart/documented/ata-prefail.txt')).drive).toEqual({
      model: 'WDC WD40EFRX-68N32N0',
      health_status: 'Healthy',
      predictive_failure: true,
      wear: null,
      temperature_c: 34,
      reallocated_sectors: 1873,
    });
  });

  it.each([
    ['Wear_Leveling_Count', 93, 7],
    ['SSD_Life_Left', 100, 0],
    ['Wear_Leveling_Count', 255, null],
    ['Power_On_Hours', 50, null],
  ])('takes %s = %p as a wear of %p', (name, value, wear) => {
    const table = [{ id: 177, name, value }];
    const text = { smart_status: { passed: true }, ata_smart_attributes: { table } };
    expect(parseSmartctl(JSON.stringify(text)).drive?.wear).toBe(wear);
  });

  it('gives no verdict where there is none: a refusal (recorded), half an answer, other text', async () => {
    const refusal = await recorded('disk-smart/recorded/debian12-no-such-type.txt');
    expect(parseSmartctl(refusal)).toEqual({
      hasNoSmart: false,
      why: '/dev/vda: Unable to detect device type',
    });
    const whole = await recorded('disk-smart/documented/nvme.txt');
    expect(parseSmartctl(whole.slice(0, 300))).toEqual(nothing);
    for (const text of [
      '',
      'null',
      '[]',
      '{"smart_status":{"passed":"true"}}',
      'Zugriff verweigert',
    ]) {
      expect(parseSmartctl(text)).toEqual(nothing);
    }
  });

  it('knows a drive without SMART', () => {
    const text = '{"smart_support":{"available":false}}';
    expect(parseSmartctl(text)).toEqual({ hasNoSmart: true, why: 'the drive has no SMART' });
  });

  it.each([
    ['0x02 0x01', 20],
    ['0x00 0x00', null],
    ['0x0b 0x03', 110],
    ['0xff 0x01', null],
    ['', null],
  ])('reads the life of an eMMC drive from %j', (text, wear) => expect(emmcWear(text)).toBe(wear));
});

describe('section disk_smart', () => {
  const aMachine = madeMachines();
  const block = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [`/sys/block/${name}/size`, '1000\n']));
  const call = (name: string) =>
    `smartctl --json --info --health --attributes --nocheck=standby /dev/${name}`;

  it('names healthy drives, and beside them those that give no answer', async () => {
    const probe = await aMachine({
      files: block('nvme0n1', 'sda', 'loop0', 'dm-0', 'zram0'),
      programs: {
        [call('nvme0n1')]: await recorded('disk-smart/documented/nvme.txt'),
        [call('sda')]: { failed: 'smartctl did not end within 5 s' },
      },
    });
    const read = await diskSmart(probe);
    expect(read).toMatchObject({
      kind: 'read',
      summary: '1 drive healthy, no answer from sda',
      fields: { disks: [{ health_status: 'Healthy' }, { model: 'sda', health_status: 'Unknown' }] },
    });
  });

  it('raises the alarm for a drive that predicts its failure', async () => {
    const text = await recorded('disk-smart/documented/ata-prefail.txt');
    const probe = await aMachine({ files: block('sda'), programs: { [call('sda')]: text } });
    const read = await diskSmart(probe);
    expect(read).toMatchObject({
      summary: 'in bad condition: WDC WD40EFRX-68N32N0; 1 drive asked',
    });
    const fields = read.kind === 'read' ? read.fields : {};
    expect(sectionStatus('disk_smart', { status: 'ok', summary: '', ...fields }, NOW)).toBe('crit');
  });

  it('is unreadable, never fine, when no drive could be asked', async () => {
    const missing = await aMachine({
      files: block('sda'),
      programs: { smartctl: { failed: 'smartctl is not installed' } },
    });
    expect(await diskSmart(missing)).toEqual({
      kind: 'unreadable',
      reason: 'sda: smartctl is not installed (package smartmontools)',
    });
    const denied =
      '{"smartctl":{"messages":[{"string":"Smartctl open device: /dev/sda failed: Permission denied"}]}}';
    const user = await aMachine({ files: block('sda'), programs: { smartctl: denied } });
    expect(await diskSmart(user)).toMatchObject({
      kind: 'unreadable',
      reason: 'sda: Smartctl open device: /dev/sda failed: Permission denied',
    });
  });

  it('reads an eMMC drive without any program', async () => {
    const device = '/sys/block/mmcblk0/device';
    const probe = await aMachine({
      files: {
        ...block('mmcblk0', 'mmcblk0boot0'),
        [`${device}/type`]: 'MMC\n',
        [`${device}/name`]: 'DF4064\n',
        [`${device}/pre_eol_info`]: '0x02\n',
        [`${device}/life_time`]: '0x09 0x01\n',
      },
    });
    expect(await diskSmart(probe)).toMatchObject({
      fields: { disks: [{ model: 'eMMC DF4064', health_status: 'Warning', wear: 90 }] },
    });
  });

  it('is absent in a guest, on memory cards and where no drive has SMART', async () => {
    const guest = await aMachine({ files: block('vda', 'xvda', 'sr0') });
    expect(await diskSmart(guest)).toMatchObject({ kind: 'absent' });
    const card = await aMachine({
      files: { ...block('mmcblk1'), '/sys/block/sdb/removable': '1\n' },
    });
    expect(await diskSmart(card)).toMatchObject({ kind: 'absent' });
    const none = await aMachine({
      files: block('sda'),
      programs: { smartctl: '{"smart_support":{"available":false}}' },
    });
    expect(await diskSmart(none)).toEqual({
      kind: 'absent',
      reason: 'no drive here has SMART (sda)',
    });
  });
});
