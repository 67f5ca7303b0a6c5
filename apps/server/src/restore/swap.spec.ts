import { SERVER_FILES } from '@kenny/contract';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { childProgram } from '../../test/child-program.js';
import { tempDirs } from '../../test/temp-dir.js';
import { restorePlace } from '../config/index.js';
import { armRestore, finishRestore } from './swap.js';
import { writeJournal } from './swap-journal.js';

const newDir = tempDirs();
const KEPT = 'before-restore-20261129T020411Z';
const { database, key, prompts, skills, backups } = SERVER_FILES;
const WAL = `${database}-wal`;
const OLD = [database, WAL, key, `${prompts}/mine`];
const NEW = [database, key, `${skills}/theirs`];
/** Of nobody who restores. */
const OTHERS = [`${backups}/one`, 'agent/agent.key', SERVER_FILES.address];

let dataDir: string;
const put = (name: string, content: string) => {
  const file = join(dataDir, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
};
const contentOf = (name: string) =>
  existsSync(join(dataDir, name)) ? readFileSync(join(dataDir, name), 'utf8') : null;
const contents = (names: readonly string[]) => names.map(contentOf);
const all = (names: readonly string[], content: string) => names.map(() => content);

function staged(): void {
  dataDir = newDir();
  for (const name of OLD) put(name, 'old');
  for (const name of OTHERS) put(name, 'stays');
  for (const name of [...NEW, SERVER_FILES.lock]) put(`${SERVER_FILES.restore}/new/${name}`, 'new');
}

function expectNew(): void {
  expect(contents(NEW)).toEqual(all(NEW, 'new'));
  expect(contents([WAL, `${prompts}/mine`])).toEqual([null, null]);
  expect(contents(OLD.map((name) => `${KEPT}/${name}`))).toEqual(all(OLD, 'old'));
  expect(contents(OTHERS)).toEqual(all(OTHERS, 'stays'));
  expect(existsSync(restorePlace(dataDir).folder)).toBe(false);
}

function expectOld(): void {
  expect(contents(OLD)).toEqual(all(OLD, 'old'));
  expect(contentOf(`${skills}/theirs`)).toBeNull();
  expect(contents(OTHERS)).toEqual(all(OTHERS, 'stays'));
  expect(existsSync(restorePlace(dataDir).folder)).toBe(false);
}

/** A folder that is in the way of one of those that go out. */
const obstruct = () => put(`${KEPT}/${prompts}/foreign`, 'x');

beforeEach(staged);

it('puts the restored data in place, and keeps what was there and what is not of it', async () => {
  armRestore(dataDir, KEPT);
  expect(await finishRestore(dataDir)).toEqual({ keptIn: join(dataDir, KEPT), trouble: null });
  expectNew();
  expect(await finishRestore(dataDir)).toBeNull();
});

it('does nothing when nobody has said so, and throws away what was only prepared', async () => {
  expect(await finishRestore(dataDir)).toBeNull();
  expectOld();
  expect(existsSync(join(dataDir, KEPT))).toBe(false);
});

it('takes all of it back when one thing cannot be moved', async () => {
  armRestore(dataDir, KEPT);
  obstruct();
  expect(await finishRestore(dataDir)).toMatchObject({
    trouble: expect.stringContaining('ENOTEMPTY') as string,
  });
  expectOld();
});

it('takes it back as well when half of the restored data is in place', async () => {
  rmSync(join(dataDir, key));
  put(`${KEPT}/${key}`, 'old');
  put(`${skills}/foreign`, 'x');
  for (const name of [database, WAL, `${prompts}/mine`]) put(`${KEPT}/${name}`, 'old');
  for (const name of [database, WAL, prompts]) rmSync(join(dataDir, name), { recursive: true });
  writeJournal(dataDir, { phase: 'in', kept: KEPT, names: [database, key, skills] });
  expect(await finishRestore(dataDir)).toMatchObject({
    trouble: expect.stringContaining('ENOTEMPTY') as string,
  });
  expectOld();
});

it('stops for a journal that it did not write, and touches nothing', async () => {
  writeFileSync(restorePlace(dataDir).journal, '{"phase":"out","kept":"../x","names":[]}');
  await expect(finishRestore(dataDir)).rejects.toThrow('is damaged');
  expect(contents(OLD)).toEqual(all(OLD, 'old'));
});

describe('a start that is killed while it restores', () => {
  let program: Awaited<ReturnType<typeof childProgram>>;
  beforeAll(async () => {
    program = await childProgram('swap-until-killed.ts');
  });
  afterAll(() => program.remove());

  /** At each moment that there is, until one start comes to its end. Says how many there are. */
  async function killedAtEach(prepare: () => void, check: () => void): Promise<number> {
    for (let moment = 1; ; moment += 1) {
      staged();
      armRestore(dataDir, KEPT);
      prepare();
      const { signal, status } = spawnSync(process.execPath, [program.file, dataDir, `${moment}`]);
      if (signal === null) {
        expect(status).toBe(0);
        check();
        return moment - 1;
      }
      await finishRestore(dataDir);
      check();
    }
  }

  it('has the whole restored data after the next one, whenever that was', async () => {
    const moments = await killedAtEach(() => undefined, expectNew);
    // Four go out, three come in, and it is done.
    expect(moments).toBe(4 + 3 + 1);
  });

  it('has the whole data of before, when that start had to take it back', async () => {
    const moments = await killedAtEach(obstruct, expectOld);
    expect(moments).toBeGreaterThan(3);
    expect(readdirSync(join(dataDir, KEPT, prompts))).toEqual(['foreign']);
  });
});
