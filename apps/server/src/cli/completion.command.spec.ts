import { Command } from 'commander';
import { spawnSync } from 'node:child_process';
import { CliWorld } from '../../test/cli-world.js';
import { tempDirs } from '../../test/temp-dir.js';
import { commandTree } from './completion/command-tree.js';
import { completionScript, SHELLS } from './completion/shell-scripts.js';

const tempDir = tempDirs();

async function scriptFor(shell: string): Promise<string> {
  const { code, out } = await new CliWorld(tempDir()).run('completion', shell);
  expect(code).toBe(0);
  return out;
}

/** What bash itself offers after these words; the last one is being typed. */
function offered(script: string, ...words: string[]): string[] {
  const line = ['kenny', ...words].map((word) => `'${word}'`).join(' ');
  const program = `${script}\nCOMP_WORDS=(${line})\nCOMP_CWORD=${words.length}\n_kenny\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', program], {
    encoding: 'utf8',
  });
  if (status !== 0 || stderr !== '') throw new Error(stderr);
  return stdout.split('\n').filter((word) => word !== '');
}

describe('kenny completion', () => {
  it('offers in bash what the program itself has, at every place', async () => {
    const script = await scriptFor('bash');
    expect(offered(script, '')).toEqual(
      expect.arrayContaining(['agent', 'approvals', 'audit', 'policy', 'tool', '--json']),
    );
    expect(offered(script, 'app')).toEqual(['approvals']);
    expect(offered(script, 'approvals', 'w')).toEqual(['watch']);
    expect(offered(script, '--json', 'agent', 'sh')).toEqual(['show']);
    expect(offered(script, 'approvals', 'list', '--st')).toEqual(['--state']);
    expect(offered(script, 'approvals', 'list', '--state', 'pen')).toEqual(['pending']);
    expect(offered(script, 'audit', 'tail', '--fo')).toEqual(['--follow']);
    expect(offered(script, 'completion', 'f')).toEqual(['fish']);
    expect(offered(script, 'tool', 'run', '--agent', '')).toEqual([]);
  });

  it.each(SHELLS)('writes for %s every command and option there is', async (shell) => {
    const script = await scriptFor(shell);
    for (const word of ['audit tail', 'policy test', 'tool run']) expect(script).toContain(word);
    for (const flag of ['state', 'json-args', 'follow']) expect(script).toContain(flag);
  });

  it('knows no other shell', async () => {
    const { code, err } = await new CliWorld(tempDir()).run('completion', 'tcsh');
    expect(code).toBe(2);
    expect(err).toContain('bash, zsh, fish');
  });

  it('keeps what is in a description from becoming a part of the script', () => {
    const program = new Command('kenny');
    program.command('x').description("'; touch /tmp/boo; echo '");
    for (const shell of SHELLS) {
      const script = completionScript(shell, commandTree(program));
      expect(script).not.toContain("d '';");
    }
  });
});

describe.each([['zsh'], ['fish']])('the script for %s', (shell) => {
  const isThere = spawnSync(shell, ['-c', 'true']).status === 0;
  if (!isThere) console.warn(`${shell} is not installed here: nobody reads its script.`);

  (isThere ? it : it.skip)('is read without a fault', async () => {
    const options = shell === 'fish' ? ['--no-execute'] : ['-n'];
    const { status, stderr } = spawnSync(shell, options, {
      input: await scriptFor(shell),
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});
