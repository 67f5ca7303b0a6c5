import { AGENT_FILES } from '@kenny/contract/agent';
import { systemClock } from '@kenny/kernel';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { configOf } from './config-options.js';
import { openState } from './open-state.js';
import type { Terminal } from './terminal.js';

const folder = temporaryFolder();

describe('the state folder of a process', () => {
  const terminal: Terminal = {
    print: () => undefined,
    complain: () => undefined,
    env: {},
    stopping: new AbortController().signal,
  };
  const left = (file: string): string => `${file}.0123456789ab.tmp`;

  it('is rid of what writes that were cut off have left, and of nothing else', async () => {
    const stateDir = join(folder.path, 'state');
    const config = await configOf({ stateDir }, terminal);
    // The first time, it is made.
    await (await openState(config, systemClock, terminal)).close();
    const [gone, stays] = [
      [left(AGENT_FILES.status), left(AGENT_FILES.update), left(AGENT_FILES.key)],
      // A lock may be on its way by another process just now.
      [left(AGENT_FILES.lock), left('somebody.else'), `${AGENT_FILES.status}.tmp`],
    ];
    await mkdir(join(stateDir, left('folder')));
    // What cannot be removed keeps no agent from starting.
    await mkdir(join(stateDir, left(AGENT_FILES.enrolment)));
    for (const name of [...gone, ...stays]) await writeFile(join(stateDir, name), '');
    await (await openState(config, systemClock, terminal)).close();
    const there = await readdir(stateDir);
    expect(gone.filter((name) => there.includes(name))).toEqual([]);
    expect(there).toEqual(expect.arrayContaining([...stays, left('folder')]));
  });
});
