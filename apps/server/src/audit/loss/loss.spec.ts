import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { Logger } from '@nestjs/common';
import { anEntry, openAuditWorld, type AuditWorld } from '../../../test/audit-world.js';
import { databaseIn, describeOnSqlite } from '../../../test/database-in.js';
import { emptyDatabase, keepDatabase } from '../../../test/set-back.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { FileServerIdentity } from '../../config/index.js';

const tempDir = tempDirs();
const BY = {
  actor: { kind: 'operator', id: 'anna', name: 'Anna' },
  door: 'cli',
  request_id: 'r1',
} as const;

let dataDir: string;
let world: AuditWorld;
beforeAll(() => {
  Logger.overrideLogger(false);
});
beforeEach(async () => {
  dataDir = tempDir();
  world = await openAuditWorld(dataDir);
});
afterEach(() => world.close());

const checkpoints = () => join(dataDir, SERVER_FILES.auditCheckpoints);
const loss = () => world.store.hold.loss;
const verify = () => world.store.verify();
const found = async () => (await verify()).findings.map(({ kind, seq }) => `${kind} ${seq}`);

async function rows(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) world.store.log.record(anEntry());
  await world.store.log.flush();
  await world.store.checkpoint();
}

/** The server is off while `meanwhile` is done. */
async function startAgain(meanwhile: () => Promise<void> | void = () => undefined): Promise<void> {
  await world.close();
  await meanwhile();
  world = await openAuditWorld(dataDir);
}

/** Ten rows; a copy; ten more; the copy is put back. */
async function setBack(): Promise<void> {
  await rows(10);
  await world.close();
  const kept = await keepDatabase(dataDir);
  world = await openAuditWorld(dataDir);
  await rows(10);
  await startAgain(() => kept.putBack());
}

async function accept(): Promise<void> {
  const { losses } = world.store;
  await world.database.writer.write((tx) => losses.acceptIn(tx, BY));
  await losses.goOn();
}

describe('an audit whose database was set back', () => {
  it('is noticed by the next start, which knows both ends', async () => {
    await setBack();
    expect(loss()).toMatchObject({ kept: { seq: 10 }, lost: { seq: 20 }, missing: 10 });
    expect(() => world.store.hold.refuse()).toThrow(/at least 10 rows .* accept-loss/);
  });

  it('gets no checkpoint until somebody has looked', async () => {
    await setBack();
    const before = readFileSync(checkpoints(), 'utf8');
    await rows(200);
    expect(readFileSync(checkpoints(), 'utf8')).toBe(before);
  });

  it('knows the same ends after any number of restarts and rows', async () => {
    await setBack();
    const first = loss();
    await startAgain();
    expect(loss()).toEqual(first);
    await rows(30);
    await startAgain();
    expect(loss()).toEqual(first);
    const told = await world.store.reader.list({ kind: 'restore' });
    expect(told.items.map(({ seq, target }) => [seq, target])).toEqual([[11, 'found']]);
  });

  it('keeps one named gap once the loss is accepted', async () => {
    await setBack();
    await rows(30);
    expect((await verify()).ok).toBe(false);
    await accept();
    expect(loss()).toBeNull();
    const gap = { from: 11, to: 20, row: 42, by: 'Anna', at: expect.any(String) as string };
    expect(await verify()).toMatchObject({ ok: true, findings: [], losses: [gap], proven_to: 42 });
    await rows(5);
    await startAgain();
    await rows(5);
    await startAgain();
    expect(loss()).toBeNull();
    expect(await verify()).toMatchObject({ ok: true, losses: [gap], proven_to: 52 });
  });

  it('names each loss when it happens again, and only the larger one when that holds both', async () => {
    await setBack();
    await accept();
    await setBack();
    expect(loss()).toMatchObject({ kept: { seq: 22 }, lost: { seq: 32 } });
    await accept();
    const gaps = async () => (await verify()).losses.map(({ from, to }) => [from, to]);
    expect(await gaps()).toEqual([
      [11, 20],
      [23, 32],
    ]);

    await rows(10);
    await startAgain(emptyDatabase(dataDir));
    await accept();
    expect((await verify()).ok).toBe(true);
    expect((await gaps()).map(([from]) => from)).toEqual([1]);
  });

  it('still finds what is changed after the gap, and before it', async () => {
    await setBack();
    await accept();
    await rows(10);
    await world.tamper("UPDATE audit SET target = 'nothing' WHERE seq IN (4, 15)");
    expect(await found()).toEqual(['changed 4', 'changed 15']);
    await world.tamper('DELETE FROM audit WHERE seq > 12');
    expect(await found()).toEqual(['changed 4', 'cut_off 13']);
  });

  it('is held when a row is another than the one that was vouched for', async () => {
    await rows(10);
    const row = (await world.store.reader.list({}, { limit: 1 })).items[0];
    await world.tamper('UPDATE audit SET sha256 = ? WHERE seq = 10', 'f'.repeat(64));
    await startAgain();
    expect(loss()).toMatchObject({
      kept: { seq: 0 },
      lost: { seq: 10, sha256: row?.sha256 },
    });
  });
});

describe('an empty database', () => {
  it('is held beside checkpoints of an earlier life', async () => {
    await rows(10);
    await startAgain(emptyDatabase(dataDir));
    expect(loss()).toMatchObject({ kept: { seq: 0 }, lost: { seq: 10 }, missing: 10 });
    expect(loss()?.message).toMatch(/emptied/);
    await accept();
    expect(await verify()).toMatchObject({ ok: true, losses: [{ from: 1, to: 10 }] });
  });

  it('is held also when no checkpoint can be read any more', async () => {
    await rows(10);
    await startAgain(async () => {
      await emptyDatabase(dataDir)();
      writeFileSync(checkpoints(), 'rubbish\n');
    });
    expect(loss()).toMatchObject({ kept: { seq: 0 }, lost: { seq: 0 }, missing: null });
    await accept();
    expect(await verify()).toMatchObject({ ok: true, losses: [{ from: 1, to: null }] });
    await startAgain();
    expect(loss()).toBeNull();
  });

  it('is a first start that was cut off where nothing but keys is there', async () => {
    await startAgain(() => expect(existsSync(checkpoints())).toBe(false));
    expect(existsSync(join(dataDir, SERVER_FILES.key))).toBe(true);
    expect(existsSync(join(dataDir, SERVER_FILES.id))).toBe(true);
    expect(loss()).toBeNull();
  });

  it('is a first start also where the first row was written and no checkpoint', async () => {
    world.store.log.record(anEntry());
    await world.store.log.flush();
    await startAgain(() => rmSync(checkpoints(), { force: true }));
    expect(loss()).toBeNull();
  });
});

describe('whoever has the database and the checkpoint file, and not the key', () => {
  /** A row as the server writes it when a loss is accepted, with a signature of somebody else's. */
  async function fakeAcceptance(): Promise<void> {
    const own = join(dataDir, 'own');
    mkdirSync(own, { recursive: true });
    const thief = new FileServerIdentity({ dataDir: own, serverSeed: null });
    const { kept, lost } = loss() ?? {};
    const args = {
      kept: { seq: kept?.seq, sha256: kept?.sha256 },
      lost: { seq: lost?.seq, sha256: lost?.sha256 },
      signature: thief.sign(Buffer.from('made up')).toString('base64'),
    };
    world.store.log.record({ ...BY, kind: 'restore', target: 'accepted', ok: true, args });
    await world.store.log.flush();
  }

  it('cannot accept a loss with a row of their own', async () => {
    await setBack();
    await fakeAcceptance();
    await startAgain();
    expect(loss()).toMatchObject({ kept: { seq: 10 }, lost: { seq: 20 } });
    expect((await verify()).ok).toBe(false);
  });

  it('cannot accept it with a line of their own', async () => {
    await setBack();
    const row = (await world.store.reader.list({}, { limit: 1 })).items[0];
    const { kept, lost } = loss() ?? {};
    const line = {
      ...{ chain: row?.chain, seq: row?.seq, head: row?.sha256, time: row?.at },
      loss: { kept, lost, by: BY.actor },
      signature: Buffer.alloc(64).toString('base64'),
    };
    await startAgain(() => appendFileSync(checkpoints(), `${JSON.stringify(line)}\n`));
    expect(loss()).not.toBeNull();
    expect(await found()).toContain('checkpoint null');
  });

  it('cannot use an accepted loss again for rows that came later', async () => {
    await setBack();
    await accept();
    const accepted = readFileSync(checkpoints(), 'utf8').trim().split('\n').at(-1) ?? '';
    await rows(20);
    await world.tamper('DELETE FROM audit WHERE seq > 12');
    await startAgain(() => appendFileSync(checkpoints(), `${accepted}\n`));
    expect(loss()).toMatchObject({ kept: { seq: 12 }, lost: { seq: 32 } });
    expect((await verify()).ok).toBe(false);
  });
});

describeOnSqlite('a write-ahead log', 'PostgreSQL keeps its own', () => {
  it('that was removed takes rows away like any set-back', async () => {
    await rows(10);
    await startAgain();
    await rows(10);
    const { database } = databaseIn(dataDir);
    const file = database.type === 'sqlite' ? database.file : '';
    const wal = `${file}-wal`;
    // As after a power cut: the file as it lies there, and no orderly close.
    const before = readFileSync(file);
    expect(readFileSync(wal).length).toBeGreaterThan(0);
    await startAgain(() => {
      writeFileSync(file, before);
      rmSync(wal, { force: true });
    });
    expect(loss()).toMatchObject({ kept: { seq: 10 }, lost: { seq: 20 } });
  });
});
