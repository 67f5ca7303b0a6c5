import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MODULE = `
  import { appendFileSync } from 'node:fs';
  appendFileSync(process.env.LOADED, 'loaded\\n');
  export const voice = { say: () => 'said' };`;

/** Every file says the same and leaves all of it changed, so their order does not matter. */
const SPEC = `
  import { jest } from '@jest/globals';
  import { voice } from './voice.mjs';
  let ended = 0;
  afterEach(() => (ended += 1));
  it('finds no spy of another file', () => {
    expect(voice.say()).toBe('said');
    jest.spyOn(voice, 'say').mockReturnValue('mocked');
    expect(voice.say()).toBe('mocked');
  });
  it('has the hooks of its own file', () => expect(ended).toBe(1));
  it('finds no environment variable of another file', () => {
    expect(process.env.LEFT_BEHIND).toBeUndefined();
    expect(process.env.GIVEN).toBe('before');
    [process.env.LEFT_BEHIND, process.env.GIVEN] = ['x', 'after'];
  });
  it('finds the time as it is', () => {
    expect(Date.now()).toBeGreaterThan(1);
    jest.useFakeTimers({ now: 0 });
    expect(Date.now()).toBe(0);
  });
  it('finds the globals of the language without asking for them', () => {
    const { Atomics: real } = globalThis;
    delete globalThis.Atomics;
    expect(typeof Atomics).toBe('object');
    globalThis.Atomics = real;
  });
  it('imports what nobody has imported yet', async () => {
    expect((await import('./late.mjs')).late).toBe(true);
  });`;

/** Ends with a timer that would fire while the next file is loaded. */
const PAGE = `
  import { voice } from './voice.mjs';
  it('finds an empty page', () => {
    expect(voice.say()).toBe('said');
    expect(document.body.innerHTML).toBe('');
    expect([location.pathname, localStorage.length]).toEqual(['/', 0]);
    document.body.innerHTML = '<p>left behind</p>';
    history.replaceState(null, '', '/left-behind');
    localStorage.setItem('left', 'behind');
  });
  it('has left Node its own fetch', () => {
    const worker = Buffer.constructor('return globalThis')();
    const [nodes, jsdoms] = [1, 2].map((n) => worker[Symbol.for('undici.globalDispatcher.' + n)]);
    expect([typeof nodes, typeof jsdoms]).toEqual(['object', 'undefined']);
  });
  afterAll(() => void setTimeout(() => localStorage.setItem('left', 'behind')));`;

function outcomeOf(files: Record<string, string>, options: object = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kenny-shared-')));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const [loaded, json] = [join(folder, 'loaded'), join(folder, 'results.json')];
  const config = {
    rootDir: folder,
    testMatch: ['<rootDir>/*.spec.mjs'],
    moduleFileExtensions: ['mjs', 'js'],
    transform: {},
    testEnvironment: join(process.cwd(), 'tools/jest/shared-environment.cjs'),
    runtime: join(process.cwd(), 'tools/jest/shared-runtime.cjs'),
    testEnvironmentOptions: { globalsCleanup: 'off', ...options },
  };
  try {
    const { stderr } = spawnSync(
      process.execPath,
      [
        ...['--experimental-vm-modules', join(process.cwd(), 'node_modules/jest/bin/jest.js')],
        ...['-i', '--json', '--outputFile', json, '--config', JSON.stringify(config)],
      ],
      { cwd: folder, env: { ...process.env, LOADED: loaded, GIVEN: 'before' }, encoding: 'utf8' },
    );
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(json, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    const loads = readFileSync(loaded, 'utf8').trim().split('\n').length;
    return { passed: numPassedTests, failed: numFailedTests, loads, stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('files of one project', () => {
  it('share what they import, and find nothing else that another has left', () => {
    const files = { 'a.spec.mjs': SPEC, 'b.spec.mjs': SPEC, 'c.spec.mjs': SPEC };
    const modules = { 'voice.mjs': MODULE, 'late.mjs': 'export const late = true;' };
    const { stderr, ...outcome } = outcomeOf({ ...files, ...modules });
    expect({ ...outcome, stderr }).toMatchObject({ passed: 18, failed: 0, loads: 1 });
  });

  it('find the page empty, and no timer of another fires', () => {
    const files = { 'a.spec.mjs': PAGE, 'b.spec.mjs': PAGE, 'c.spec.mjs': PAGE };
    const url = 'http://localhost';
    const { stderr, ...outcome } = outcomeOf(
      { ...files, 'voice.mjs': MODULE },
      { page: true, url },
    );
    expect({ ...outcome, stderr }).toMatchObject({ passed: 6, failed: 0, loads: 1 });
  });

  it('fail each for itself', () => {
    const broken = `${SPEC}\nit('fails', () => expect(1).toBe(2));`;
    const files = { 'a.spec.mjs': broken, 'b.spec.mjs': SPEC, 'voice.mjs': MODULE };
    const { passed, failed } = outcomeOf({ ...files, 'late.mjs': 'export const late = true;' });
    expect([passed, failed]).toEqual([12, 1]);
  });
});
