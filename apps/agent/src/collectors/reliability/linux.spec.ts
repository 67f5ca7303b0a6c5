import { sectionStatus } from '@kenny/health';
import { HOUR_MS } from '@kenny/kernel';
import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { crashOf, distinct } from './crash.js';
import { parseKernelMessages, parseMarks } from './journal.js';
import { reliability } from './linux.js';
import { parseDmesg, parseSyslog } from './log-lines.js';
import { parseWtmp } from './wtmp.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const file = (name: string) => recorded(`reliability/${name}`);
const words = (crashes: { kind: string; name: string }[]) =>
  crashes.map(({ kind, name }) => `${kind} ${name}`);

describe('messages of the kernel', () => {
  it.each([
    ['firefox[2211]: segfault at 10 ip 00 sp 00 error 4 in libxul.so[7f+1]', 'program firefox'],
    ['Web Content[9]: segfault at 0 ip 0', 'program Web Content'],
    ['traps: gimp[77] general protection fault ip:7f sp:7f error:0', 'program gimp'],
    ['traps: node[78] trap invalid opcode ip:7f sp:7f error:0', 'program node'],
    ['app[12]: unhandled level 2 translation fault (11) at 0x0', 'program app'],
    ['Out of memory: Killed process 3344 (java) total-vm:9kB', 'memory java'],
    ['Memory cgroup out of memory: Killed process 99 (no de) total-vm:1kB', 'memory no de'],
    ['Kernel panic - not syncing: Attempted to kill init!', 'kernel kernel'],
    ['usb 1-2: new high-speed USB device', undefined],
    ['a message about a segfault at home', undefined],
    ['', undefined],
  ])('%j is %p', (message, crash) => {
    const found = crashOf(message, 0);
    expect(found && `${found.kind} ${found.name}`).toBe(crash);
  });

  it('count once what two of them tell of', () => {
    const segfault = { kind: 'program', at: 1, name: 'a', pid: 7 } as const;
    const fault = { kind: 'kernel', at: 1, name: 'kernel' } as const;
    expect(
      distinct([segfault, { ...segfault, at: 2 }, fault, { ...fault, at: 4_000 }]),
    ).toHaveLength(2);
    expect(distinct([fault, { ...fault, at: 60_000 }])).toHaveLength(2);
  });
});

describe('the journal (recorded, systemd 252)', () => {
  it('tells crashes, and the start that was cut off', async () => {
    const marks = parseMarks(await file('recorded/systemd252-marks.txt'));
    expect(words(marks.coredumps)).toEqual(['program firefox']);
    expect(marks.uncleanRestarts).toBe(1);
    const kernel = parseKernelMessages(await file('recorded/systemd252-kernel.txt'));
    expect(words(distinct([...marks.coredumps, ...kernel]))).toEqual([
      'program firefox',
      'memory java',
      'program gimp',
      'memory node',
    ]);
  });

  it('has nothing to tell in half a line, bytes instead of text, or other text', async () => {
    const half = (await file('recorded/systemd252-marks.txt')).slice(0, 90);
    const bytes = '{"__REALTIME_TIMESTAMP":"1","MESSAGE":[80,81],"_BOOT_ID":null}';
    for (const text of ['', half, bytes, '-- No entries --', '{}', '{"MESSAGE":null}']) {
      expect(parseMarks(text)).toEqual({ coredumps: [], uncleanRestarts: 0 });
      expect(parseKernelMessages(text)).toEqual([]);
    }
  });
});

describe('files of syslog (documented)', () => {
  it('are read with both kinds of date, and only what the kernel wrote', async () => {
    const debian = parseSyslog(await file('documented/kern.log.txt'), NOW);
    expect(words(debian)).toEqual(['program thunderbird', 'memory java']);
    expect(new Date(debian[0]?.at ?? 0).toISOString()).toBe('2026-11-20T09:00:00.123Z');
    const alpine = parseSyslog(await file('documented/messages-rfc3164.txt'), NOW);
    expect(words(distinct(alpine))).toEqual(['program old', 'kernel kernel']);
    expect(alpine[0]?.at).toBe(new Date(2026, 10, 9, 8).getTime());
  });

  it('put a December that is read in January into the year before', () => {
    const now = new Date(2027, 0, 2).getTime();
    const [crash] = parseSyslog('Dec 31 23:00:00 pc kernel: a[1]: segfault at 0', now);
    expect(crash?.at).toBe(new Date(2026, 11, 31, 23).getTime());
  });
});

describe('the buffer of the kernel', () => {
  it('knows whether it still holds the start (documented)', async () => {
    const whole = await file('documented/dmesg.txt');
    const crash = '[   60.000000] a[1]: segfault at 0 ip 0\n';
    expect(parseDmesg(whole, 0)).toEqual({ crashes: [], isWhole: true });
    expect(parseDmesg(crash, 1_000)).toEqual({
      crashes: [{ kind: 'program', at: 61_000, name: 'a', pid: 1 }],
      isWhole: false,
    });
    expect(parseDmesg('dmesg: read kernel buffer failed', 0)).toBeUndefined();
  });
});

/** The layout of utmp(5) on x86-64, checked with utmpdump(1); `wide` as on 64-bit ARM. */
function wtmpRecord(type: number, user: string, at: number, wide = false): Buffer {
  const record = Buffer.alloc(wide ? 400 : 384);
  record.writeInt16LE(type, 0);
  record.write('~', 8);
  record.write(user, 44);
  record.writeUInt32LE(at / 1000, wide ? 344 : 340);
  return record;
}
const wtmp = (wide = false) =>
  Buffer.concat([
    wtmpRecord(2, 'reboot', NOW - 30 * HOUR_MS, wide),
    wtmpRecord(1, 'shutdown', NOW - 20 * HOUR_MS, wide),
    wtmpRecord(2, 'reboot', NOW - 19 * HOUR_MS, wide),
    wtmpRecord(7, 'anna', NOW - 18 * HOUR_MS, wide),
    wtmpRecord(2, 'reboot', NOW - HOUR_MS, wide),
  ]);

describe('records of starts', () => {
  it.each([false, true])('tell a shutdown from a power cut (wide: %p)', (wide) => {
    expect(parseWtmp(wtmp(wide))).toEqual([
      { at: NOW - 19 * HOUR_MS, isClean: true },
      { at: NOW - HOUR_MS, isClean: false },
    ]);
  });

  it('are not seen in other bytes', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(100), Buffer.alloc(384, 0x41)]) {
      expect(parseWtmp(bytes)).toBeUndefined();
    }
  });
});

describe('section reliability', () => {
  const aMachine = madeMachines();
  const marks = 'journalctl --quiet --no-pager --output=json --output-fields=MESSAGE_ID';
  const access = 'journalctl --quiet --no-pager --output=json --output-fields=_TRANSPORT';
  const kernel = 'journalctl --quiet --no-pager --output=json --output-fields=MESSAGE ';
  const noJournal = { journalctl: { failed: 'journalctl is not installed' } };
  const noDmesg = { dmesg: { failed: 'dmesg: Operation not permitted' } };
  const none = { failed: 'journalctl failed (exit code 1)', exitCode: 1 };

  it('counts what went down, from the journal', async () => {
    const probe = await aMachine({
      programs: {
        [access]: '{"_TRANSPORT":"kernel"}\n',
        [marks]: await file('recorded/systemd252-marks.txt'),
        [kernel]: await file('recorded/systemd252-kernel.txt'),
      },
      now: NOW,
    });
    expect(await reliability(probe)).toEqual({
      kind: 'read',
      summary:
        '2 programs crashed (firefox, gimp), 2 programs ended for lack of memory (java, node), ' +
        '1 restart without a shutdown in the last 7 days',
      fields: { stability_index: null, recent_crashes: 5 },
    });
  });

  it('is calm when the journal holds nothing, and only if it may be read', async () => {
    const calm = { [marks]: '', [kernel]: none, [access]: '{"_TRANSPORT":"kernel"}\n' };
    expect(await reliability(await aMachine({ programs: calm, now: NOW }))).toMatchObject({
      summary: 'nothing crashed in the last 7 days',
      fields: { recent_crashes: 0 },
    });
    const young = { [`${access} --lines=1 --until`]: '', ...calm };
    expect(await reliability(await aMachine({ programs: young, now: NOW }))).toMatchObject({
      summary: 'nothing crashed in the last 7 days; the journal is younger than that',
    });
    const hidden = await aMachine({ programs: { ...calm, [access]: '', ...noDmesg }, now: NOW });
    await expect(reliability(hidden)).rejects.toThrow('shows no messages of the kernel');
  });

  it('does not take a journalctl that cannot search for a calm one', async () => {
    const said = 'Compiled without pattern matching support';
    const programs = {
      [marks]: '',
      [access]: '{}',
      [kernel]: { failed: `journalctl: ${said} (exit code 1)`, said, exitCode: 1 },
      ...noDmesg,
    };
    await expect(reliability(await aMachine({ programs, now: NOW }))).rejects.toThrow(said);
  });

  it('reads the files of syslog and wtmp where there is no journal', async () => {
    const probe = await aMachine({
      files: {
        '/var/log/kern.log': await file('documented/kern.log.txt'),
        '/var/log/wtmp': wtmp(),
      },
      programs: noJournal,
      now: NOW,
    });
    expect(await reliability(probe)).toMatchObject({
      summary:
        '1 program crashed (thunderbird), 1 program ended for lack of memory (java), ' +
        '1 restart without a shutdown in the last 7 days',
      fields: { recent_crashes: 3 },
    });
  });

  it('reports what the buffer of the kernel still holds, and how far back that goes', async () => {
    const machine = async (uptime: number, crash = '') => ({
      files: { '/proc/uptime': `${uptime}.00 1.0\n`, '/var/log/wtmp': '' },
      programs: { ...noJournal, dmesg: `${await file('documented/dmesg.txt')}${crash}` },
      now: NOW,
    });
    const crash = '[ 3600.000000] gimp[7]: segfault at 0 ip 0\n';
    expect(await reliability(await aMachine(await machine(7_200, crash)))).toMatchObject({
      summary:
        '1 program crashed (gimp) in the last 7 days; nothing is known of before the start ' +
        '2 h 0 min ago; nothing tells how it was shut down',
      fields: { recent_crashes: 1 },
    });
    // No crash since this morning is not a calm week.
    await expect(reliability(await aMachine(await machine(7_200)))).rejects.toThrow(
      'dmesg shows no crash, but nothing is known of before the start 2 h 0 min ago',
    );
    expect(await reliability(await aMachine(await machine(8 * 86_400)))).toMatchObject({
      fields: { recent_crashes: 0 },
    });
  });

  it('is unreadable where nothing tells', async () => {
    const probe = await aMachine({ programs: { ...noJournal, ...noDmesg } });
    await expect(reliability(probe)).rejects.toThrow(
      'nothing tells of crashes here: journalctl is not installed; there is no ' +
        '/var/log/kern.log, /var/log/messages, /var/log/syslog; dmesg: Operation not permitted',
    );
  });

  it('warns from 20 on', () => {
    const fields = { stability_index: null, recent_crashes: 20 };
    expect(sectionStatus('reliability', { status: 'ok', summary: '', ...fields }, NOW)).toBe(
      'warn',
    );
  });
});
