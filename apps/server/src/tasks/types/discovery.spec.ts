import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDirs } from '../../../test/temp-dir.js';
import { BUILT_INS } from './built-ins.js';
import { expand, firstThere, pathsHere, programOf } from './discovery.js';

const newDir = tempDirs();
const AT = { home: '/home/anna', variables: { XDG_DATA_HOME: '/data/anna', APPDATA: 'C:\\a' } };

describe('a path of the discovery', () => {
  it.each([
    ['~/.claude.json', '/home/anna/.claude.json'],
    ['~', '/home/anna'],
    ['$XDG_DATA_HOME/opencode', '/data/anna/opencode'],
    ['${XDG_DATA_HOME}/opencode', '/data/anna/opencode'],
    ['%APPDATA%\\x', 'C:\\a\\x'],
    ['/etc/~/x', '/etc/~/x'],
    ['~anna/x', '~anna/x'],
  ])('%s leads to %s', (path, expanded) => {
    expect(expand(path, AT)).toBe(expanded);
  });

  it.each(['$KENNY_OPERATOR_TOKEN/x', '${constructor}', '%NOTHING%'])(
    'that names a variable which is no folder leads nowhere: %s',
    (path) => expect(expand(path, AT)).toBeNull(),
  );

  it('is that of the system', () => {
    const paths = { linux: ['~/l'], windows: ['~/w', '%NOTHING%/w'], macos: ['~/m'] };
    expect(pathsHere(paths, AT, 'linux')).toEqual(['/home/anna/l']);
    expect(pathsHere(paths, AT, 'win32')).toEqual(['/home/anna/w']);
    expect(pathsHere(paths, AT, 'darwin')).toEqual(['/home/anna/m']);
    expect(pathsHere(paths, AT, 'aix')).toEqual([]);
  });

  it('counts when any of them is a file or a folder', async () => {
    const folder = newDir();
    mkdirSync(join(folder, 'there'));
    const there = join(folder, 'there');
    expect(await firstThere([join(folder, 'nothing'), there])).toBe(there);
    expect(await firstThere([join(folder, 'nothing')])).toBeNull();
    expect(await firstThere([])).toBeNull();
  });
});

describe('a command', () => {
  const program = (folder: string, name: string, mode = 0o755): string => {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, name);
    writeFileSync(file, '#!/bin/sh\nkill $PPID\n');
    chmodSync(file, mode);
    return file;
  };

  it('is found in the first folder of PATH that has it as a program', async () => {
    const folder = newDir();
    const path = ['none', 'plain', 'folder', 'first', 'second'].map((name) => join(folder, name));
    program(join(folder, 'plain'), 'agent', 0o644);
    mkdirSync(join(folder, 'folder/agent'), { recursive: true });
    const first = program(join(folder, 'first'), 'agent');
    program(join(folder, 'second'), 'agent');
    expect(await programOf('agent', path)).toBe(first);
  });

  it('with its whole path is looked for there alone', async () => {
    const folder = newDir();
    const file = program(folder, 'agent');
    expect(await programOf(file, [])).toBe(file);
    expect(await programOf(join(folder, 'other'), [folder])).toBeNull();
  });

  it('with a part of a path is found nowhere: the folder that it begins in is not known', async () => {
    const folder = newDir();
    program(join(folder, 'bin'), 'agent');
    expect(await programOf('bin/agent', [folder])).toBeNull();
  });

  it('has an ending on Windows', async () => {
    const folder = newDir();
    const file = program(folder, 'agent.cmd');
    expect(await programOf('agent', [folder], 'win32')).toBe(file);
    expect(await programOf('agent', [folder], 'linux')).toBeNull();
  });
});

describe('the types built in', () => {
  it('are the one of the seed and four more, all switched off', () => {
    expect(BUILT_INS.map(({ id, runtime, enabled }) => [id, runtime, enabled])).toEqual([
      ['augment-agent', 'docker', false],
      ['claude-agent', 'process', false],
      ['gemini-cli', 'process', false],
      ['codex', 'process', false],
      ['opencode', 'process', false],
    ]);
  });

  it('has the one of the seed as the seed has it', () => {
    expect(BUILT_INS[0]).toMatchObject({
      image: 'kandev/augment-agent:latest',
      working_dir: '/workspace',
      memory_mb: 4096,
      cpu_cores: 2,
      timeout_s: 3600,
      capabilities: ['code_generation', 'code_review', 'refactoring', 'testing', 'shell_execution'],
      required_env: ['AUGMENT_SESSION_AUTH', 'TASK_DESCRIPTION'],
    });
  });
});
