import { endWindowsTree, listIn } from './end-tree.js';

interface Running {
  pid: number;
  parent: number;
  name: string;
}

const LEADER = { pid: 10, parent: 1, name: 'cmd.exe' };
const CHILD = { pid: 20, parent: 10, name: 'ping.exe' };
const GRANDCHILD = { pid: 30, parent: 20, name: 'conhost.exe' };
const STRANGER = { pid: 40, parent: 1, name: 'explorer.exe' };

/** A Windows whose `taskkill` does what it is told to, and what is ended in it. */
function aWindows(running: Running[], taskkill: () => void = () => undefined) {
  const ended: number[] = [];
  return {
    ended,
    list: () => Promise.resolve(running.filter(({ pid }) => !ended.includes(pid))),
    taskkill: (pid: number) => {
      ended.push(-pid);
      taskkill();
      return Promise.resolve();
    },
    end: (pid: number) => void ended.push(pid),
  };
}

describe('a tree of processes on Windows', () => {
  it('is asked of Windows first, then its leader is ended, then who is left, and nobody else', async () => {
    const windows = aWindows([STRANGER, GRANDCHILD, CHILD, LEADER]);
    await endWindowsTree(10, windows);
    expect(windows.ended).toEqual([-10, 10, 20, 30]);
  });

  it('is found before Windows ends a part of it, since orphans name a parent that is gone', async () => {
    const running = [LEADER, CHILD, GRANDCHILD];
    const windows = aWindows(running, () => void running.splice(1, 1));
    await endWindowsTree(10, windows);
    expect(windows.ended).toEqual([-10, 10, 30]);
  });

  it('leaves a process alone that has got the number of one that is gone', async () => {
    const running = [LEADER, CHILD, GRANDCHILD];
    const windows = aWindows(running, () => {
      running.splice(1, 2, { ...CHILD, name: 'other.exe' }, { ...GRANDCHILD, parent: 1 });
    });
    await endWindowsTree(10, windows);
    expect(windows.ended).toEqual([-10, 10]);
  });

  it('has an end where numbers that were given away again form a ring', async () => {
    const windows = aWindows([{ ...LEADER, parent: 30 }, CHILD, GRANDCHILD]);
    await endWindowsTree(10, windows);
    expect(windows.ended).toEqual([-10, 10, 20, 30]);
  });

  it('loses its leader also where nobody can list anything', async () => {
    const windows = aWindows([]);
    await endWindowsTree(10, windows);
    expect(windows.ended).toEqual([-10, 10]);
  });
});

describe('the list of processes', () => {
  it('is what the child printed, without what is none', () => {
    const value = [CHILD, { pid: 'x' }, { pid: 0, parent: 0, name: 'idle' }, null];
    const line = JSON.stringify({ part: 'processTree', ok: true, value });
    expect(listIn(`{"ready":true}\r\n${line}\r\n`)).toEqual([CHILD]);
  });

  it.each(['', '{"ready":true}', '{"part":"processTree","ok":false,"reason":"no"}', '{"part":'])(
    'is empty for %j',
    (stdout) => expect(listIn(stdout)).toEqual([]),
  );
});
