import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { processes, readProcesses } from './linux.js';
import { fullName, parseProcessStat, parseResidentBytes } from './stat.js';

const stat = (pid: number, name: string, { ticks = 0, state = 'S', started = 100 } = {}) =>
  `${pid} (${name}) ${state} 1 1 1 0 -1 0 0 0 0 0 ${ticks} 0 0 0 20 0 1 0 ${started} 0 0 0`;
const status = (kib: number) => `Name:\tx\nVmRSS:\t  ${kib} kB\nThreads:\t1\n`;

describe('what /proc says of a process', () => {
  it('reads a recorded stat and status', async () => {
    const text = await recorded('processes/recorded/debian12-stat.txt');
    expect(parseProcessStat(text)).toEqual({ name: 'cat', state: 'R', ticks: 0, started: 286552 });
    expect(
      parseResidentBytes(await recorded('processes/recorded/debian12-status.txt')),
    ).toBeGreaterThan(100_000);
  });

  it.each([') R 1 (', 'a b', ')('])('takes brackets and blanks in a name: %j', (name) => {
    expect(parseProcessStat(stat(7, name))?.name).toBe(name);
  });

  it.each(['', '7', '7 (a', '7 (a)', '7 (a) S 1', 'x'.repeat(5000), '7 (a) \u0000 NaN'])(
    'takes nothing from %j',
    (text) => expect(parseProcessStat(text)).toBeUndefined(),
  );

  it.each([
    ['node', '/usr/bin/node\0--secret\0', 'node'],
    ['gnome-terminal-', '/usr/libexec/gnome-terminal-server\0', 'gnome-terminal-server'],
    ['npm rebuild sql', 'npm rebuild sqlite3', 'npm rebuild sqlite3'],
    ['kworker/u8:1-ev', '', 'kworker/u8:1-ev'],
    ['fifteen-letters', 'something else\0', 'fifteen-letters'],
  ])('completes %j', (short, cmdline, name) => expect(fullName(short, cmdline)).toBe(name));
});

describe('section processes', () => {
  const aMachine = madeMachines();

  it('lists the fifteen with the most memory, largest first, and counts all', async () => {
    const files: Record<string, string> = { '/proc/version': 'Linux' };
    for (let pid = 1; pid <= 40; pid += 1) {
      files[`/proc/${pid}/stat`] = stat(pid, `p${pid}`);
      files[`/proc/${pid}/status`] = status(pid * 1024);
    }
    const read = await processes(await aMachine({ files }));
    expect(read).toMatchObject({
      summary: '40 processes, largest p40 40 MiB, p39 39 MiB',
      fields: { count: 40 },
    });
    const { processes: shown } = await readProcesses(await aMachine({ files }), 15);
    expect(shown.map(({ pid }) => pid)).toEqual(Array.from({ length: 15 }, (_, i) => 40 - i));
  });

  it('measures the processor share over the sample, and null for what ended or was replaced', async () => {
    const probe = await aMachine({
      files: {
        ...{ '/proc/1/stat': stat(1, 'busy'), '/proc/1/status': status(3) },
        ...{ '/proc/2/stat': stat(2, 'gone'), '/proc/2/status': status(2) },
        ...{ '/proc/3/stat': stat(3, 'reused'), '/proc/3/status': status(1) },
      },
    });
    const later: Record<string, string | undefined> = {
      '/proc/1/stat': stat(1, 'busy', { ticks: 25 }),
      '/proc/3/stat': stat(3, 'reused', { started: 999 }),
    };
    const { pause } = probe;
    probe.pause = async (ms) => {
      await pause(ms);
      probe.files.attribute = (path) => Promise.resolve(later[path]);
    };
    const read = await readProcesses(probe, 15);
    expect(read.processes.map(({ name, cpu }) => [name, cpu])).toEqual([
      ['busy', 50],
      ['gone', null],
      ['reused', null],
    ]);
  });

  it('does not count zombies, and says when /proc hides the processes of others', async () => {
    const probe = await aMachine({
      files: {
        '/proc/8/stat': stat(8, 'mine'),
        '/proc/8/status': status(10),
        '/proc/9/stat': stat(9, 'dead', { state: 'Z' }),
        '/proc/9/status': 'Name:\tdead\n',
      },
    });
    expect(await processes(probe)).toMatchObject({
      summary: "1 process that the agent's account may see, largest mine 10 KiB",
    });
  });

  it('never asks for the command line of a process that hangs in the kernel', async () => {
    const name = 'fifteen-letters';
    const probe = await aMachine({
      files: { '/proc/1/stat': stat(1, name, { state: 'D' }), '/proc/1/status': status(1) },
    });
    const asked = jest.spyOn(probe.files, 'attribute');
    await readProcesses(probe, 15);
    expect(asked.mock.calls.flat()).not.toContain('/proc/1/cmdline');
  });

  it('is unreadable when /proc is empty', async () => {
    const probe = await aMachine({ files: { '/proc': null } });
    expect(await processes(probe)).toMatchObject({ kind: 'unreadable' });
  });
});
