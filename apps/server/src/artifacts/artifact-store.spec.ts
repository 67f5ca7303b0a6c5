import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { SERVER_FILES } from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import { FakeClock } from '@kenny/testing';
import { Logger } from '@nestjs/common';
import { databaseIn } from '../../test/database-in.js';
import { tempDirs } from '../../test/temp-dir.js';
import { openDatabase, type OpenDatabase } from '../database/index.js';
import { Artifacts1795700001200 } from '../database/migrations/1200-artifacts.js';
import { ArtifactStore, type ArtifactLimits } from './artifact-store.js';
import { ArtifactEntity } from './artifact.entity.js';
import { ARTIFACT_ENTITIES } from './index.js';

const tempDir = tempDirs();
const SCHEMA = { entities: ARTIFACT_ENTITIES, migrations: [Artifacts1795700001200] };
const LIMITS: ArtifactLimits = {
  bytes: 100,
  lifeMs: 3_600_000,
  perOwner: { count: 3, bytes: 150 },
  total: { count: 5, bytes: 400 },
};
const anna = { kind: 'operator', id: 'anna' } as const;
const ben = { kind: 'operator', id: 'ben' } as const;
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');

describe('ArtifactStore', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  let dataDir: string;
  let clock: FakeClock;
  let database: OpenDatabase;
  let store: ArtifactStore;
  const open = () =>
    ArtifactStore.open({ config: { dataDir }, ...database, clock, limits: LIMITS });
  beforeEach(async () => {
    dataDir = tempDir();
    clock = new FakeClock();
    database = await openDatabase(databaseIn(dataDir), SCHEMA, systemClock);
    store = await open();
  });
  afterEach(() => database.close());

  const folder = () => join(dataDir, SERVER_FILES.blobs);
  const put = (owner: typeof anna | typeof ben, size = 10) =>
    store.put(owner, 'text/plain', Buffer.alloc(size, 'x'));
  const has = (owner: typeof anna | typeof ben, id: string) =>
    store.get(owner, id).then(
      () => true,
      () => false,
    );

  it('gives back exactly what it was given, to whom it belongs', async () => {
    const made = await store.put(anna, 'image/png', PNG);
    const { artifact, bytes } = await store.get(anna, made.id);
    expect(bytes).toEqual(PNG);
    expect(artifact).toEqual({
      id: expect.stringMatching(/^art_[\w-]{43}$/) as string,
      mime: 'image/png',
      size: 10,
      sha256: made.sha256,
      created_at: '2026-06-04T12:00:00.000Z',
      expires_at: '2026-06-04T13:00:00.000Z',
    });
    expect(statSync(join(folder(), made.id)).mode & 0o777).toBe(0o600);
  });

  it('says the same of an id that never was, of another’s, and of a path', async () => {
    const { id } = await put(anna);
    const never = `art_${'A'.repeat(43)}`;
    for (const [who, what] of [
      [ben, id],
      [{ kind: 'mcp_client', id: 'anna' }, id],
      [anna, never],
      [anna, '../server.key'],
      [anna, ''],
    ] as const) {
      await expect(store.get(who, what)).rejects.toMatchObject({
        code: 'not_found',
        message: 'There is no such artifact, or it has expired.',
      });
    }
  });

  it('serves nothing as an image that does not begin like one', async () => {
    const page = Buffer.from('<script>alert(1)</script>');
    expect((await store.put(anna, 'image/png', page)).mime).toBe('application/octet-stream');
    expect((await store.put(anna, 'image/jpeg', PNG)).mime).toBe('application/octet-stream');
    expect((await store.put(anna, 'image/webp', Buffer.from('RIFF1234WEBPxx'))).mime).toBe(
      'image/webp',
    );
    expect((await store.put(ben, 'image/jpeg', Buffer.from('ffd8ffe0', 'hex'))).mime).toBe(
      'image/jpeg',
    );
  });

  it('takes nothing above its size', async () => {
    await expect(put(anna, 101)).rejects.toMatchObject({ code: 'too_large' });
    expect(readdirSync(folder())).toEqual([]);
  });

  it('lets the owner’s oldest make room, by number and by bytes', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 4; i += 1) {
      ids.push((await put(anna)).id);
      clock.advance(1);
    }
    expect(await Promise.all(ids.map((id) => has(anna, id)))).toEqual([false, true, true, true]);
    const big = await put(anna, 100);
    const bigger = await put(anna, 100);
    expect(await has(anna, big.id)).toBe(false);
    expect(await has(anna, bigger.id)).toBe(true);
  });

  it('never takes from one to give to another: it refuses and leaves nothing behind', async () => {
    for (const owner of [anna, anna, anna, ben, ben]) await put(owner);
    const before = readdirSync(folder()).length;
    await expect(put(ben)).rejects.toMatchObject({ code: 'unavailable' });
    expect(readdirSync(folder())).toHaveLength(before);
  });

  it('knows the newest of an owner, who may be made to keep only that', async () => {
    expect(await store.newest(anna)).toBeUndefined();
    const first = await put(anna);
    clock.advance(1);
    const second = await put(anna);
    expect((await store.newest(anna))?.artifact.id).toBe(second.id);
    expect(await has(anna, first.id)).toBe(true);
    clock.advance(1);
    const third = await store.put(anna, 'text/plain', Buffer.from('new'), 1);
    expect((await store.newest(anna))?.bytes.toString()).toBe('new');
    // The files go after the rows.
    while (readdirSync(folder()).length > 1) await turn();
    expect(readdirSync(folder())).toEqual([third.id]);
    expect(await store.newest(ben)).toBeUndefined();
    clock.advance(LIMITS.lifeMs);
    expect(await store.newest(anna)).toBeUndefined();
  });

  it('gives the newer one where the newest is replaced while it is read', async () => {
    const { manager } = database.reads;
    await put(anna);
    const before = await manager.findOneByOrFail(ArtifactEntity, {});
    clock.advance(1);
    const { id } = await store.put(anna, 'text/plain', Buffer.from('new'), 1);
    rmSync(join(folder(), before.id), { force: true });
    jest.spyOn(manager, 'findOne').mockResolvedValueOnce(before);
    expect((await store.newest(anna))?.artifact.id).toBe(id);
    rmSync(join(folder(), id));
    expect(await store.newest(anna)).toBeUndefined();
  });

  it('gives nothing away after an hour, and removes it', async () => {
    const { id } = await put(anna);
    clock.advance(LIMITS.lifeMs - 1);
    expect(await has(anna, id)).toBe(true);
    clock.advance(1);
    expect(await has(anna, id)).toBe(false);
    await store.expire(clock.now());
    expect(existsSync(join(folder(), id))).toBe(false);
    await store.expire(clock.now());
  });

  it('throws away after a crash what no row tells of, and survives a missing file', async () => {
    const kept = await put(anna);
    const gone = await put(anna);
    rmSync(join(folder(), gone.id));
    const orphan = `art_${'B'.repeat(43)}`;
    writeFileSync(join(folder(), orphan), 'x');
    store = await open();
    expect(readdirSync(folder())).toEqual([kept.id]);
    expect(await has(anna, kept.id)).toBe(true);
    expect(await has(anna, gone.id)).toBe(false);
  });
});
