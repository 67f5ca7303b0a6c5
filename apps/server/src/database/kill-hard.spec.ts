import { systemClock } from '@kenny/kernel';
import { childProgram, startChild, type Child } from '../../test/child-program.js';
import { databaseIn } from '../../test/database-in.js';
import { NOTES, NoteEntity } from '../../test/notes-schema.js';
import { tempDirs } from '../../test/temp-dir.js';
import { openDatabase } from './open-database.js';

const tempDir = tempDirs();

describe('a server that is killed with SIGKILL', () => {
  let program: Awaited<ReturnType<typeof childProgram>>;
  beforeAll(async () => {
    program = await childProgram('write-until-killed.ts');
  });
  afterAll(() => program.remove());

  const children: Child[] = [];
  const start = (dataDir: string): Child => {
    const child = startChild(program.file, [JSON.stringify(databaseIn(dataDir))]);
    children.push(child);
    return child;
  };
  afterEach(() => Promise.all(children.splice(0).map((child) => child.killHard())));

  it('has stored every row whose write had resolved', async () => {
    const dataDir = tempDir();
    const child = start(dataDir);
    await child.line((line) => line.endsWith('-20'));
    await child.killHard();

    const told = child.lines.filter((line) => line.includes('-'));
    const database = await openDatabase(databaseIn(dataDir), NOTES, systemClock);
    const rows = await database.reads.manager.find(NoteEntity);
    await database.close();
    const stored = new Set(rows.map(({ id }) => id));
    expect(told.length).toBeGreaterThan(100);
    expect(told.filter((id) => !stored.has(id))).toEqual([]);
  });

  it('holds its data folder while it lives, and frees it by dying', async () => {
    const dataDir = tempDir();
    const child = start(dataDir);
    await child.line((line) => line === 'open');
    const open = () => openDatabase(databaseIn(dataDir), NOTES, systemClock);
    await expect(open()).rejects.toThrow(`${dataDir} is in use by another kenny process`);
    await child.killHard();
    await (await open()).close();
  });
});
