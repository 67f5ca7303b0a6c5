import { sectionStatus } from '@kenny/health';
import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { printers } from './linux.js';
import { parseLpstat } from './lpstat.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const COMMAND = 'lpstat -l -p -d -o';

describe('what lpstat says', () => {
  it('names queues, what keeps them, and their jobs (recorded, CUPS 2.4)', async () => {
    expect(parseLpstat(await recorded('printers/recorded/debian12-cups2.4.txt'))).toEqual([
      { name: 'Broken', status: 'Offline', is_default: false, jobs: 1 },
      { name: 'Office', status: 'Offline', is_default: true, jobs: 1 },
      { name: 'Paused_one', status: 'Paused', is_default: false, jobs: 1 },
    ]);
  });

  it('tells a fault from a warning and a stop that was meant (documented)', async () => {
    const found = parseLpstat(await recorded('printers/documented/idle-and-alerts.txt'));
    expect(found?.map(({ name, status }) => [name, status])).toEqual([
      ['HP_LaserJet', 'Normal'],
      ['Brother', 'Offline'],
      ['Kyocera', 'Error'],
      ['Broken', 'Error'],
    ]);
  });

  it('knows a list without printers (recorded)', async () => {
    expect(parseLpstat(await recorded('printers/recorded/debian12-no-printers.txt'))).toEqual([]);
  });

  it('takes nothing from another language or from half a line', async () => {
    const german = await recorded('printers/documented/german.txt');
    const whole = await recorded('printers/recorded/debian12-cups2.4.txt');
    for (const text of ['', german, whole.slice(0, 14), 'printer X glows', 'Access denied']) {
      expect(parseLpstat(text)).toBeUndefined();
    }
  });
});

describe('section printers', () => {
  const aMachine = madeMachines();
  const cups = { '/usr/sbin/cupsd': '' };

  it('warns of printers that are offline', async () => {
    const text = await recorded('printers/recorded/debian12-cups2.4.txt');
    const read = await printers(await aMachine({ programs: { [COMMAND]: text } }));
    expect(read).toMatchObject({
      summary: '3 printers, with a fault: Broken (Offline), Office (Offline), 3 jobs waiting',
    });
    const fields = read.kind === 'read' ? read.fields : {};
    expect(sectionStatus('printers', { status: 'ok', summary: '', ...fields }, NOW)).toBe('warn');
  });

  it('is absent without CUPS and without printers', async () => {
    const missing = { [COMMAND]: { failed: 'lpstat is not installed' } };
    const client = {
      [COMMAND]: { failed: 'lpstat: …', said: 'lpstat: Scheduler is not running.' },
    };
    const empty = { [COMMAND]: { failed: 'lpstat: …', said: 'lpstat: No destinations added.' } };
    const none = { [COMMAND]: 'no system default destination\n' };
    for (const programs of [missing, client]) {
      expect(await printers(await aMachine({ programs }))).toEqual({
        kind: 'absent',
        reason: 'this PC has no printing system (CUPS)',
      });
    }
    for (const programs of [empty, none]) {
      expect(await printers(await aMachine({ files: cups, programs }))).toEqual({
        kind: 'absent',
        reason: 'no printer is set up on this PC',
      });
    }
  });

  it('is unreadable when the print server does not answer, or in another form', async () => {
    const down = { failed: 'lpstat: Scheduler is not running. (exit code 1)' };
    const probe = await aMachine({ files: cups, programs: { [COMMAND]: down } });
    expect(await printers(probe)).toEqual({ kind: 'unreadable', reason: down.failed });
    const odd = await aMachine({ files: cups, programs: { [COMMAND]: 'Drucker X ist bereit' } });
    expect(await printers(odd)).toMatchObject({ kind: 'unreadable' });
  });
});
