import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A workspace whose sqlite3 loads once `built` lies beside it, and programs that only take notes. */
function workspace({ sqlite = true, built = false, npmBuilds = true, compiler = true } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'kenny-ensure-'));
  const bin = join(root, 'bin');
  const notes = join(root, 'notes');
  for (const folder of ['tools', 'bin']) mkdirSync(join(root, folder));
  writeFileSync(notes, '');
  writeFileSync(join(root, 'package.json'), '{}');
  copyFileSync(
    join(process.cwd(), 'tools/ensure-sqlite.mjs'),
    join(root, 'tools/ensure-sqlite.mjs'),
  );
  const program = (name: string, script: string) =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const note = `echo "$(/usr/bin/basename "$0") $* nodedir=$npm_config_nodedir" >> '${notes}'`;
  const module = join(root, 'node_modules/sqlite3');
  if (sqlite) {
    mkdirSync(module, { recursive: true });
    writeFileSync(
      join(module, 'index.js'),
      `require('node:fs').statSync(__dirname + '/built');
       exports.Database = class { get(sql, done) { done(null, { one: 1 }); } };`,
    );
    if (built) writeFileSync(join(module, 'built'), '');
  }
  program('npm', npmBuilds ? `${note}; : > '${join(module, 'built')}'` : `${note}; exit 1`);
  program('apt-get', `[ "$1" = --version ] || { ${note}; }`);
  if (compiler) for (const name of ['make', 'g++', 'python3']) program(name, 'exit 0');
  return {
    run() {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(root, 'tools/ensure-sqlite.mjs')],
        { cwd: tmpdir(), env: { PATH: bin }, encoding: 'utf8' },
      );
      const ran = readFileSync(notes, 'utf8').split('\n').filter(Boolean);
      rmSync(root, { recursive: true });
      return { status, stdout, stderr, ran };
    },
  };
}

describe('ensure-sqlite', () => {
  it('says and does nothing when the native part loads', () => {
    expect(workspace({ built: true }).run()).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
      ran: [],
    });
  });

  it('rebuilds it with install scripts allowed for this once, and says so', () => {
    const { status, stdout, ran } = workspace().run();
    expect(ran).toEqual([expect.stringMatching(/^npm rebuild sqlite3 --ignore-scripts=false/)]);
    expect(stdout).toContain('$ npm rebuild sqlite3 --ignore-scripts=false');
    expect(stdout).toMatch(/sqlite3: ready\n$/);
    expect(status).toBe(0);
  });

  it('installs a compiler first, where it is root and apt is there', () => {
    const { ran } = workspace({ compiler: false }).run();
    const mayInstall = process.platform === 'linux' && process.getuid?.() === 0;
    expect(ran.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(
      mayInstall ? ['apt-get install', 'npm rebuild'] : ['npm rebuild'],
    );
  });

  it('says in one sentence what to do when it cannot be built', () => {
    const { status, stderr } = workspace({ npmBuilds: false }).run();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^sqlite3: its native part cannot be loaded: install a C\+\+ .*\.\n$/);
  });

  it('asks for npm ci when nothing is installed', () => {
    const { status, stderr, ran } = workspace({ sqlite: false }).run();
    expect({ status, ran }).toEqual({ status: 1, ran: [] });
    expect(stderr).toContain('run `npm ci` first');
  });
});
