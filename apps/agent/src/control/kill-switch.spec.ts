import { FakeClock } from '@kenny/testing';
import { execFileSync } from 'node:child_process';
import { chmod, link, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordingLog } from '../../test/recording-log.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { until } from '../../test/until.js';
import { readControl, writeControl, type ControlReading } from './control-file.js';
import { KillSwitch, type SwitchState } from './kill-switch.js';

const folder = temporaryFolder();
const control = (): string => join(folder.path, 'control', 'agent.control.json');
const last = (): string => join(folder.path, 'last.json');
const ON = '{"remote_control_enabled": true}';
const OFF = '{"remote_control_enabled": false}';

beforeEach(() => mkdir(join(folder.path, 'control')));

function killSwitch(clock = new FakeClock()): KillSwitch {
  return new KillSwitch({ file: control(), lastFile: last(), clock, log: recordingLog().log });
}

describe('the kill switch', () => {
  it('is on when there is no file', async () => {
    expect(await killSwitch().read()).toEqual({ enabled: true });
  });

  it('follows the file at every reading', async () => {
    const one = killSwitch();
    await writeFile(control(), OFF);
    expect((await one.read()).enabled).toBe(false);
    await writeFile(control(), ON);
    expect((await one.read()).enabled).toBe(true);
  });

  it('is not turned back on by an older reading that ends after a newer one', async () => {
    const options = { file: control(), lastFile: last(), clock: new FakeClock() };
    let endOlder: (reading: ControlReading) => void = () => undefined;
    const older = new Promise<ControlReading>((resolve) => (endOlder = resolve));
    const readings = [older, { kind: 'off' } as const];
    const one = new KillSwitch({ ...options, log: recordingLog().log }, async (file) =>
      file === control() ? ((await readings.shift()) ?? { kind: 'missing' }) : { kind: 'missing' },
    );
    const both = [one.read(), one.read()];
    await new Promise(setImmediate);
    endOlder({ kind: 'on' });
    await Promise.all(both);
    expect(one.current?.enabled).toBe(false);
    expect((await readControl(last())).kind).toBe('off');
  });

  it('stays off when the file is deleted after it said off, also for the next process', async () => {
    await writeFile(control(), OFF);
    await killSwitch().read();
    await rm(control());
    expect(await killSwitch().read()).toEqual({
      enabled: false,
      reason: 'remote control is switched off at this PC (its file is gone)',
    });
    await writeFile(control(), ON);
    await killSwitch().read();
    await rm(control());
    expect(await killSwitch().read()).toEqual({ enabled: true });
  });

  it('refuses when the last known state cannot be trusted and the file is gone', async () => {
    await writeFile(last(), 'garbage');
    expect((await killSwitch().read()).enabled).toBe(false);
  });

  it.each([
    ['empty', ''],
    ['not JSON', '{'],
    ['a list', '[]'],
    ['without the switch', '{}'],
    ['a text instead of a truth value', '{"remote_control_enabled": "true"}'],
    ['too long', `${ON}${' '.repeat(5000)}`],
  ])('refuses with the reason when the file is %s', async (_name, content) => {
    await writeFile(control(), content);
    const state = await killSwitch().read();
    expect(state).toEqual({ enabled: false, reason: expect.stringContaining(control()) as string });
  });

  it('keeps the last good state through a corrupt file', async () => {
    await writeFile(control(), ON);
    const one = killSwitch();
    await one.read();
    await writeFile(control(), 'garbage');
    expect((await one.read()).enabled).toBe(false);
    await rm(control());
    expect((await one.read()).enabled).toBe(true);
  });

  it('does not follow links, hard links, folders or pipes', async () => {
    const target = join(folder.path, 'target');
    await writeFile(target, ON);
    await symlink(target, control());
    expect(await readControl(control())).toEqual({ kind: 'unusable', reason: 'it is a link' });
    await rm(control());
    await link(target, control());
    expect((await readControl(control())).kind).toBe('unusable');
    await rm(control());
    await mkdir(control());
    expect((await readControl(control())).kind).toBe('unusable');
    await rm(control(), { recursive: true });
    execFileSync('mkfifo', [control()]);
    expect((await readControl(control())).kind).toBe('unusable');
  });

  it('tells its watcher about every flip, and only about flips', async () => {
    const clock = new FakeClock();
    const one = killSwitch(clock);
    const seen: SwitchState[] = [];
    await one.watch((state) => seen.push(state));
    await writeControl(control(), true);
    await clock.advanceAsync(2_000);
    await until(() => one.current?.enabled === true);
    await writeControl(control(), false);
    await until(async () => {
      await clock.advanceAsync(2_000);
      return seen.length > 0;
    });
    await clock.advanceAsync(10_000);
    expect(seen.map(({ enabled }) => enabled)).toEqual([false]);
    one.close();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('writeControl', () => {
  it('creates the folder and the file so that others can read them', async () => {
    await rm(join(folder.path, 'control'), { recursive: true });
    await writeControl(control(), false);
    expect(await readControl(control())).toEqual({ kind: 'off' });
    expect((await stat(join(folder.path, 'control'))).mode & 0o777).toBe(0o755);
  });

  it('overwrites in place, keeping mode and owner, whatever length the old content had', async () => {
    await writeFile(control(), `${OFF}${' '.repeat(300)}`);
    await chmod(control(), 0o660);
    const before = await stat(control());
    await writeControl(control(), true);
    const after = await stat(control());
    expect(await readFile(control(), 'utf8')).toBe('{"remote_control_enabled":true}\n');
    expect([after.ino, after.mode]).toEqual([before.ino, before.mode]);
  });

  it('does not write through a link', async () => {
    const target = join(folder.path, 'target');
    await writeFile(target, 'untouched');
    await symlink(target, control());
    await expect(writeControl(control(), true)).rejects.toThrow(/ELOOP/);
    expect(await readFile(target, 'utf8')).toBe('untouched');
  });
});
