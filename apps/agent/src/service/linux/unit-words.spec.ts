import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import { servicePaths } from '../service-paths.js';
import { systemdUnit, unitCommand, unitWord } from './systemd-unit.js';

describe('a command of a unit', () => {
  it('stays as it is where nothing in it is special', () => {
    expect(unitCommand('/usr/local/lib/a/a-b', ['run', '--server=wss://x:1/ws'])).toBe(
      '/usr/local/lib/a/a-b run --server=wss://x:1/ws',
    );
  });

  it.each([
    ['a space', 'a b', '"a b"'],
    ['nothing', '', '""'],
    ['a specifier', '%h', '"%%h"'],
    ['a variable', '${HOME}', '"$${HOME}"'],
    ['a quote', `say "it's"`, `"say \\"it's\\""`],
    ['an escape', '\\x20', '"\\\\x20"'],
    ['a line', 'a\nb', '"a\\nb"'],
    ['what would end the command', ';', '";"'],
  ])('keeps an argument with %s', (_, argument, written) => {
    expect(unitCommand('/a', [argument])).toBe(`/a ${written}`);
  });

  it('has no variables in its first word', () => {
    expect(unitCommand('/a$b', [])).toBe('"/a$b"');
    expect(unitWord('A=$b')).toBe('"A=$b"');
  });
});

const ANALYZE = '/usr/bin/systemd-analyze';
const withSystemd = existsSync(ANALYZE) ? describe : describe.skip;

withSystemd('the unit, as systemd reads it (skipped where it is not installed)', () => {
  const folder = temporaryFolder();

  /** What systemd has against the unit of an agent below a folder of that name. */
  async function complaints(name: string, args: readonly string[] = ['run']): Promise<string> {
    const paths = servicePaths(join(folder.path, name));
    for (const file of [paths.program, paths.unit]) {
      await mkdir(dirname(file), { recursive: true });
    }
    await writeFile(paths.program, '#!/bin/sh\n');
    await chmod(paths.program, 0o755);
    // Beside the folder: systemd itself takes no unit from below a folder with an odd name.
    const unit = join(folder.path, 'kenny-agent.service');
    await writeFile(unit, systemdUnit(paths, args));
    const { status, stderr } = spawnSync(ANALYZE, ['verify', '--man=no', unit], {
      encoding: 'utf8',
    });
    return status === 0 && !stderr.includes('kenny-agent') ? '' : `${status} ${stderr}`;
  }

  it.each(['', 'a b', '100 %h', '$HOME', '${HOME} ;', 'ümläut', '[x]{y}*?~#&|<>()!@'])(
    'is a sound one below "%s"',
    async (name) => {
      expect(await complaints(name)).toBe('');
    },
  );

  it('is one with any arguments', async () => {
    const args = ['run', '', 'a b', '%n', '$HOME', '"', "'", '\\', ';', '\\x20', 'a\nb'];
    expect(await complaints('', args)).toBe('');
  });

  it('lets the agent make a control group for each run', () => {
    expect(systemdUnit(servicePaths('/'), ['run'])).toContain('\nDelegate=yes\n');
  });

  it('would not be one without the program', async () => {
    const paths = servicePaths(join(folder.path, 'nowhere'));
    const unit = join(folder.path, 'kenny-agent.service');
    await writeFile(unit, systemdUnit(paths, ['run']));
    const { stderr } = spawnSync(ANALYZE, ['verify', '--man=no', unit], { encoding: 'utf8' });
    expect(stderr).toContain('is not executable');
  });
});
