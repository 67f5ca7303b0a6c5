import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Runner {
  summary(results: unknown): string;
}

const { summary } = (await import('./jest.mjs')) as unknown as Runner;

/** What is kept of a run of `specs` in two Jest projects, as one spec runs on two databases. */
function resultsOf(specs: Record<string, string>): unknown {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kenny-results-')));
  const file = join(folder, 'results.json');
  for (const [name, text] of Object.entries(specs)) writeFileSync(join(folder, name), text);
  const config = {
    rootDir: folder,
    reporters: [[join(process.cwd(), 'tools/jest/results-reporter.mjs'), { file }]],
    projects: ['sqlite', 'postgres'].map((displayName) => ({
      displayName,
      rootDir: folder,
      testMatch: ['<rootDir>/*.spec.cjs'],
      globals: { ENGINE: displayName },
    })),
  };
  try {
    spawnSync(
      process.execPath,
      [
        join(process.cwd(), 'node_modules/jest/bin/jest.js'),
        '-i',
        '--config',
        JSON.stringify(config),
      ],
      { cwd: folder },
    );
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the end of a test run', () => {
  it('names every failure with its project, file and beginning, and ends with the numbers', () => {
    const results = resultsOf({
      'a.spec.cjs': `
        describe('a socket', () => {
          it('opens', () => {});
          it.skip('waits', () => {});
          describe('that was closed', () => {
            it('opens again', () => { if (ENGINE === 'postgres') expect(1).toBe(2); });
          });
        });`,
      'b.spec.cjs': `throw new Error('no such\\nmodule');`,
    });

    expect(summary(results).split('\n')).toEqual([
      '✗ postgres a.spec.cjs › a socket › that was closed › opens again',
      '    Error: expect(received).toBe(expected) // Object.is equality',
      '    Expected: 2',
      '    Received: 1',
      ...['postgres', 'sqlite'].flatMap((name) => [
        `✗ ${name} b.spec.cjs`,
        '    no such',
        '    module',
      ]),
      '3 passed, 3 failed, 2 skipped',
    ]);
  });

  it('is the numbers alone when nothing failed', () => {
    const results = resultsOf({ 'a.spec.cjs': `it('works', () => {});` });
    expect(summary(results)).toBe('2 passed, 0 failed');
  });
});
