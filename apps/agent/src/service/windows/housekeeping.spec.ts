import { FakeClock } from '@kenny/testing';
import { HOUR_MS } from '@kenny/kernel';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import { until } from '../../../test/until.js';
import { Logger, type LogEvent } from '../../logging/index.js';
import { keepHouse } from './housekeeping.js';

const folder = temporaryFolder();
const rotated = (number: number): string => `service-err-2026060${number}T120000.000.log`;

describe('the housekeeping of the service on Windows', () => {
  it('deletes what nssm rotated away at its start and each hour, and goes on when locking fails', async () => {
    const clock = new FakeClock();
    const logs = join(folder.path, 'logs');
    await mkdir(logs);
    const write = (...numbers: number[]) =>
      Promise.all(numbers.map((number) => writeFile(join(logs, rotated(number)), '')));
    await write(1, 2, 3, 4);
    const events: LogEvent[] = [];
    const log = new Logger([{ write: (event) => events.push(event) }], clock);
    // No environment of Windows: there is nothing to lock with.
    const end = await keepHouse({ stateFolder: folder.path, env: {}, clock, log });
    expect((await readdir(logs)).sort()).toEqual([2, 3, 4].map(rotated));
    expect(events.map(({ message }) => message)).toEqual(['locking the state folder failed']);
    await write(5);
    clock.advance(HOUR_MS);
    await until(async () => (await readdir(logs)).length === 3);
    expect((await readdir(logs)).sort()).toEqual([3, 4, 5].map(rotated));
    end();
  });
});
