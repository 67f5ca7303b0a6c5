import { familyOf } from './end-helpers.js';

const AGENT = 'kenny-agent.exe';
const process = (pid: number, parent: number, name = AGENT) => ({ pid, parent, name });

const NSSM = process(10, 1, 'nssm.exe');
const SERVICE = process(20, 10);
const IN_JOB = process(30, 20);
const ENDING = process(40, 30, 'Kenny-Agent.exe');
const COLLECT = process(50, 20);
const POWERSHELL = process(60, 50, 'powershell.exe');
const EXPLORER = process(70, 2, 'explorer.exe');
const AT_LOGON = process(80, 70);
const LAUNCHED = process(90, 4711);

const ALL = [NSSM, SERVICE, IN_JOB, ENDING, COLLECT, POWERSHELL, EXPLORER, AT_LOGON, LAUNCHED];

describe('who is spared when helpers are ended', () => {
  it('is the service that asked for it, and what it does meanwhile', () => {
    const family = [SERVICE, IN_JOB, ENDING, COLLECT, POWERSHELL].map(({ pid }) => pid);
    expect([...familyOf(ENDING.pid, ALL)].sort()).toEqual(family);
  });

  it('is nobody of another parent: who was started at a logon, or by a process that is gone', () => {
    const family = familyOf(ENDING.pid, ALL);
    expect([AT_LOGON, LAUNCHED, NSSM, EXPLORER].filter(({ pid }) => family.has(pid))).toEqual([]);
  });

  it('is found although numbers of processes are used again in a circle', () => {
    const circle = [process(1, 3), process(2, 1), process(3, 2)];
    expect([...familyOf(3, circle)].sort()).toEqual([1, 2, 3]);
  });

  it('is nobody when we are not in the list', () => {
    expect(familyOf(4711, ALL).size).toBe(0);
  });
});
