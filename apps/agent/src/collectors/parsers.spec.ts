import fc from 'fast-check';
import { parseRebootJobs } from './autostart/crontab.js';
import { parseDesktopEntry } from './autostart/desktop-entry.js';
import { parseUnitCommands, parseUnitFiles } from './autostart/systemd-units.js';
import { parsePasswd } from './autostart/users.js';
import { parseStatFs } from './disk/linux.js';
import { parseMountinfo, selectVolumes } from './disk/mountinfo.js';
import { parseBlocks, parseKeyValues } from './key-values.js';
import { parseMeminfo } from './memory/linux.js';
import { parseFlags, parseResolvConf } from './network/linux.js';
import { endOfLife } from './os-support/linux.js';
import { idListVisitor } from './peripherals/id-names.js';
import { parseProcessStat, parseResidentBytes } from './processes/stat.js';
import { newerKernel } from './reboot-pending/kernel-version.js';
import { parseNeedrestart, parsePackages } from './reboot-pending/linux.js';
import { parseIpv6Routes, parseRoutes } from './routing/linux.js';
import { parseRcStatus } from './services/openrc.js';
import { parseSystemdServices } from './services/systemd.js';
import { parseRunlevel } from './services/sysv.js';
import { parseChrony, parseNtpq, parseTimedatectl, parseTimesync } from './time-sync/parse.js';
import { parseBootTime, parseUptime } from './uptime/linux.js';

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  parseBlocks,
  parseBootTime,
  parseChrony,
  parseDesktopEntry,
  parseFlags,
  parseIpv6Routes,
  parseKeyValues,
  parseMeminfo,
  parseNeedrestart,
  parseNtpq,
  parsePackages,
  parsePasswd,
  parseProcessStat,
  parseRcStatus,
  parseResidentBytes,
  parseResolvConf,
  parseRunlevel,
  parseStatFs,
  parseSystemdServices,
  parseTimedatectl,
  parseTimesync,
  parseUnitCommands,
  parseUnitFiles,
  parseUptime,
  endOfLife: (text) => endOfLife(parseKeyValues(text)),
  idList: idListVisitor([{ vendor: '8086', device: '1234' }], new Map()),
  newerKernel: (text) => newerKernel(text, text.split(' ')),
  rebootJobs: (text) => [parseRebootJobs(text, 'system'), parseRebootJobs(text, 'user')],
  routes: (text) => parseRoutes(text, 'LE'),
  volumes: (text) => selectVolumes(parseMountinfo(text)),
};

/** Pieces of the real formats, so that random text gets past the first check of a parser. */
const PIECES = [
  ...['\n', '\t', ' ', '=', ':', ',', ' - ', '[', ']', '(', ')', '"', "'", '\\040', '\0', '\ufffd'],
  ...['Id=', 'ActiveState=', 'WantedBy=', 'ID=', 'VERSION_ID=', 'SUPPORT_END=', 'NTPSynchronized='],
  ...['MemTotal:', ' kB', 'VmRSS:', 'btime ', 'nameserver ', '@reboot ', 'root', 'leap=', 'refid='],
  ...['[Desktop Entry]', 'Exec=', '.service', ' enabled', 'NEEDRESTART-KSTA: ', ':initdefault:'],
  ...[
    '/',
    '/proc',
    'ext4',
    'nfs',
    '8:1',
    '0',
    '1',
    '99999999999999999999',
    '-1',
    'ffffffff',
    'NaN',
  ],
];
const nearly = fc.array(fc.constantFrom(...PIECES), { maxLength: 80 }).map((all) => all.join(''));
const garbage = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), nearly);

describe.each(Object.entries(PARSERS))('%s', (_, parse) => {
  it('never throws, whatever a program or a file says', () => {
    fc.assert(
      fc.property(garbage, (text) => void parse(text)),
      { numRuns: 150 },
    );
  });

  it('takes a text as long as the cap allows in time that grows with its length', () => {
    const repeated = [
      'a',
      ' ',
      '\n',
      '=',
      '0',
      '\t ',
      '(',
      '-',
      ',',
      '/',
      '@reboot ',
      'a: 1 ',
      '[]',
    ];
    for (const piece of repeated) {
      const long = piece.repeat(128 * 1024).slice(0, 128 * 1024);
      const start = performance.now();
      parse(long);
      // Anything worse than linear takes minutes on this length; linear takes a few milliseconds.
      expect(performance.now() - start).toBeLessThan(10_000);
    }
  });
});
