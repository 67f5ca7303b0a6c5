import {
  API_PATHS,
  EXIT_CODES,
  SERVER_FILES,
  type AuditList,
  type AuditVerification,
  type BackupDownload,
  type BackupState,
  type FleetView,
} from '@kenny/contract';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { enginesHere } from './harness/engines.js';
import { eventually } from './harness/eventually.js';
import { FakeFleet } from './harness/fake-fleet.js';
import { Installation, SERVER_PROGRAM } from './harness/installation.js';
import { aWorld } from './harness/world.js';

/**
 * The drill: a server is lost with all of its data folder, and comes back from a backup. Nobody
 * types anything on a PC.
 */
const world = aWorld();
/** With the one whose agent is real. */
const PCS = 200;
const LATER = 'added-after-the-backup';
const ids = Array.from({ length: PCS - 1 }, (_, i) => `pc-${String(i).padStart(3, '0')}`);
const kept = [...ids, 'real-pc'];

describe.each(enginesHere())('a backup on $engine', ({ engine, newDatabase }) => {
  const database = newDatabase();
  const folder = world.makeFolder(`${engine}-backups`);
  const serverEnv: Record<string, string> = {
    KENNY_BACKUP_DIR: folder,
    KENNY_BACKUP_EVERY: 'off',
    ...database,
  };
  let installation: Installation;
  let fleet: FakeFleet;
  let cookie: string;
  let file: string;
  /** The newest checkpoints of the lost server: somebody had them elsewhere. */
  const checkpoints = join(world.folder, `${engine}-checkpoints.jsonl`);

  beforeAll(
    world.telling(async () => {
      installation = await Installation.up(world, `${engine}-server`, {
        agentId: 'real-pc',
        stateDir: world.makeFolder(`${engine}-agent`),
        serverEnv,
      });
      fleet = new FakeFleet(world, installation.api);
      await fleet.join(ids.map((id) => ({ id })));
      cookie = await logIn();
      await installation.api.ask('shell_exec', 'real-pc', { command: 'systemctl restart cups' });
    }),
    180_000,
  );

  async function logIn(): Promise<string> {
    const { url, token } = installation.api;
    const answer = await fetch(url + API_PATHS.login, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ token }),
    });
    expect(answer.status).toBeLessThan(300);
    return (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  }

  const seenBy = async (login: string): Promise<number> =>
    (await fetch(installation.api.url + API_PATHS.fleet, { headers: { cookie: login } })).status;

  /** @param env - instead of that of a command on a machine that has no server */
  async function kenny(args: readonly string[], env: Record<string, string> = {}) {
    const program = world.start({
      name: `kenny ${args.slice(0, 2).join(' ')}`,
      args: [SERVER_PROGRAM, ...args],
      cwd: world.folder,
      env,
    });
    const { code } = await program.ended(120_000);
    return { code, out: program.stdout, err: program.stderr };
  }

  const restore = (...more: string[]) =>
    kenny(['backup', 'restore', file, '--to', installation.dataDir, ...more]);

  it(
    'is made while all PCs are connected',
    world.telling(async () => {
      const { url, token } = installation.api;
      const made = await kenny(['backup', 'create', '--json'], {
        KENNY_URL: url,
        KENNY_TOKEN: token,
      });
      expect([made.code, made.err]).toEqual([EXIT_CODES.ok, expect.any(String)]);
      const [name = ''] = readdirSync(folder).filter((one) => one.startsWith('kenny-'));
      expect(JSON.parse(made.out)).toMatchObject({ name, encrypted: false });
      file = join(folder, name);
      expect(await seenBy(cookie)).toBe(200);
    }),
    120_000,
  );

  it(
    'is found whole, and a damaged one is named by its part',
    world.telling(async () => {
      const whole = await kenny(['backup', 'verify', file]);
      expect([whole.code, whole.err]).toEqual([EXIT_CODES.ok, '']);
      const damaged = join(world.folder, `${engine}-damaged.tar.gz`);
      const bytes = readFileSync(file);
      writeFileSync(damaged, bytes.subarray(0, bytes.length / 2));
      const cut = await kenny(['backup', 'verify', damaged]);
      expect([cut.code, cut.err]).toEqual([
        EXIT_CODES.failed,
        expect.stringMatching(/damaged\.tar\.gz is no good backup: .*kenny\.sqlite/),
      ]);
    }),
    120_000,
  );

  it(
    'is downloaded by an admin who is logged in, and that copy opens with its passphrase alone',
    world.telling(async () => {
      const { url } = installation.api;
      const passphrase = 'four small rusty anchors';
      const headers = { 'content-type': 'application/json', origin: url, cookie };
      const ordered = await fetch(url + API_PATHS.serverBackupDownload(basename(file)), {
        ...{ method: 'POST', headers, body: JSON.stringify({ passphrase }) },
      });
      const { path, name } = (await ordered.json()) as BackupDownload;
      // Whoever finds the address has nothing.
      expect((await fetch(url + path)).status).toBe(401);
      const answer = await fetch(url + path, { headers: { cookie } });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=${name}`);
      const copy = join(world.folder, `${engine}-${name}`);
      writeFileSync(copy, Buffer.from(await answer.arrayBuffer()));
      const again = await fetch(url + path, { headers: { cookie } });
      expect(again.status).toBe(404);

      const opened = (input: string) =>
        spawnSync(process.execPath, [SERVER_PROGRAM, 'backup', 'verify', copy, '--passphrase'], {
          ...{ cwd: world.folder, input, encoding: 'utf8' },
        });
      const whole = opened(passphrase);
      expect([whole.status, whole.stderr]).toEqual([EXIT_CODES.ok, '']);
      const locked = opened('another one');
      expect([locked.status, locked.stderr]).toEqual([
        EXIT_CODES.failed,
        expect.stringContaining('this passphrase does not open it'),
      ]);
      const known = await eventually('the copy is known', async () => {
        const { body } = await installation.api.get<BackupState>(API_PATHS.serverBackups);
        return body.downloaded ?? undefined;
      });
      expect(known.name).toBe(basename(file));
      const { body: audit } = await installation.api.get<AuditList>('/api/audit?kind=export');
      expect(audit.items).toContainEqual(
        expect.objectContaining({
          ...{
            target: 'backup_download',
            ok: true,
            args: { file: basename(file), encrypted: true },
          },
        }),
      );
    }),
    120_000,
  );

  it(
    'is rehearsed with a server that nobody reaches',
    world.telling(async () => {
      const { code, out, err } = await kenny(['backup', 'rehearse', file, '--json']);
      expect([code, err]).toEqual([EXIT_CODES.ok, expect.any(String)]);
      expect(JSON.parse(out)).toMatchObject({ pcs: PCS, manifest: { database: engine } });
    }),
    120_000,
  );

  it(
    'is not restored over a server that is there, nor with a key that is older than checkpoints',
    world.telling(async () => {
      // What is lost: it happens after the backup.
      await fleet.join([{ id: LATER }]);
      await installation.server?.stop();
      cpSync(join(installation.dataDir, SERVER_FILES.auditCheckpoints), checkpoints);
      const full = await restore();
      expect([full.code, full.err]).toEqual([
        EXIT_CODES.failed,
        expect.stringContaining('is not empty'),
      ]);
      expect(existsSync(join(installation.dataDir, SERVER_FILES.key))).toBe(true);

      rmSync(installation.dataDir, { recursive: true });
      const other = await Installation.prepare(world, `${engine}-other-key`);
      await other.startServer();
      await other.addAgent();
      await other.server?.stop();
      const newer = join(other.dataDir, SERVER_FILES.auditCheckpoints);
      const older = await restore('--checkpoints', newer);
      expect([older.code, older.err]).toEqual([
        EXIT_CODES.failed,
        expect.stringContaining('signature of another key'),
      ]);
      expect(existsSync(installation.dataDir)).toBe(false);
    }),
    120_000,
  );

  it(
    'brings back the server, and every PC comes back by itself',
    world.telling(async () => {
      const restored = await restore('--checkpoints', checkpoints);
      expect([restored.code, restored.err]).toEqual([EXIT_CODES.ok, expect.any(String)]);
      expect(restored.out).toMatch(/Rows \d+ to \d+ of the audit log are lost/);
      await moveToEngine();
      await installation.startServer();
      await fleet.reconnect([LATER]);
      await eventually(
        'all PCs are back',
        async () => {
          const { body } = await installation.api.get<FleetView>(API_PATHS.fleet);
          const here = body.agents.filter(({ online }) => online).map(({ agent_id }) => agent_id);
          expect(body.agents.map(({ agent_id }) => agent_id).sort()).toEqual(kept);
          return here.length === PCS ? true : undefined;
        },
        120_000,
      );
      const answer = await installation.api.tool('fs_disk_usage', 'real-pc', {});
      expect(answer.status).toBe(200);
    }),
    240_000,
  );

  it(
    'leaves an audit log that verifies and names what is missing, and nobody logged in',
    world.telling(async () => {
      const { api } = installation;
      const { body: proof } = await api.get<AuditVerification>(API_PATHS.auditVerify);
      expect(proof).toMatchObject({ ok: true, findings: [], losses: [expect.any(Object)] });
      const { body: audit } = await api.get<AuditList>('/api/audit?kind=restore');
      const rows = audit.items.map(({ target, ok, args }) => ({ target, ok, args }));
      expect(rows).toContainEqual({
        ...{ target: 'backup', ok: true },
        args: expect.objectContaining({ file: basename(file) }) as unknown,
      });
      expect(rows.map(({ target }) => target)).toEqual(
        expect.arrayContaining(['backup', 'accepted', 'found']),
      );
      expect(await seenBy(cookie)).toBe(401);
      expect(await seenBy(await logIn())).toBe(200);
      const { body: open } = await api.get<{ items: unknown[] }>(
        `${API_PATHS.approvals}?state=pending`,
      );
      expect(open.items).toEqual([]);
    }),
    60_000,
  );

  /** A restored folder is one on SQLite. */
  async function moveToEngine(): Promise<void> {
    if (engine === 'sqlite') return;
    const address = newDatabase();
    const copied = await kenny(['db', 'copy', '--to', address['KENNY_DATABASE_URL'] ?? ''], {
      KENNY_DATA_DIR: installation.dataDir,
    });
    expect([copied.code, copied.err]).toEqual([EXIT_CODES.ok, expect.any(String)]);
    Object.assign(serverEnv, address);
  }
});
