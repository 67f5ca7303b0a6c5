import {
  API_PATHS,
  EXIT_CODES,
  SERVER_FILES,
  type AuditVerification,
  type BackupState,
  type FleetView,
} from '@kenny/contract';
import type { FaultPoint } from '@kenny/kernel';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './harness/eventually.js';
import { FakeFleet } from './harness/fake-fleet.js';
import { Installation, SERVER_PROGRAM } from './harness/installation.js';
import { describeWithObjectStore, ObjectStore } from './harness/object-store.js';
import { aWorld } from './harness/world.js';

/** A server is lost with its disk, and comes back from a bucket. Sent in parts of 16 MiB. */
const world = aWorld();
const ids = Array.from({ length: 20 }, (_, i) => `pc-${String(i).padStart(2, '0')}`);
const BUCKET = 'family';
const BALLAST_BYTES = 40 * 1024 * 1024;

describeWithObjectStore('a backup in a bucket', () => {
  let store: ObjectStore;
  let installation: Installation;
  let fleet: FakeFleet;
  let keys: string;
  const serverEnv: Record<string, string> = {};
  const folder = () => join(installation.dataDir, SERVER_FILES.backups);

  beforeAll(
    world.telling(async () => {
      store = await ObjectStore.up(world);
      await store.makeBucket(BUCKET);
      const identity = await generateX25519Identity();
      keys = join(world.folder, 'keys.txt');
      writeFileSync(keys, identity);
      Object.assign(serverEnv, {
        KENNY_BACKUP_EVERY: 'off',
        KENNY_BACKUP_RECIPIENTS: await identityToRecipient(identity),
        ...bucketEnv(),
      });
      installation = await Installation.prepare(world, 'server', { serverEnv });
      await installation.startServer();
      fleet = new FakeFleet(world, installation.api);
      await fleet.join(ids.map((id) => ({ id })));
      const releases = join(installation.dataDir, SERVER_FILES.releases);
      mkdirSync(releases, { recursive: true });
      writeFileSync(join(releases, 'ballast'), randomBytes(BALLAST_BYTES));
    }),
    120_000,
  );

  const bucketEnv = () => ({
    KENNY_BACKUP_S3: `${store.origin}/${BUCKET}/kenny`,
    KENNY_BACKUP_S3_KEY_ID: store.keyId,
    KENNY_BACKUP_S3_SECRET: store.secret,
  });

  async function kenny(args: readonly string[], env: Record<string, string> = {}) {
    const { url, token } = installation.api;
    const program = world.start({
      name: `kenny ${args.slice(0, 2).join(' ')}`,
      args: [SERVER_PROGRAM, ...args],
      cwd: world.folder,
      env: { KENNY_URL: url, KENNY_TOKEN: token, ...env },
    });
    const { code } = await program.ended(120_000);
    return { code, out: program.stdout, err: program.stderr };
  }

  const state = async (): Promise<BackupState> =>
    (await installation.api.get<BackupState>(API_PATHS.serverBackups)).body;

  async function create(): Promise<{ name: string; sent: boolean | null }> {
    const { code, out, err } = await kenny(['backup', 'create', '--json']);
    expect([code, err]).toEqual([EXIT_CODES.ok, '']);
    return JSON.parse(out) as { name: string; sent: boolean | null };
  }

  it(
    'is sent in parts when it is made, and the bucket says so',
    world.telling(async () => {
      const made = await create();
      expect(made.sent).toBe(true);
      expect(await store.holds(BUCKET)).toEqual({
        objects: [`kenny/${made.name}`],
        uploads: [],
      });
      const { out } = await kenny(['backup', 'list', '--from', 's3'], bucketEnv());
      expect(out).toContain(`s3:${made.name}`);
    }),
    120_000,
  );

  it.each(['server.backup_part_sent', 'server.backup_arrived'] satisfies FaultPoint[])(
    'is whole or not there when the server is killed at %s, and is sent again',
    world.telling(async (point: FaultPoint) => {
      const before = await store.holds(BUCKET);
      installation.arm(point);
      await installation.api.post(API_PATHS.serverBackups, {});
      await installation.server?.ended(60_000);
      const [name = ''] = newest(readdirSync(folder()));
      const killed = await store.holds(BUCKET);
      const inParts = point === 'server.backup_part_sent';
      expect(killed.objects).toEqual(
        inParts ? before.objects : [...before.objects, `kenny/${name}`],
      );
      expect(killed.uploads).toEqual(inParts ? [`kenny/${name}`] : []);

      await installation.startServer();
      const { code, err } = await kenny(['backup', 'send']);
      expect([code, err]).toEqual([EXIT_CODES.ok, '']);
      expect(await store.holds(BUCKET)).toEqual({
        objects: [...before.objects, `kenny/${name}`],
        uploads: [],
      });
      const verified = await kenny(
        ['backup', 'verify', `s3:${name}`, '--identity', keys],
        bucketEnv(),
      );
      expect([verified.code, verified.err]).toEqual([EXIT_CODES.ok, '']);
    }),
    120_000,
  );

  it(
    'stays here and says so while the bucket is away, and is sent when it is back',
    world.telling(async () => {
      await store.stop();
      const { name, sent } = await create();
      expect(sent).toBe(false);
      expect((await state()).copies?.trouble).toMatch(/cannot be reached.*ECONNREFUSED/);
      expect(readdirSync(folder())).toContain(name);
      await store.start();
      const { code } = await kenny(['backup', 'send']);
      expect(code).toBe(EXIT_CODES.ok);
      expect((await state()).copies?.trouble).toBeNull();
      expect((await store.holds(BUCKET)).objects).toContain(`kenny/${name}`);
    }),
    120_000,
  );

  it(
    'is not sent with a wrong secret, which is said in words',
    world.telling(async () => {
      await installation.server?.stop();
      serverEnv['KENNY_BACKUP_S3_SECRET'] = 'not-the-secret';
      await installation.startServer();
      const { sent } = await create();
      expect(sent).toBeNull();
      expect((await state()).copies?.trouble).toMatch(/secret does not fit.*SignatureDoesNotMatch/);
      const said = await kenny(['backup', 'send']);
      expect([said.code, said.err]).toEqual([
        EXIT_CODES.unreachable,
        expect.stringContaining('KENNY_BACKUP_S3_SECRET'),
      ]);
      await installation.server?.stop();
      Object.assign(serverEnv, bucketEnv());
      await installation.startServer();
      expect((await kenny(['backup', 'send'])).code).toBe(EXIT_CODES.ok);
      expect((await state()).items.map((item) => item.sent)).not.toContain(false);
    }),
    120_000,
  );

  it(
    'is not sent by a server with a wrong clock, which is said in words',
    world.telling(async () => {
      await installation.server?.stop();
      await installation.startServer(new Date(Date.now() + 2 * 3_600_000));
      const said = await kenny(['backup', 'send']);
      expect([said.code, said.err]).toEqual([
        EXIT_CODES.unreachable,
        expect.stringMatching(/timedatectl.*RequestTimeTooSkewed/),
      ]);
      await installation.server?.stop();
      await installation.startServer();
    }),
    60_000,
  );

  it(
    'brings back a server whose disk is lost, and every PC comes back by itself',
    world.telling(async () => {
      await installation.server?.stop();
      rmSync(installation.dataDir, { recursive: true });
      const listed = await kenny(['backup', 'list', '--from', 's3', '--json'], bucketEnv());
      const [{ name } = { name: '' }] = JSON.parse(listed.out) as { name: string }[];
      const from = ['--identity', keys, '--from', 's3'];
      const rehearsed = await kenny(['backup', 'rehearse', name, ...from, '--json'], bucketEnv());
      expect([rehearsed.code, rehearsed.err]).toEqual([EXIT_CODES.ok, '']);
      expect(JSON.parse(rehearsed.out)).toMatchObject({ pcs: ids.length });
      const restored = await kenny(
        ['backup', 'restore', `s3:${name}`, '--identity', keys, '--to', installation.dataDir],
        bucketEnv(),
      );
      expect([restored.code, restored.err]).toEqual([EXIT_CODES.ok, '']);

      await installation.startServer();
      await fleet.reconnect([]);
      await eventually('all PCs are back', async () => {
        const { body } = await installation.api.get<FleetView>(API_PATHS.fleet);
        const here = body.agents.filter(({ online }) => online);
        return here.length === ids.length ? true : undefined;
      });
      const { body } = await installation.api.get<AuditVerification>(API_PATHS.auditVerify);
      expect(body).toMatchObject({ ok: true, findings: [] });
    }),
    180_000,
  );
});

const newest = (names: readonly string[]): string[] =>
  names
    .filter((name) => name.startsWith('kenny-'))
    .sort()
    .reverse();
