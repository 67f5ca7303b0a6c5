import { check } from '@kenny/contract/agent';
import { REMEDIES } from './index.js';
import { likeCall, remedyOf, sameCall } from './same-call.js';

describe('which remedy a call is', () => {
  const all = Object.values(REMEDIES).flat();
  const script = 'Start-MpScan -ScanType QuickScan';
  const tool = 'powershell_exec';

  it('is found by its tool and all of its arguments, in any order', () => {
    const call = { tool, args: { timeout_s: 600, script } };
    expect(remedyOf(all, 'windows', call)?.title).toBe('Run a quick scan');
  });

  it.each([
    ['another system', 'linux', { script, timeout_s: 600 }],
    ['no known system', undefined, { script, timeout_s: 600 }],
    ['a line more', 'windows', { script: `${script}\nRemove-Item C:\\ -Recurse`, timeout_s: 600 }],
    ['an argument less', 'windows', { script }],
    ['an argument more', 'windows', { script, timeout_s: 600, elevated: true }],
  ])('is none with %s', (_what, os, args) => {
    expect(remedyOf(all, os, { tool, args })).toBeUndefined();
  });

  it.each([
    ['windows', 'Turn on real-time protection'],
    ['linux', 'Restart the print service'],
  ])('is found as the server froze it, with every default: on %s, “%s”', (os, title) => {
    const remedy = all.find((one) => one.os === os && one.title === title);
    if (!remedy) throw new Error(title);
    const args = { ...remedy.args };
    delete args['timeout_s'];
    // Fills them in.
    expect(check(`args:${remedy.tool}`, args)).toEqual([]);
    expect(remedyOf(all, os, { tool: remedy.tool, args })?.title).toBe(title);
  });

  it('is none where a person chooses', () => {
    expect(remedyOf(all, 'windows', { tool: 'disk_clean', args: {} })).toBeUndefined();
  });

  it('reads as a sentence with an s behind its first word', () => {
    for (const { title } of all) expect(title).toMatch(/^[A-Z][a-z]+[^shxyz ] /);
  });

  it('tells calls of another tool apart', () => {
    expect(sameCall({ tool: 'a', args: {} }, { tool: 'b', args: {} })).toBe(false);
  });
});

describe('calls that are alike', () => {
  const clean = (targets: readonly string[]) => ({ tool: 'disk_clean', args: { targets } });

  it('are the same with the same list', () => {
    expect(sameCall(clean(['temp', 'trash']), clean(['temp', 'trash']))).toBe(true);
    expect(sameCall(clean(['temp']), clean(['temp', 'trash']))).toBe(false);
  });

  it('are the same in whichever order somebody chose what to empty, and of no other list', () => {
    expect(sameCall(clean(['trash', 'temp']), clean(['temp', 'trash']))).toBe(true);
    const kill = (pids: readonly number[]) => ({ tool: 'a', args: { pids } });
    expect(sameCall(kill([2, 1]), kill([1, 2]))).toBe(false);
    expect(sameCall(clean(['trash', 'a']), clean(['a', 'trash']))).toBe(false);
  });

  it('have all that the other says, and maybe more', () => {
    const restart = { tool: 'powershell_exec', args: { script: 'Restart-Service Spooler' } };
    const longer = { ...restart, args: { ...restart.args, timeout_s: 30 } };
    expect(likeCall(longer, restart)).toBe(true);
    expect(likeCall(restart, longer)).toBe(false);
    expect(likeCall({ ...longer, tool: 'shell_exec' }, restart)).toBe(false);
    expect(likeCall(clean(['temp']), { tool: 'disk_clean', args: {} })).toBe(true);
  });
});
