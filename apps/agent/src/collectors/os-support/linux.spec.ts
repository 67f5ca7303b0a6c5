import { sectionStatus } from '@kenny/health';
import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { parseKeyValues } from '../key-values.js';
import { END_OF_LIFE } from './end-of-life.js';
import { endOfLife, osSupport } from './linux.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describe('end of support', () => {
  it.each([
    ['ID=debian\nVERSION_ID="12"', '2028-06-30'],
    ['ID=ubuntu\nVERSION_ID="22.04"\nUBUNTU_CODENAME=jammy', '2027-06-01'],
    ['ID=alpine\nVERSION_ID=3.20.3', '2026-04-01'],
    ['ID="rhel"\nVERSION_ID="9.4"', '2032-05-31'],
    ['ID=almalinux\nVERSION_ID="8.10"', '2029-03-01'],
    ['ID=linuxmint\nVERSION_ID="22"\nUBUNTU_CODENAME=noble', '2029-05-31'],
    ['ID=linuxmint\nVERSION_ID="6"\nDEBIAN_CODENAME=bookworm', '2028-06-30'],
    ['ID=fedora\nVERSION_ID=42\nSUPPORT_END=2026-05-13', '2026-05-13'],
    ['ID=debian\nVERSION_CODENAME=forky', null],
    // Known to nobody for sure, so not guessed from the releases before.
    ['ID=alpine\nVERSION_ID=3.23.0', null],
    ['ID="ol"\nVERSION_ID="9.4"', null],
    ['ID="centos"\nVERSION_ID="9"', null],
    ['ID=toString\nVERSION_ID=constructor', null],
    ['ID=mine\nVERSION_ID=1\nUBUNTU_CODENAME=__proto__', null],
    ['ID=debian\nVERSION_ID=12\nSUPPORT_END=soon', '2028-06-30'],
  ])('of %j is %p', (text, day) => expect(endOfLife(parseKeyValues(text))).toBe(day));

  it('is a real day for every system in the list', () => {
    const days = Object.values(END_OF_LIFE).flatMap((versions) => Object.values(versions));
    expect(days.filter((day) => new Date(day).toISOString().slice(0, 10) !== day)).toEqual([]);
  });
});

describe('section os_support', () => {
  const aMachine = madeMachines();

  it('names the system, its kernel and the end of its support (recorded, Debian 12)', async () => {
    const probe = await aMachine({
      files: {
        '/etc/os-release': await recorded('os-support/recorded/debian12.txt'),
        '/etc/debian_version': '12.11\n',
        '/proc/sys/kernel/osrelease': '6.1.0-35-amd64\n',
      },
    });
    expect(await osSupport(probe)).toEqual({
      kind: 'read',
      summary: 'Debian GNU/Linux 12.11, security updates until 2028-06-30',
      fields: {
        name: 'Debian GNU/Linux',
        version: '12.11',
        build: '6.1.0-35-amd64',
        eol: false,
        eol_date: '2028-06-30',
      },
    });
  });

  it.each([
    ['2026-11-20', true, 'crit'],
    ['2026-11-21', false, 'warn'],
    ['2027-12-01', false, 'ok'],
  ])('judges a support that ends on %s', async (day, eol, status) => {
    const files = { '/usr/lib/os-release': `NAME=X\nSUPPORT_END=${day}\n` };
    const read = await osSupport(await aMachine({ files, now: NOW }));
    const fields = read.kind === 'read' ? read.fields : {};
    expect(fields).toMatchObject({ eol });
    expect(sectionStatus('os_support', { status: 'ok', summary: '', ...fields }, NOW)).toBe(status);
  });

  it('knows that a rolling release does not end, and says what it does not know', async () => {
    const arch = await aMachine({ files: { '/etc/os-release': 'NAME="Arch Linux"\nID=arch\n' } });
    expect(await osSupport(arch)).toMatchObject({ summary: 'Arch Linux, rolling release' });
    const mine = await aMachine({ files: { '/etc/os-release': 'NAME=Mine\nVERSION_ID=1\n' } });
    expect(await osSupport(mine)).toMatchObject({
      summary: 'Mine 1, end of support not known',
      fields: { eol: null, eol_date: null },
    });
  });

  it.each(['', '\0\xff\n=\n', 'ID=x'])('is unreadable on %j', async (text) => {
    const probe = await aMachine({ files: { '/etc/os-release': text } });
    expect(await osSupport(probe)).toMatchObject({ kind: 'unreadable' });
  });
});
