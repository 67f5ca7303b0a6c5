import type { PolicyRule } from '@kenny/contract/agent';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordingLog } from '../../test/recording-log.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { AgentGuard } from './agent-guard.js';

const folder = temporaryFolder();
const file = (): string => join(folder.path, 'agent.policy.json');

const rule: PolicyRule = {
  id: 'op_no_figlet',
  applies_to: 'posix',
  pattern: '(?i)\\bfiglet\\b',
  reason: 'operator: no banners',
};
const figlet = { command: 'figlet hi' };
const wipe = { command: 'rm -rf /' };

async function load(): Promise<{ guard: AgentGuard; texts: () => string[] }> {
  const { log, texts } = recordingLog();
  const guard = await AgentGuard.load({
    file: file(),
    serverHost: 'kenny.example',
    os: 'linux',
    log,
  });
  return { guard, texts };
}

describe('the guard of this PC', () => {
  it('has its built-in rules before it ever met a server, and names the rule', async () => {
    const { guard } = await load();
    expect((await guard.judge('shell_exec', wipe))?.message).toMatch(
      /^refused by agent safety policy: \S+: \S/,
    );
    expect(await guard.judge('shell_exec', { command: 'uptime' })).toBeUndefined();
  });

  it('keeps the rules of the operators for the next start, in a private file', async () => {
    const { guard } = await load();
    expect(await guard.judge('shell_exec', figlet)).toBeUndefined();
    guard.replaceRules([rule]);
    expect((await guard.judge('shell_exec', figlet))?.message).toContain('op_no_figlet');
    await guard.flush();
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await (await load()).guard.judge('shell_exec', figlet))?.message).toContain(
      'op_no_figlet',
    );
  });

  it('can be loosened by no list: an empty one leaves the built-in rules', async () => {
    const { guard } = await load();
    guard.replaceRules([rule]);
    guard.replaceRules([]);
    expect(await guard.judge('shell_exec', figlet)).toBeUndefined();
    expect(await guard.judge('shell_exec', wipe)).toBeDefined();
    await guard.flush();
    expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({ rules: [] });
  });

  it('judges by the rules that came last, however quickly they follow each other', async () => {
    const { guard } = await load();
    const verdicts = [[rule], [], [rule]].map((rules) => {
      guard.replaceRules(rules);
      return guard.judge('shell_exec', figlet);
    });
    expect((await Promise.all(verdicts)).at(-1)?.message).toContain('op_no_figlet');
    await guard.flush();
  });

  it('skips a rule that does not compile, says so, and uses the others', async () => {
    const { guard, texts } = await load();
    guard.replaceRules([{ ...rule, id: 'op_bad', pattern: '(' }, rule]);
    expect((await guard.judge('shell_exec', figlet))?.message).toContain('op_no_figlet');
    expect(texts()).toContain('a custom rule is skipped');
    await guard.flush();
  });

  it.each(['garbage', '{}', '{"rules":[{"id":"x"}]}', '[]'])(
    'starts with the built-in rules when the kept ones are %j',
    async (content) => {
      await writeFile(file(), content);
      const { guard, texts } = await load();
      expect(texts()).toContain('the saved custom rules cannot be used');
      expect(await guard.judge('shell_exec', wipe)).toBeDefined();
    },
  );

  it('counts new rules at once even when they cannot be kept', async () => {
    const { log, texts } = recordingLog();
    const missing = join(folder.path, 'no', 'such', 'folder.json');
    const options = { file: missing, serverHost: 'x', os: 'linux' as const, log };
    const guard = await AgentGuard.load(options);
    guard.replaceRules([rule]);
    expect(await guard.judge('shell_exec', figlet)).toBeDefined();
    await guard.flush();
    expect(texts()).toContain('the custom rules cannot be saved');
  });
});
