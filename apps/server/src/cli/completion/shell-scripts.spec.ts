import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childProgram } from '../../../test/child-program.js';
import { aFleet, anApproval, aPc } from '../../../test/cli-answers.js';
import { FixtureServer } from '../../../test/cli-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { completionScript, type Shell } from './shell-scripts.js';

/** The scripts in the shells themselves, with `kenny` as a program of its own. */

const newDir = tempDirs();
let program: Awaited<ReturnType<typeof childProgram>>;
let server: FixtureServer;

beforeAll(async () => {
  program = await childProgram('run-cli.ts');
});
afterAll(() => program.remove());
beforeEach(async () => {
  server = await new FixtureServer(() => Date.now()).listen();
  const [mum, club] = [aPc({ agent_id: 'mum-laptop', name: 'Mum: hers' }), aPc()];
  server.on('GET /api/fleet', { body: aFleet([mum, club]) });
});
afterEach(() => server.close());

/** What a shell prints that has read the script. */
async function told(shell: Shell, words: readonly string[], after: string): Promise<string[]> {
  const bin = newDir();
  const kenny = `#!/bin/sh\nexec '${process.execPath}' '${program.file}' "$@"\n`;
  writeFileSync(join(bin, 'kenny'), kenny, { mode: 0o755 });
  const child = spawn(shell, [...words, `${completionScript(shell)}\n${after}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: `${bin}:${process.env['PATH']}`, HOME: bin },
      ...{ KENNY_URL: server.url, KENNY_TOKEN: 'kny_test' },
    },
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => (said.out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said.err += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, said.err]).toEqual([0, '']);
  return said.out.split('\n').filter((line) => line !== '');
}

/** Quoted for a shell. */
const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

/** Tests in a shell that may not be here; one line says when it is not. */
function describeIn(shell: Shell, tests: () => void): void {
  const isThere = spawnSync(shell, ['-c', 'true']).status === 0;
  if (!isThere) process.stdout.write(`not on this machine: completion in ${shell}\n`);
  (isThere ? describe : describe.skip)(`in ${shell}`, tests);
}

describeIn('bash', () => {
  /** Words as bash splits them: at blanks, and at `=` and `:`. */
  function offered(words: readonly string[], type = 9): Promise<string[]> {
    const line = `kenny ${words.join(' ').replaceAll(/ ?= ?/g, '=')}`;
    const set = `COMP_WORDS=(kenny ${quoted(words)}); COMP_CWORD=${words.length}; COMP_TYPE=${type}`;
    const at = `COMP_LINE='${line}'; COMP_POINT=${line.length}`;
    const after = `${set}; ${at}; _kenny; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return told('bash', ['--norc', '-c'], after);
  }

  it('offers commands, and what a server knows', async () => {
    expect(await offered(['approvals', 'w'])).toEqual(['watch']);
    expect(await offered(['agent', 'show', ''])).toEqual(['mum-laptop', 'pc1']);
    expect(await offered(['agent', 'show', 'm'])).toEqual(['mum-laptop']);
  });

  it('says what each is where several are listed', async () => {
    const listing = 63;
    expect(await offered(['agent', 'show', ''], listing)).toEqual([
      'mum-laptop  (Mum: hers)',
      "pc1  (Anna's laptop)",
    ]);
    expect(await offered(['agent', 'show', 'm'], listing)).toEqual(['mum-laptop']);
  });

  it('completes behind an equals sign', async () => {
    expect(await offered(['tool', 'run', '--agent', '=', 'm'])).toEqual(['mum-laptop']);
    expect(await offered(['tool', 'run', '--agent', '='])).toEqual(['mum-laptop', 'pc1']);
    expect(await offered(['approvals', 'list', '--state', '=', 'pen'])).toEqual(['pending']);
  });
});

describeIn('zsh', () => {
  const STUB = 'compadd() { print -rl -- $whole $whole_said; }; compdef() { }; _files() { }\n';
  const at = (words: string) => `words=(${words}); CURRENT=$#words; PREFIX=$words[-1]; _kenny`;

  it('offers what a server knows, and says what it is', async () => {
    const items = ['0a0f1c52-5d0a', 'ffee0011-5d0a'].map((id) => anApproval({ id: `apr_${id}` }));
    server.on('GET /api/approvals', { body: { items, next_cursor: null } });
    const script = (words: string) =>
      told('zsh', ['-f', '-c', `${STUB}eval "$1"`, 'zsh'], at(words));
    expect(await script("kenny agent show ''")).toEqual([
      ...['mum-laptop', 'pc1', 'mum-laptop  -- Mum: hers', "pc1  -- Anna's laptop"],
    ]);
    expect(await script('kenny approvals deny apr_f')).toEqual([
      'apr_ffee0011',
      'apr_ffee0011  -- shell_exec on pc1, asked by Claude',
    ]);
  });
});

describeIn('fish', () => {
  it('offers what a server knows, and says what it is', async () => {
    const script = (line: string) => told('fish', ['--no-config', '-c'], `complete -C '${line}'`);
    expect(await script('kenny agent show ')).toEqual([
      'mum-laptop\tMum: hers',
      "pc1\tAnna's laptop",
    ]);
    expect(await script('kenny agent rek')).toEqual(['rekey\tgive a PC a new key']);
  });
});
