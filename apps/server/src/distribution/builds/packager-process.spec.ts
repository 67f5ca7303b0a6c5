import { FakeClock } from '@kenny/testing';
import { MINUTE_MS } from '@kenny/kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APackager, type PackagerRun } from '../../../test/a-packager.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { PackagerProcess } from './packager-process.js';

const newDir = tempDirs();
const clock = new FakeClock();
let packager: APackager;
let build: PackagerProcess;
let run: PackagerRun;

beforeEach(async () => {
  const folder = newDir();
  packager = await APackager.install(folder);
  const next = packager.next();
  const program = join(folder, 'linux.mjs');
  build = new PackagerProcess({ program, args: ['--as-built'], env: { KEY: 'value' } }, clock);
  run = await next;
});
afterEach(async () => {
  build.stop('The test is over.');
  await build.ended;
  packager.close();
});

/** Killed, whether or not somebody has already taken note of it. */
function isGone(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [ZX]/su.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

describe('a run of a packaging program', () => {
  it('is told its options and the variables that it may know, and no others', () => {
    expect(run.facts.args).toEqual(['--as-built']);
    expect(run.facts.env).toEqual({ KEY: 'value' });
  });

  it('tells how far it is, and what an admin has to know', async () => {
    expect(build.progress).toEqual({ step: 0, of: 0, words: 'Starting' });
    run.say(
      'step 2/4 Making the executable',
      'something else',
      'note the key is in /x',
      'step a/b c',
    );
    run.end();
    expect(await build.ended).toEqual({ trouble: null, notes: ['the key is in /x'] });
    expect(build.progress).toEqual({ step: 2, of: 4, words: 'Making the executable' });
  });

  it('keeps what it is told within bounds', async () => {
    run.say(
      `step 1/1 ${'w'.repeat(500)}`,
      ...Array.from({ length: 20 }, () => `note ${'n'.repeat(500)}`),
    );
    run.end();
    const { notes } = await build.ended;
    expect(build.progress.words).toHaveLength(100);
    expect(notes.map((note) => note.length)).toEqual(Array.from({ length: 8 }, () => 300));
  });

  it('fails with the last thing that it said', async () => {
    run.fault(
      'npm warn something',
      'strip is not on this computer; install binutils and try again',
    );
    run.end(1);
    const { trouble } = await build.ended;
    expect(trouble).toBe('strip is not on this computer; install binutils and try again');
  });

  it('fails without a trace when it crashes', async () => {
    run.crash('Nobody thought of this.');
    expect((await build.ended).trouble).toBe('Error: Nobody thought of this.');
  });

  it('fails with its code when it says nothing', async () => {
    run.end(7);
    expect((await build.ended).trouble).toBe('The packaging program ended with code 7.');
  });

  it('is ended together with what it started', async () => {
    const helper = await run.helper();
    build.stop('Somebody stopped it.');
    expect((await build.ended).trouble).toBe('Somebody stopped it.');
    expect([run.facts.pid, helper].map(isGone)).toEqual([true, true]);
  });

  it('is ended when it takes too long', async () => {
    clock.advance(15 * MINUTE_MS);
    expect((await build.ended).trouble).toBe('It took longer than 15 minutes.');
  });

  it('is ended when it says too much', async () => {
    run.say('x'.repeat(300_000));
    expect((await build.ended).trouble).toBe('The packaging program says too much.');
  });

  it('is none when the program cannot be started', async () => {
    const program = join(newDir(), 'none.mjs');
    const none = new PackagerProcess({ program, args: [], env: {} }, clock);
    expect((await none.ended).trouble).toContain('Cannot find module');
  });
});
