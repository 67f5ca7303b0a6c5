import { effectWords } from '@kenny/contract/web';
import { ALL_REMEDIES as all, fixTitle, isHarmlessFix } from './index.js';
import { tellCall } from './told-call.js';

const RECEPTION = { name: 'Reception', os: 'windows' } as const;
const told = (
  call: Parameters<typeof tellCall>[0],
  pc: Parameters<typeof tellCall>[1] = RECEPTION,
) => {
  const { sentence, effects } = tellCall(call, pc, all);
  const words = sentence.map(({ text }) => text).join('');
  return { words, effects: effects && effectWords(effects).join(', ') };
};

describe('what whoever approves a call is told of it', () => {
  const script = 'Set-NetFirewallProfile -All -Enabled True';
  const call = { tool: 'powershell_exec', args: { script, timeout_s: 30 } };

  it('is that it is our own fix, and what that does', () => {
    expect(told(call)).toEqual({
      words: 'Turns on the firewall on Reception. This is kenny’s own fix.',
      effects: 'deletes nothing, running it again does no harm, does not use the internet',
    });
  });

  it('promises nothing where the system is not known, or is another', () => {
    for (const os of [undefined, 'linux'] as const) {
      const { words, effects } = told(call, { name: 'Reception', os });
      expect(words).toContain('may change or delete anything');
      expect(effects).toBeUndefined();
    }
  });

  it('is called like our own fix, else like its tool', () => {
    expect(tellCall(call, RECEPTION, all).title).toBe('Turn on the firewall');
    expect(fixTitle('windows', call)).toBe('Turn on the firewall');
    expect(fixTitle('linux', call)).toBeUndefined();
    const other = { ...call, args: { ...call.args, script: `${script}; whoami` } };
    expect(tellCall(other, RECEPTION, all).title).toBe('Run a PowerShell script');
  });

  it('is harmless where it is our own fix to the letter, and nobody loses anything by it', () => {
    expect(isHarmlessFix('windows', call)).toBe(true);
    expect(isHarmlessFix('linux', call)).toBe(false);
    const more = { ...call, args: { ...call.args, script: `${script} ` } };
    expect(isHarmlessFix('windows', more)).toBe(false);
    const harmless = all.filter((one) => isHarmlessFix(one.os, one)).map(({ title }) => title);
    expect([...new Set(harmless)].sort()).toEqual([
      'Follow a time server',
      'Restart the print service',
      'Set the clock',
      'Turn on real-time protection',
      'Turn on the firewall',
    ]);
  });

  it('is what a plain command does, on any system', () => {
    const df = { tool: 'shell_exec', args: { command: 'df -h' } };
    expect(told(df, { name: 'nas' })).toEqual({
      words: 'Shows how full the disks of nas are.',
      effects: 'changes nothing, does not use the internet',
    });
  });

  it.each(all.map((one) => [one.title, one] as const))('is known of “%s”', (_, { effects }) => {
    for (const words of effectWords(effects)) expect(words).toMatch(/^[a-zD][^.]*[^.]$/);
  });
});
