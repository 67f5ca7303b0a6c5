import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import { lockFolder, SWITCH_FOLDER } from './access-lists.js';
import { SystemPrograms } from './system-programs.js';

describe('the rights of a folder of ours', () => {
  const folder = temporaryFolder();
  let ran: string[];
  const lock = (path: string, meanwhile: () => void = () => undefined) => {
    ran = [];
    const programs = new SystemPrograms('C:\\Windows\\System32', ({ args }) => {
      ran.push(String(args[0]));
      meanwhile();
      return Promise.resolve({
        ...{ stdout: '', stderr: '', exit_code: 0, signal: null },
        ...{ truncated: false, timed_out: false, aborted: false },
      });
    });
    return lockFolder(path, SWITCH_FOLDER, programs);
  };

  it('are set for the folder and what is in it', async () => {
    const own = join(folder.path, 'own');
    mkdirSync(own);
    writeFileSync(join(own, 'file'), '');
    await lock(own);
    expect(ran).toEqual([own, own, own]);
  });

  it('are an error when a link took its place while they were set', async () => {
    const [foreign, own] = [join(folder.path, 'theirs'), join(folder.path, 'ours')];
    mkdirSync(foreign);
    mkdirSync(own);
    const swap = () => {
      rmSync(own, { recursive: true });
      symlinkSync(foreign, own, 'junction');
    };
    await expect(lock(own, swap)).rejects.toThrow(/is a link; if somebody prepared it/);
  });

  it('are never set through a link that somebody prepared, wherever it stands', async () => {
    const [foreign, own] = [join(folder.path, 'foreign'), join(folder.path, 'prepared')];
    mkdirSync(foreign);
    mkdirSync(own);
    mkdirSync(join(own, 'logs'));
    symlinkSync(foreign, join(own, 'logs', 'in'), 'junction');
    symlinkSync(foreign, join(folder.path, 'itself'), 'junction');
    for (const path of [own, join(folder.path, 'itself')]) {
      await expect(lock(path)).rejects.toThrow(/is a link; if somebody prepared it/);
      expect(ran).toEqual([]);
    }
  });
});
