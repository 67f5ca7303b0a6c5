import fc from 'fast-check';
import { regExpSteps } from '../../test/collectors/regexp-steps.js';
import { parseSignatureHeader } from './antivirus/clamav.js';
import { parseMdatpHealth, parseMdatpThreats } from './antivirus/mdatp.js';
import { parseRebootJobs } from './autostart/linux.js';
import { parseDesktopEntry } from './autostart/desktop-entry.js';
import { parseUnitCommands, parseUnitFiles } from './autostart/systemd-units.js';
import { parsePasswd } from './autostart/users.js';
import { moveFolder } from './defender-quarantine/linux.js';
import { parseStatFs } from './disk/linux.js';
import { parseMountinfo, selectVolumes } from './disk/mountinfo.js';
import { emmcWear } from './disk-smart/emmc.js';
import { parseSmartctl } from './disk-smart/smartctl.js';
import { parseZfsEncryption } from './encryption/linux.js';
import { parseIptables } from './firewall/iptables.js';
import { parseNft } from './firewall/nftables.js';
import { protectionOf, type RuleSet } from './firewall/rule-set.js';
import { parseBlocks, parseKeyValues } from './key-values.js';
import { parseCpuTimes, parseDiskstats, parseNetDev, parsePressure } from './load/proc.js';
import { memoryUse, parseMeminfo } from './memory/linux.js';
import { parseFlags, parseResolvConf } from './network/linux.js';
import { endOfLife } from './os-support/linux.js';
import { parseApk, parseApt, parseDnf, parseFlatpak, parsePacman } from './packages/pending.js';
import { idListVisitor } from './peripherals/id-names.js';
import { parseLpstat } from './printers/lpstat.js';
import { parseProcessStat, parseResidentBytes } from './processes/stat.js';
import { newerKernel } from './reboot-pending/kernel-version.js';
import { parseNeedrestart, parsePackages } from './reboot-pending/linux.js';
import { crashOf } from './reliability/crash.js';
import { parseKernelMessages, parseMarks } from './reliability/journal.js';
import { parseDmesg, parseSyslog } from './reliability/log-lines.js';
import { parseWtmp } from './reliability/wtmp.js';
import { parseIpv6Routes, parseRoutes } from './routing/linux.js';
import { parseRcStatus } from './services/openrc.js';
import { parseSystemdServices } from './services/systemd.js';
import { parseRunlevel } from './services/sysv.js';
import { parseChrony, parseNtpq, parseTimedatectl, parseTimesync } from './time-sync/parse.js';
import { parseBootTime, parseUptime } from './uptime/linux.js';
import { parseIwLink, parseProcWireless } from './wifi-quality/parse.js';
import { parseAptHistory, parsePacmanLog, parseRpmHistory } from './win-update/history.js';
import { parseUnattended } from './win-update/unattended.js';

const bothFamilies = (rules: RuleSet | undefined) =>
  rules && [protectionOf(rules, 'ipv4'), protectionOf(rules, 'ipv6')];

/** Those whose every text is a piece of what they read, or a word of the contract. */
const QUOTING: Readonly<Record<string, (text: string) => unknown>> = {
  crashOf: (text) => crashOf(text, 0),
  parseApk,
  parseApt,
  parseDnf,
  parseDmesg: (text) => parseDmesg(text, 0),
  parseFlatpak,
  parseKernelMessages,
  parseLpstat,
  parseMdatpThreats,
  parsePacman,
  parseSmartctl,
  parseSyslog: (text) => parseSyslog(text, 0),
};
const OWN_WORDS = new Set([
  ...['Healthy', 'Unhealthy', 'Normal', 'Printing', 'Paused', 'Error', 'Offline'],
  ...['program', 'memory', 'kernel', 'unnamed drive', 'unnamed threat', 'smartctl gave no verdict'],
]);

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  ...QUOTING,
  emmcWear,
  iptables: (text) => bothFamilies(parseIptables(text, 'ipv4')),
  moveFolder: (text) => moveFolder(text.split(' ')),
  nftables: (text) => bothFamilies(parseNft(text)),
  parseAptHistory,
  parseIwLink,
  parseMarks,
  parseMdatpHealth,
  parsePacmanLog,
  parseProcWireless,
  parseRpmHistory,
  parseSignatureHeader,
  parseUnattended,
  parseWtmp: (text) => parseWtmp(Buffer.from(text, 'latin1')),
  parseZfsEncryption,
  parseCpuTimes,
  parseDiskstats,
  parseNetDev,
  parsePressure,
  memoryUse,
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
  ...['cpu  1 2 3 4', '\n eth0: 1 2 3 4 5 6 7 8 9', '8 0 sda 1 1 1 1 1 1 1', 'some total=1'],
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
  ...['\nprinter a ', 'is idle.', 'disabled since ', '\n\tAlerts: ', 'a-1 b 2 c', 'offline-report'],
  ...[
    '\nInst a [1] (2 ',
    'Security',
    '\na.b 1 c\n',
    'a 1 -> 2',
    'a-1-r0 < 2',
    'org.a.B\t1',
    'Conf ',
  ],
  ...[
    '{"smart_status":{"passed":true},"model_name":"a"}',
    '{"nftables":[{"metainfo":{}}]}',
    '\nId: ',
  ],
  ...[
    '\nName: "a"',
    '\nStatus: "quarantined"',
    'a[1]: segfault at ',
    'Killed process 1 (a)',
    'Oops: ',
  ],
  ...[
    'Out of memory: ',
    'Nov 21 10:00:00 pc kernel: ',
    '2026-11-21T10:00:00.000000+01:00 pc kernel: ',
  ],
  ...[
    '[    1.000000] ',
    '{"__REALTIME_TIMESTAMP":"1","MESSAGE":"a[1]: segfault at 0"}',
    '-P INPUT DROP\n',
  ],
  ...[
    '-A INPUT -j ',
    'DROP',
    'Connected to 00:11:22:33:44:55',
    '\n\tfreq: 2412',
    '\n\tsignal: -50 dBm',
  ],
  ...[
    'Start-Date: 2026-11-21  10:00:00\n',
    'Upgrade: a (1, 2)\n',
    'Error: b\n',
    '\\xc3',
    'ClamAV-VDB:',
  ],
];
/** A text of nothing but one of these is what a careless expression gets lost in. */
const REPEATED = [
  ...['a', ' ', '\n', '=', '0', '\t ', '(', '-', ',', '/', ':', '[]', 'a: 1 ', '@reboot '],
  ...['a 1 -> 2', 'Inst a [', '\nprinter a ', '\nId: ', 'Upgrade: a (1, 2), '],
  ...['cpu  1 ', 'some avg10=', 'eth0: '],
];
const nearly = fc.array(fc.constantFrom(...PIECES), { maxLength: 80 }).map((all) => all.join(''));
const garbage = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), nearly);

describe(regExpSteps.name, () => {
  const quadratic = (text: string) => [...text].map((_, place) => /b/.test(text.slice(place)));
  const linear = (text: string) => text.replace(/a/g, 'b').split('b');

  it('tells work that grows with a text from work that grows with its square', () => {
    const growth = (parse: (text: string) => unknown) =>
      regExpSteps(() => parse('a'.repeat(800))) / regExpSteps(() => parse('a'.repeat(100)));
    expect(growth(linear)).toBeLessThan(9);
    expect(growth(quadratic)).toBeGreaterThan(50);
  });
});

describe.each(Object.entries(PARSERS))('%s', (_, parse) => {
  it('never throws, whatever a program or a file says', () => {
    fc.assert(
      fc.property(garbage, (text) => void parse(text)),
      { numRuns: 150 },
    );
  });

  it('does work that grows with the length of a text and no faster', () => {
    for (const piece of REPEATED) {
      const text = (length: number) => piece.repeat(Math.ceil(length / piece.length));
      const short = regExpSteps(() => parse(text(1024)));
      const long = regExpSteps(() => parse(text(8192)));
      // Eight times the text; what is quadratic would be 64 times as much.
      expect([piece, long <= 16 * short + 1_000]).toEqual([piece, true]);
    }
  });

  it('comes to an end on texts as long as a program may print them', () => {
    // Counted steps do not show an expression that reads one place again and again: it would sit
    // here for minutes.
    for (const piece of REPEATED) parse(piece.repeat(64 * 1024).slice(0, 64 * 1024));
  });
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Map) return textsIn([...(value as Map<unknown, unknown>)]);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe.each(Object.entries(QUOTING))('%s', (_, parse) => {
  it('invents no text', () => {
    fc.assert(
      fc.property(nearly, (text) => {
        const foreign = textsIn(parse(text)).filter(
          (word) => word !== '' && !OWN_WORDS.has(word) && !text.includes(word),
        );
        expect(foreign).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
