import {
  API_PATHS,
  EXIT_CODES,
  FILE_TYPE,
  SERVER_FILES,
  UPLOADED_BACKUP,
  type AuditList,
  type AuditVerification,
  type BackupDownload,
  type BackupRestored,
  type BackupState,
  type CreatedToken,
  type ExitCode,
  type FleetView,
  type UploadedBackup,
} from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Invocation } from '../../src/cli/invocation.js';
import { serve } from '../../src/cli/local/serve.js';
import { startServer } from '../../src/server.js';
import { AServer } from '../../test/a-server.js';
import { CliWorld } from '../../test/cli-world.js';
import { describeOnPostgres, describeOnSqlite } from '../../test/database-in.js';
import { NO_MODEL_SERVICE } from '../../test/settings-world.js';
import { tempDirs } from '../../test/temp-dir.js';

/** A backup that an admin restores with a button (ADR 0106). */

const newDir = tempDirs();
const admin = `kny_${randomBytes(24).toString('hex')}`;

/** `kenny serve`, as a person starts it. */
class Served {
  private constructor(
    private readonly world: CliWorld,
    private readonly exit: Promise<ExitCode>,
    private readonly url: string,
  ) {}

  static async start(dataDir: string): Promise<Served> {
    const world = new CliWorld(newDir(), systemClock);
    world.env = {
      ...{ KENNY_DATA_DIR: dataDir, KENNY_PORT: '0', KENNY_OPERATOR_TOKEN: admin },
      ...{ KENNY_LOG_LEVEL: 'error', KENNY_BACKUP_EVERY: 'off' },
      ANTHROPIC_BASE_URL: NO_MODEL_SERVICE,
    };
    // The worker that runs this test has a parent of its own, which is no `npm start`.
    const parts = { start: startServer, channel: undefined };
    const outcome = serve(new Invocation(world.io(), {}), parts);
    await Promise.race([world.out.said('kenny is listening on '), outcome]);
    const [, url] = /listening on (\S+)/.exec(world.out.text) ?? [];
    if (url === undefined) throw new Error(`it did not start: ${world.err.text}`);
    return new Served(world, outcome, url);
  }

  async ask<T>(method: string, path: string, body?: object, token = admin) {
    const response = await fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : {}) as T };
  }

  async upload(file: Uint8Array<ArrayBuffer>) {
    const response = await fetch(this.url + API_PATHS.serverBackupUpload, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': FILE_TYPE },
      body: file,
    });
    return { status: response.status, body: (await response.json()) as UploadedBackup };
  }

  /** The name of a new one; those of the same second have the same, so it gets another day. */
  async backedUp(dataDir: string, day = '20261101'): Promise<string> {
    let state = (await this.ask<BackupState>('POST', API_PATHS.serverBackups)).body;
    while (state.running)
      state = (await this.ask<BackupState>('GET', API_PATHS.serverBackups)).body;
    const [{ name }] = state.items as [BackupState['items'][number]];
    const other = name.replace(/\d{8}/, day);
    const folder = join(dataDir, SERVER_FILES.backups);
    renameSync(join(folder, name), join(folder, other));
    return other;
  }

  /** Its exit code. */
  end(): Promise<ExitCode> {
    return this.exit;
  }

  stop(): Promise<ExitCode> {
    this.world.stopping.abort();
    return this.exit;
  }
}

describeOnSqlite('a restore', 'with the other engine it is refused', () => {
  it('ends the server with the code that starts it again, with the data of then', async () => {
    const dataDir = newDir();
    const first = await Served.start(dataDir);
    await first.ask('POST', API_PATHS.agents, { agent_id: 'pc1' });
    const name = await first.backedUp(dataDir);
    await first.ask('POST', API_PATHS.agents, { agent_id: 'pc2' });
    const body = { operator: { id: 'ben' }, name: 'desk', scope: 'viewer' };
    const { token } = (await first.ask<CreatedToken>('POST', API_PATHS.tokens, body)).body;
    const path = API_PATHS.serverBackupRestore(name);
    const answer = await first.ask<BackupRestored>('POST', path, {});
    expect(answer.status).toBe(202);
    expect(await first.end()).toBe(EXIT_CODES.restart);

    const second = await Served.start(dataDir);
    const fleet = (await second.ask<FleetView>('GET', API_PATHS.fleet)).body;
    expect(fleet.agents.map(({ agent_id }) => agent_id)).toEqual(['pc1']);
    expect((await second.ask('GET', API_PATHS.me, undefined, token)).status).toBe(401);
    const proof = (await second.ask<AuditVerification>('GET', API_PATHS.auditVerify)).body;
    expect(proof).toMatchObject({ ok: true });
    const rows = (await second.ask<AuditList>('GET', '/api/audit?kind=restore')).body.items;
    const row = rows.find(({ target }) => target === 'backup');
    expect(row).toMatchObject({ door: 'http', actor: { kind: 'operator' }, args: { file: name } });
    // Its rows after the backup are named as lost.
    expect(rows.map(({ target }) => target)).toContain('accepted');
    expect(existsSync(join(answer.body.kept_in, SERVER_FILES.database))).toBe(true);
    expect((await second.ask('GET', API_PATHS.readyz)).status).toBe(200);
    expect((await second.ask<BackupState>('GET', API_PATHS.serverBackups)).body.items).toHaveLength(
      1,
    );
    await second.stop();
  });

  it('can be followed by one of a later backup, and the audit log verifies each time', async () => {
    const dataDir = newDir();
    let server = await Served.start(dataDir);
    const add = (agent_id: string) => server.ask('POST', API_PATHS.agents, { agent_id });
    const restored = async (name: string): Promise<string[]> => {
      const path = API_PATHS.serverBackupRestore(name);
      expect(await server.ask('POST', path, {})).toMatchObject({ status: 202 });
      await server.end();
      server = await Served.start(dataDir);
      const proof = (await server.ask<AuditVerification>('GET', API_PATHS.auditVerify)).body;
      expect(proof).toMatchObject({ ok: true });
      expect((await server.ask('GET', API_PATHS.readyz)).status).toBe(200);
      const { agents } = (await server.ask<FleetView>('GET', API_PATHS.fleet)).body;
      return agents.map(({ agent_id }) => agent_id).sort();
    };
    await add('pc1');
    const early = await server.backedUp(dataDir, '20261101');
    for (const pc of ['pc2', 'pc3', 'pc4']) await add(pc);
    const late = await server.backedUp(dataDir, '20261102');
    expect(await restored(early)).toEqual(['pc1']);
    expect(await restored(late)).toEqual(['pc1', 'pc2', 'pc3', 'pc4']);
    expect(await restored(early)).toEqual(['pc1']);
    // Now the log that goes on is longer than that of the later backup.
    for (const pc of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await add(pc);
    expect(await restored(late)).toEqual(['pc1', 'pc2', 'pc3', 'pc4']);
    await server.stop();
  });
});

describeOnSqlite('a backup from elsewhere', 'with the other engine it is refused', () => {
  const TYPES = SERVER_FILES.agentTypes;
  const passphrase = 'four small rusty anchors';

  it('is restored with its passphrase, but says nothing of which programs run here', async () => {
    const theirs = newDir();
    const other = await AServer.start({ dataDir: theirs });
    await other.enrol('their-pc');
    writeFileSync(join(theirs, TYPES), '{"types":[{"id":"x","name":"x","command":["rm"]}]}');
    const name = await backedUp(other);
    const order = { passphrase };
    const path = API_PATHS.serverBackupDownload(name);
    const { body } = await other.http<BackupDownload>('POST', path, order);
    const copy = await fetch(other.url + body.path, {
      headers: { authorization: `Bearer ${other.admin}` },
    });
    const file = new Uint8Array(await copy.arrayBuffer());
    await other.stop();

    const dataDir = newDir();
    const mine = '{"types":[]}';
    writeFileSync(join(dataDir, TYPES), mine);
    const first = await Served.start(dataDir);
    const sent = await first.upload(file);
    expect(sent).toEqual({
      status: 201,
      body: { bytes: file.length, encrypted: true, made_at: null },
    });
    const restore = API_PATHS.serverBackupRestore(UPLOADED_BACKUP);
    expect((await first.ask('POST', restore, {})).status).toBe(400);
    expect((await first.ask('POST', restore, { passphrase: 'wrong' })).status).toBe(409);
    expect((await first.ask('POST', restore, order)).status).toBe(202);
    expect(await first.end()).toBe(EXIT_CODES.restart);

    const second = await Served.start(dataDir);
    const fleet = (await second.ask<FleetView>('GET', API_PATHS.fleet)).body;
    expect(fleet.agents.map(({ agent_id }) => agent_id)).toEqual(['their-pc']);
    expect(readFileSync(join(dataDir, TYPES), 'utf8')).toBe(mine);
    expect((await second.ask('POST', restore, order)).status).toBe(404);
    await second.stop();
  });

  it('is refused when it is none, and nothing of it is left', async () => {
    const dataDir = newDir();
    const server = await Served.start(dataDir);
    expect(await server.upload(new TextEncoder().encode('a letter'))).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('no whole backup of kenny') as string } },
    });
    expect(readdirSync(join(dataDir, SERVER_FILES.restore))).toEqual([]);
    await server.stop();
  });
});

async function backedUp(server: AServer): Promise<string> {
  let state = (await server.http<BackupState>('POST', API_PATHS.serverBackups)).body;
  while (state.running) {
    state = (await server.http<BackupState>('GET', API_PATHS.serverBackups)).body;
  }
  return state.items[0]?.name ?? '';
}

describe('a restore is refused', () => {
  const refused = async (server: AServer, name: string, keys: object = {}) => {
    const { status, body } = await server.http('POST', API_PATHS.serverBackupRestore(name), keys);
    return [status, JSON.stringify(body)];
  };
  describeOnSqlite('with a backup that does not fit', 'the other engine is refused first', () => {
    it('and the server goes on with what it has', async () => {
      const dataDir = newDir();
      const server = await AServer.start({ dataDir });
      const name = await backedUp(server);
      expect(await refused(server, name.replace('2', '3'))).toEqual([
        404,
        expect.stringContaining('There is no backup'),
      ]);
      const file = join(dataDir, SERVER_FILES.backups, name);
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.subarray(0, bytes.length / 2));
      expect(await refused(server, name)).toEqual([
        409,
        expect.stringMatching(/cannot be restored: it is damaged/),
      ]);
      expect(existsSync(join(dataDir, SERVER_FILES.restore, 'new'))).toBe(false);
      // The next try is one of its own.
      writeFileSync(file, bytes);
      const path = API_PATHS.serverBackupRestore(name);
      expect((await server.http('POST', path, {})).status).toBe(202);
      expect(await refused(server, name)).toEqual([409, expect.stringContaining('already')]);
      await server.stop();
    });

    it('to an admin who could not give every right that may come back', async () => {
      const server = await AServer.start({ dataDir: newDir() });
      const name = await backedUp(server);
      const asked = async (rights: object) => {
        const body = { operator: { id: 'ben' }, name: 'desk', scope: 'admin', ...rights };
        const made = await server.http<CreatedToken>('POST', API_PATHS.tokens, body);
        expect(made.status).toBe(201);
        const path = API_PATHS.serverBackupRestore(name);
        return (await server.http('POST', path, {}, made.body.token)).status;
      };
      expect(await asked({ decide: false })).toBe(403);
      expect(await asked({ decide: true, classes: ['read', 'change'] })).toBe(403);
      const all = ['read', 'sensitive', 'change'];
      expect(await asked({ decide: true, classes: all })).toBe(202);
      await server.stop();
    });

    it('in the demo', async () => {
      const server = await AServer.start({ dataDir: newDir(), env: { KENNY_DEMO: '1' } });
      const name = await backedUp(server);
      const { body } = await server.http<BackupState>('GET', API_PATHS.serverBackups);
      expect(body.server.demo).toBe(true);
      expect(await refused(server, name)).toEqual([409, expect.stringContaining('demo')]);
      await server.stop();
    });
  });

  describeOnPostgres('with PostgreSQL', 'this engine restores', () => {
    it('and says which guide to read', async () => {
      const server = await AServer.start({ dataDir: newDir() });
      const name = await backedUp(server);
      expect(await refused(server, name)).toEqual([409, expect.stringContaining('PostgreSQL')]);
      await server.stop();
    });
  });
});
