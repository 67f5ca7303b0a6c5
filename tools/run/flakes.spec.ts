import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = process.cwd();

/** A made-up Jest project in a folder of its own, run the way `.ci/run` runs a set. */
class MadeUpRun {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'kenny-flakes-')));
  readonly #config = join(this.folder, 'jest.config.cjs');

  constructor(specs: Record<string, string>) {
    const reporter = JSON.stringify(join(ROOT, 'tools/jest/results-reporter.mjs'));
    const project = { displayName: 'made-up', rootDir: this.folder, testMatch: ['**/*.spec.cjs'] };
    writeFileSync(
      this.#config,
      `module.exports = {
        reporters: ['default', [${reporter}, { file: process.env.TEST_RESULTS }]],
        projects: [${JSON.stringify(project)}],
      };`,
    );
    for (const [name, text] of Object.entries(specs)) {
      writeFileSync(join(this.folder, `${name}.spec.cjs`), text);
    }
  }

  set(name: 'unit' | 'e2e', env: Record<string, string> = { TEST_RERUN: '1' }) {
    const args = JSON.stringify([['-i', '--rootDir', this.folder, '--config', this.#config]]);
    return this.#node(
      [
        '--input-type=module',
        '-e',
        `import { runJest } from './tools/run/jest.mjs';
         process.exitCode = await runJest('${name}', ...${args});`,
      ],
      env,
    );
  }

  sum() {
    return this.#node(['tools/run/sum.mjs', '60'], {});
  }

  dispose() {
    rmSync(this.folder, { recursive: true });
  }

  #node(args: string[], env: Record<string, string>) {
    const { TEST_RERUN: _, ...inherited } = process.env;
    const { status, stdout } = spawnSync(process.execPath, args, {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...inherited, TEST_RESULTS_FOLDER: join(this.folder, 'results'), ...env },
    });
    return { status, lines: stdout.trimEnd().split('\n'), stdout };
  }
}

const passes = `it('works', () => {});`;
const fails = `it('adds', () => expect(1).toBe(2)); it('works', () => {});`;
/** Fails the first time it runs in its folder. */
const failsOnce = `
  const { existsSync, writeFileSync } = require('node:fs');
  const mark = __filename + '.ran';
  const ranBefore = existsSync(mark);
  writeFileSync(mark, '');
  it('waits', () => expect(ranBefore ? 'awake' : 'asleep').toBe('awake'));
  it('works', () => {});`;

describe('a file that failed', () => {
  let run: MadeUpRun;

  afterEach(() => run.dispose());

  it('and passes by itself is a flake: told with both outputs, and the run has passed', () => {
    run = new MadeUpRun({ once: failsOnce, steady: passes });
    expect(run.set('unit').status).toBe(0);
    run.set('e2e');

    const { status, lines, stdout } = run.sum();

    expect(status).toBe(0);
    expect(stdout).toContain('flake: made-up once.spec.cjs failed, then passed by itself');
    expect(stdout).toMatch(/first run:[^]*Received: "asleep"[^]*second run:[^]*Tests: +2 passed/);
    expect(lines.at(-1)).toBe('6 passed, 0 failed');
  });

  it('twice has failed, and what came is told', () => {
    run = new MadeUpRun({ always: fails, steady: passes });

    const { status, lines } = run.set('unit');

    expect(status).toBe(1);
    expect(lines.slice(-5)).toEqual([
      '✗ made-up always.spec.cjs › adds',
      '    Error: expect(received).toBe(expected) // Object.is equality',
      '    Expected: 2',
      '    Received: 1',
      '2 passed, 1 failed',
    ]);
  });

  it('because it could not start gets its second run as well', () => {
    const startsLate = `${failsOnce} if (!ranBefore) throw new Error('port in use');`;
    run = new MadeUpRun({ late: startsLate });

    const { status, lines } = run.set('unit');

    expect(status).toBe(0);
    expect(lines.at(-1)).toBe('2 passed, 0 failed');
  });

  it('is not run again outside of .ci/run', () => {
    run = new MadeUpRun({ once: failsOnce });

    const { status, lines } = run.set('unit', {});

    expect(status).toBe(1);
    expect(lines.at(-1)).toBe('1 passed, 1 failed');
  });

  it('fails the run as its third flake, also when they are spread over both sets', () => {
    run = new MadeUpRun({ one: failsOnce, two: failsOnce });
    expect(run.set('unit').status).toBe(0);
    writeFileSync(join(run.folder, 'three.spec.cjs'), failsOnce);
    expect(run.set('e2e').status).toBe(0);

    const { status, lines, stdout } = run.sum();

    expect(stdout.match(/flake: made-up/g)).toHaveLength(3);
    expect(lines.at(-1)).toBe('10 passed, 0 failed');
    expect(status).toBe(1);
  });
});

describe('the sum of both sets', () => {
  it('begins with the slowest files and what all of it took', () => {
    const run = new MadeUpRun({ steady: passes });
    run.set('unit');
    run.set('e2e');

    const { lines } = run.sum();
    run.dispose();

    expect(lines.slice(0, 2)).toEqual(
      Array(2).fill(expect.stringMatching(/^ +\d+\.\d s {2}made-up steady\.spec\.cjs$/)),
    );
    expect(lines[2]).toMatch(/^took 60 s(, \d+ s of CPU)?$/);
  });
});
