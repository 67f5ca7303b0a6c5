import { namesIn, sentenceOf, TOOLS, CATALOG, type AnyTool } from './index.js';
import { TOOL_SENTENCES } from './generated/sentences.js';

const inWords = (tool: string, args: Record<string, unknown>, pc = 'Reception'): string =>
  sentenceOf(tool, args, pc)
    .map(({ text }) => text)
    .join('');

describe('the sentence of a call', () => {
  const agentTools: readonly AnyTool[] = TOOLS.filter(({ where }) => where === 'agent');

  it.each(agentTools.map(({ name }) => name))('names the PC and arguments of %s alone', (name) => {
    const schema = CATALOG.tools.find((tool) => tool.name === name)?.args;
    const known = ['pc', ...Object.keys(schema?.['properties'] ?? {})];
    const sentences = TOOL_SENTENCES[name] ?? [];
    expect(sentences).not.toEqual([]);
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(namesIn(sentence)).toContain('pc');
      expect(namesIn(sentence).filter((one) => !known.includes(one))).toEqual([]);
    }
  });

  it.each(agentTools.map(({ name }) => name))('is there for every call of %s', (name) => {
    const schema = CATALOG.tools.find((tool) => tool.name === name)?.args ?? {};
    const required = (schema['required'] ?? []) as string[];
    const least = Object.fromEntries(required.map((argument) => [argument, 'x']));
    expect(inWords(name, least)).toContain('Reception');
  });

  it('says what the call gives, and takes the other sentence without it', () => {
    expect(inWords('winget_update', { id: 'Mozilla.Firefox' })).toBe(
      'Updates Mozilla.Firefox on Reception.',
    );
    expect(inWords('winget_update', {})).toBe('Updates all apps on Reception that have an update.');
    expect(inWords('disk_clean', { targets: ['temp', 'trash'] })).toBe(
      'Deletes on Reception, for good: temporary files, trash or recycle bin.',
    );
  });

  it('says what a fix of ours does, rather than to beware of its script', () => {
    const told = (script: string, fix: string) =>
      sentenceOf('powershell_exec', { script }, 'Reception', fix)
        .map(({ text }) => text)
        .join('');
    expect(told('Set-NetFirewallProfile -All', 'Turn on the firewall')).toBe(
      'Turns on the firewall on Reception. This is kenny’s own fix.',
    );
    expect(told('Start-MpScan', 'Run a quick scan')).toBe(
      'Runs a quick scan on Reception. This is kenny’s own fix.',
    );
    expect(told('Restart-Service Spooler', 'Restart the print spooler')).toBe(
      'Restarts the Print Spooler on Reception. Printing stops for a few seconds. This is kenny’s own fix.',
    );
  });

  it('keeps what the call gives apart from its own words, and short', () => {
    const name = `x” on another PC. Changes nothing. ${'y'.repeat(200)}`;
    const pieces = sentenceOf('net_adapter_reset', { name }, '{name}');
    const given = pieces.filter((piece) => piece.given).map(({ text }) => text);
    expect(given[0]).toBe(`${name.slice(0, 80)}…`);
    expect(given.slice(1)).toEqual(['{name}', '{name}']);
  });

  it.each([
    [
      'powershell_exec',
      { script: 'Restart-Service -Name Spooler -Force' },
      'Restarts the Print Spooler on Reception, and what depends on it. Printing stops for a few seconds.',
    ],
    [
      'powershell_exec',
      { script: "stop-service 'W32Time'\r\n" },
      'Stops the service W32Time on Reception, until somebody starts it again.',
    ],
    [
      'shell_exec',
      { command: 'sudo systemctl restart cups.service' },
      'Restarts the printing service on Reception. Printing stops for a few seconds.',
    ],
    ['shell_exec', { command: 'df -h /' }, 'Shows how full the disks of Reception are.'],
  ])('says of a plain command of %s what it does: %j', (tool, args, words) => {
    expect(inWords(tool, args)).toBe(words);
  });

  it.each([
    ['powershell_exec', { script: 'Restart-Service Spooler; rm C:\\' }],
    ['powershell_exec', { script: 'Restart-Service Spooler\nwhoami' }],
    ['powershell_exec', { script: 'Restart-Service Sp*' }],
    ['powershell_exec', { script: 'Restart-Service $(whoami)' }],
    ['powershell_exec', { script: 'Restart-Service -Force' }],
    ['powershell_exec', { script: 'Restart-Service\u00a0Spooler' }],
    ['shell_exec', { command: 'systemctl start poweroff.target' }],
    ['shell_exec', { command: 'df -h / && reboot' }],
    ['shell_exec', { command: 'df -h /\n\n' }],
  ])('promises nothing of a script of %s that is more than that: %j', (tool, args) => {
    expect(inWords(tool, args)).toMatch(/^Runs this (PowerShell script|command) on Reception\./);
  });

  it('says nothing of a tool that is not known', () => {
    for (const name of ['toString', '__proto__', 'nothing']) expect(inWords(name, {})).toBe('');
  });
});
