import { check, describeIssues, type LoggedEvent } from '@kenny/contract/agent';
import { madeMachines, type Machine } from '../../../test/collectors/made-machine.js';
import { Unreadable } from '../../collectors/index.js';
import { readEvents } from './event-log.js';
import { parseJournal } from './journal-entries.js';
import { parseSyslog } from './syslog-lines.js';

const makeMachine = madeMachines();
const NOW = Date.parse('2026-11-21T12:00:00Z');

async function read(machine: Machine, log: string, count = 10): Promise<LoggedEvent[]> {
  const events = await readEvents(await makeMachine(machine), log, count);
  expect(describeIssues(check('result:diag_eventlog', { events: structuredClone(events) }))).toBe(
    '',
  );
  return events;
}

/** Form of `journalctl -o json` as its manual describes it. */
const entry = (message: unknown, rest: object = {}): string =>
  JSON.stringify({
    __CURSOR: 's=1',
    __REALTIME_TIMESTAMP: '1795262400000000',
    PRIORITY: '4',
    SYSLOG_IDENTIFIER: 'sshd',
    MESSAGE: message,
    ...rest,
  });

const ANY = 'journalctl --no-pager';
const NO_JOURNAL = { failed: 'journalctl: No journal files were found. (exit code 1)' };

describe('the events of a systemd PC', () => {
  it('come from the journal with time, level, source and message', async () => {
    const machine = { programs: { [ANY]: `${entry('Failed password')}\n${entry('second')}\n` } };
    expect(await read(machine, 'system')).toEqual([
      {
        time: '2026-11-21T12:00:00.000Z',
        level: 'warning',
        source: 'sshd',
        message: 'Failed password',
      },
      expect.objectContaining({ message: 'second' }),
    ]);
  });

  it.each([
    ['system', ''],
    ['auth', ' SYSLOG_FACILITY=4 + SYSLOG_FACILITY=10'],
    ['kernel', ' _TRANSPORT=kernel'],
    ['ssh.service', ' --unit=ssh.service'],
    ['user@1000.service', ' --unit=user@1000.service'],
  ])('of %s are asked for with%s and nothing else', async (log, matches) => {
    const command =
      'journalctl --no-pager --quiet --all --reverse --output=json ' +
      '--output-fields=MESSAGE,PRIORITY,SYSLOG_IDENTIFIER,_COMM,_SYSTEMD_UNIT --lines=7';
    const machine = { programs: { [`${command}${matches}`]: entry('x') } };
    expect(await read(machine, log, 7)).toHaveLength(1);
  });

  it.each(['-f', '--since=today', 'a b', 'ssh*', 'ssh[0-9]', '?', '../x', 'a/b', '', '+', 'x\n'])(
    'are refused for %j: that is no unit',
    async (log) => {
      await expect(read({}, log)).rejects.toMatchObject({ code: 'bad_args' });
    },
  );

  it('of a unit that does not exist are not found', async () => {
    const machine = { programs: { [ANY]: '', 'systemctl show': 'not-found\n' } };
    await expect(read(machine, 'nope')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of a silent unit are none, when the journal itself has something', async () => {
    const quiet = `${ANY} --quiet --all --reverse --output=json`;
    const fields = '--output-fields=MESSAGE,PRIORITY,SYSLOG_IDENTIFIER,_COMM,_SYSTEMD_UNIT';
    const machine = {
      programs: {
        [`${quiet} ${fields} --lines=10 --unit=quiet`]: '',
        [`${quiet} ${fields} --lines=1`]: entry('somebody else'),
        'systemctl show': 'loaded\n',
      },
    };
    expect(await read(machine, 'quiet')).toEqual([]);
  });

  it('are an error with the reason, never an empty list, when the journal is empty', async () => {
    const machine = { programs: { [ANY]: '', tail: { failed: 'tail: cannot open' } } };
    await expect(read(machine, 'system')).rejects.toThrow(Unreadable);
    const unit = { programs: { [ANY]: '', 'systemctl show': { failed: 'no systemd' } } };
    await expect(read(unit, 'ssh')).rejects.toThrow(/journal is empty/);
  });
});

describe('the events of a PC without a journal', () => {
  const LINES = [
    'Nov 20 09:00:00 pc CRON[12]: (root) CMD (true)',
    '2026-11-21T10:00:00.5+01:00 pc sshd[7]: Accepted publickey',
    'something else entirely',
  ].join('\n');

  it('come from the text files of /var/log, newest first', async () => {
    const machine = {
      programs: {
        [ANY]: NO_JOURNAL,
        'tail -c 524288 /var/log/auth.log': { failed: 'tail: not there' },
        'tail -c 524288 /var/log/secure': `${LINES}\n`,
      },
    };
    const events = await read(machine, 'auth', 2);
    expect(events).toEqual([
      { time: '', level: 'unknown', source: '', message: 'something else entirely' },
      {
        time: '2026-11-21T09:00:00.500Z',
        level: 'unknown',
        source: 'sshd',
        message: 'Accepted publickey',
      },
    ]);
  });

  it('are an error that names both when there are no files either', async () => {
    const machine = { programs: { [ANY]: NO_JOURNAL, tail: { failed: 'tail: cannot open' } } };
    await expect(read(machine, 'kernel')).rejects.toThrow(/No journal files.*kern\.log/);
    await expect(read(machine, 'ssh')).rejects.toThrow(/No journal files/);
  });
});

describe('parseJournal', () => {
  it('reads bytes, repeated fields and missing ones', () => {
    const lines = [
      entry([72, 105, 255]),
      entry(['one', 'two']),
      entry(null, { PRIORITY: '9', SYSLOG_IDENTIFIER: undefined, _COMM: 'bash' }),
      entry('x', { __REALTIME_TIMESTAMP: 'soon' }),
    ];
    expect(parseJournal(lines.join('\n'), 10)).toEqual([
      expect.objectContaining({ message: 'Hi\ufffd' }),
      expect.objectContaining({ message: 'one\ntwo' }),
      expect.objectContaining({ message: '', level: 'unknown', source: 'bash' }),
      expect.objectContaining({ time: '' }),
    ]);
  });

  it('leaves out a line that was cut, and keeps to the count and the caps', () => {
    const text = `${entry('m'.repeat(20_000))}\n${entry('b')}\n${entry('c').slice(0, 40)}`;
    const events = parseJournal(text, 10);
    expect(events.map(({ message }) => message.length)).toEqual([8_000, 1]);
    expect(parseJournal(text, 1)).toHaveLength(1);
  });
});

describe('parseSyslog', () => {
  it('gives a classic date the year that does not lie ahead', () => {
    const at = (line: string): string | undefined => parseSyslog(line, 1, NOW)[0]?.time;
    expect(at('Nov 21 11:00:00 pc a: b')?.slice(0, 10)).toBe('2026-11-21');
    expect(at('Dec 31 11:00:00 pc a: b')?.slice(0, 10)).toBe('2025-12-31');
    expect(at('Nov  1 11:00:00 pc a: b')?.slice(0, 10)).toBe('2026-11-01');
  });
});
