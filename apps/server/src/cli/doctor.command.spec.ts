import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@kenny/kernel';
import { aFleet, aMe, aPc, aServer } from '../../test/cli-answers.js';
import { CliWorld, FixtureServer, refusal } from '../../test/cli-world.js';
import { databaseEnv, databaseIn, describeOnSqlite } from '../../test/database-in.js';
import { tempDirs } from '../../test/temp-dir.js';
import { zeroPages } from '../../test/zero-pages.js';
import { openDatabase } from '../database/index.js';
import { SCHEMA } from '../schema.js';
import type { Finding } from './doctor/finding.js';
import { nodeFinding } from './doctor/machine-checks.js';

const tempDir = tempDirs(tmpdir());
let world: CliWorld;
let server: FixtureServer;

const AUDIT = {
  ...{ waiting: 0, spooled: 0, lost: 0, oldest_ms: 0 },
  ...{ spool_trouble: null, checkpoint_trouble: null },
};
const DROPPED = { telemetry: 0, log_lines: 0 };
const REFUSALS = { malformed: 0, lines_left_out: 0 };
const READY = {
  ...{ ready: true, database: 'ok', audit: AUDIT },
  ...{ dropped: DROPPED, refusals: REFUSALS, automatic_backups: true },
  ...{ stopped: null, last_commit: { ok: true, seconds_ago: 3 }, free_bytes: 1e12, conditions: [] },
};

beforeEach(async () => {
  world = new CliWorld(tempDir());
  server = await new FixtureServer(() => world.clock.now()).listen();
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test' };
});
afterEach(() => server.close());

function healthy(): void {
  server
    .on('GET /healthz', { body: { status: 'ok' } })
    .on('GET /readyz', { body: READY })
    .on('GET /api/me', { body: aMe() })
    .on('GET /api/fleet', { body: aFleet() })
    .on('GET /api/server', { body: aServer() });
}

async function findings(
  ...words: string[]
): Promise<{ code: number; found: Map<string, Finding> }> {
  const { code, out } = await world.run('doctor', '--json', ...words);
  const { checks } = JSON.parse(out) as { checks: Finding[] };
  return { code, found: new Map(checks.map((finding) => [finding.check, finding])) };
}

describe('kenny doctor', () => {
  it('finds nothing wrong where nothing is', async () => {
    healthy();
    const { code, out } = await world.run('doctor');
    expect(code).toBe(0);
    expect(out).not.toMatch(/^(warn|fail)/m);
    expect(out).toContain('1 of 1 online');
    expect(out).toContain('Anna: admin, all PCs, may decide');
    expect(out).toMatch(/All is well\.\n$/);
    expect(
      server.asked.find(({ path }) => path === '/healthz')?.headers.authorization,
    ).toBeUndefined();
  });

  it('exits with 4 when nobody listens, and asks no further', async () => {
    world.env['KENNY_URL'] = 'http://127.0.0.1:9';
    const { code, found } = await findings();
    expect(code).toBe(4);
    expect(found.get('server')).toMatchObject({ state: 'fail' });
    expect(found.has('token')).toBe(false);
  });

  it('exits with 3 when the token is refused', async () => {
    healthy();
    server.on('GET /api/me', refusal(401, 'unauthenticated', 'This token is not known.'));
    const { code, found } = await findings();
    expect(code).toBe(3);
    expect(found.get('token')?.says).toContain('This token is not known.');
  });

  it('exits with 1 when the database does not answer', async () => {
    healthy();
    const conditions = [
      { kind: 'database', stops: true, message: 'The disk is full. Make room there.' },
      { kind: 'damage', stops: true, message: 'The database is damaged.' },
      { kind: 'disk', stops: false, message: 'Only 3 MiB are left.' },
    ];
    const body = { ...READY, ready: false, database: 'failed', conditions };
    server.on('GET /readyz', { status: 503, body });
    const { code, found } = await findings();
    expect(code).toBe(1);
    expect(found.get('database')).toMatchObject({ state: 'fail', says: conditions[0]?.message });
    expect(found.get('damage')).toMatchObject({ state: 'fail', says: conditions[1]?.message });
    expect(found.get('server disk')).toMatchObject({ state: 'warn' });
  });

  it('says what the server says while changes are held', async () => {
    healthy();
    const message = 'The database was set back. Run "kenny audit accept-loss".';
    const conditions = [{ kind: 'held', stops: true, message }];
    server.on('GET /readyz', { status: 503, body: { ...READY, ready: false, conditions } });
    const { code, found } = await findings();
    expect(code).toBe(1);
    expect(found.get('changes')).toEqual({ check: 'changes', state: 'fail', says: message });
  });

  it('tells of a newer version that the server has heard of', async () => {
    healthy();
    const newer = { version: '0.2.0', url: 'https://kenny.example/0.2.0', notes: 'Fixes.' };
    server.on('GET /api/server', { body: { ...aServer(), newer } });
    const { code, found } = await findings();
    expect(code).toBe(0);
    expect(found.get('version')).toEqual({
      ...{ check: 'version', state: 'warn' },
      says: 'the server is 0.1.0, and 0.2.0 is out',
      next: 'https://kenny.example/0.2.0 Fixes.',
    });
  });

  it('warns of audit rows that wait or are lost', async () => {
    healthy();
    const audit = { ...AUDIT, spooled: 4, lost: 7, checkpoint_trouble: 'no room' };
    server.on('GET /readyz', { body: { ...READY, audit } });
    const { code, found } = await findings();
    expect(code).toBe(0);
    expect(found.get('audit')).toMatchObject({
      state: 'warn',
      says: '4 rows wait in the spool, 7 rows could not be kept, no checkpoint: no room',
    });
  });

  it('warns while nothing is backed up', async () => {
    healthy();
    server.on('GET /readyz', { body: { ...READY, automatic_backups: false } });
    const { code, found } = await findings();
    expect(code).toBe(0);
    expect(found.get('backup')).toMatchObject({
      ...{ state: 'warn', next: expect.stringContaining('backup plan --on') as string },
    });
  });

  it('warns of what the database did not take and nobody keeps', async () => {
    healthy();
    const dropped = { telemetry: 3, log_lines: 40 };
    server.on('GET /readyz', { body: { ...READY, dropped } });
    const { code, found } = await findings();
    expect(code).toBe(0);
    expect(found.get('dropped')).toMatchObject({
      state: 'warn',
      says: 'since its start the server could not store 3 snapshots of PCs and 40 log lines',
    });
  });

  it.each([
    [3_600_000, 'warn', 'the server is 1 h ahead of this PC'],
    [-60_000, 'warn', 'the server is 1 min behind this PC'],
    [2_000, 'ok', 'agrees with the server'],
  ])('compares the clocks: %d ms', async (skew, state, says) => {
    healthy();
    const date = new Date(world.clock.now() + skew).toUTCString();
    server.on('GET /healthz', { body: { status: 'ok' }, headers: { date } });
    expect((await findings()).found.get('clock')).toMatchObject({ state, says });
  });

  it('warns when no PC is online', async () => {
    healthy();
    server.on('GET /api/fleet', { body: aFleet([aPc({ online: false })]) });
    expect((await findings()).found.get('agents')).toMatchObject({
      state: 'warn',
      says: '0 of 1 online',
    });
  });

  it('names unknown variables, and exits with 2 for a wrong address', async () => {
    world.env = { KENNY_URL: 'nonsense', KENNY_TOKN: 'x' };
    const { found } = await findings();
    expect(found.get('variables')?.says).toContain('KENNY_TOKN');
    world.env = { KENNY_URL: 'nonsense' };
    expect((await findings()).code).toBe(2);
  });

  it('is asked by people and programs alike', async () => {
    healthy();
    const { out } = await world.run('doctor', '--json');
    expect(JSON.parse(out)).toMatchObject({ ok: true });
  });
});

describe('the data folder', () => {
  const posix = process.platform === 'win32' ? it.skip : it; // Windows has no modes

  posix('must be open to nobody else, and neither the files in it (not on Windows)', async () => {
    healthy();
    const folder = join(world.home, '.kenny');
    mkdirSync(folder);
    writeFileSync(join(folder, 'server.key'), 'x');
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'server.key'), 0o644);
    const { code, found } = await findings();
    expect(code).toBe(1);
    const folderFinding = found.get('data folder');
    for (const part of ['mode 0755', 'server.key (mode 0644)', '.kenny-private is missing']) {
      expect(folderFinding?.says).toContain(part);
    }
    expect(folderFinding?.next).toContain(`chmod 700 '${folder}'; `);
    expect(folderFinding?.next).toContain(`chmod 600 '${folder}/server.key'`);
  });
});

describe('files with secrets that the environment names', () => {
  const secret = (folder: string) => {
    mkdirSync(join(world.home, folder));
    const file = join(world.home, folder, 'token');
    writeFileSync(file, 'x');
    world.env['KENNY_TOKEN_FILE'] = file;
    delete world.env['KENNY_TOKEN'];
    return file;
  };

  it('are named when an agent here could read them, and hidden when asked for', async () => {
    healthy();
    const file = secret('apart');
    expect((await findings()).found.get('secret files')).toMatchObject({
      state: 'warn',
      says: `KENNY_TOKEN_FILE: an agent on this machine may read ${file}`,
      next: expect.stringContaining('kenny doctor --fix') as string,
    });
    expect((await findings('--fix')).found.get('secret files')).toMatchObject({ state: 'ok' });
    expect(existsSync(join(world.home, 'apart', '.kenny-private'))).toBe(true);
    expect((await findings()).found.get('secret files')).toMatchObject({ state: 'ok' });
  });

  it('are not hidden together with what is not kenny’s', async () => {
    healthy();
    secret('shared');
    chmodSync(join(world.home, 'shared'), 0o777);
    expect((await findings('--fix')).found.get('secret files')).toMatchObject({
      state: 'warn',
      next: expect.stringContaining('a folder of its own') as string,
    });
    expect(existsSync(join(world.home, 'shared', '.kenny-private'))).toBe(false);
  });

  it('are fine where a name or a marker hides them', async () => {
    healthy();
    secret('.ssh');
    expect((await findings()).found.get('secret files')).toMatchObject({ state: 'ok' });
  });
});

const made = async () => {
  const dataDir = join(world.home, '.kenny');
  Object.assign(world.env, databaseEnv(dataDir));
  return { dataDir, database: await openDatabase(databaseIn(dataDir), SCHEMA, systemClock) };
};

describe('kenny doctor --offline', () => {
  it('finds a folder as the server left it to be whole', async () => {
    await (await made()).database.close();
    const { code, found } = await findings('--offline');
    expect(code).toBe(0);
    expect(found.get('database')?.says).toMatch(/^whole, .* MiB, up to date/);
    expect(found.get('settings')).toMatchObject({ state: 'ok' });
  });

  it('does not promise that a start updates a development version before 0.1.0', async () => {
    const { database } = await made();
    await database.writer.write(({ manager }) =>
      manager.query(
        "INSERT INTO migrations (timestamp, name) VALUES (0, 'TokenElicitation1763700002100')",
      ),
    );
    await database.close();
    const { code, found } = await findings('--offline');
    expect(code).toBe(1);
    expect(found.get('database')).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('before 0.1.0') as string,
      next: expect.stringContaining('new data folder') as string,
    });
  });

  it('does not look while a server has the folder', async () => {
    const { database } = await made();
    const { code, found } = await findings('--offline');
    expect(code).toBe(1);
    expect(found.get('database')?.says).toContain('in use by another kenny process');
    await database.close();
  });

  it('lists what is wrong with the settings', async () => {
    world.env = { KENNY_PORT: 'x' };
    const { code, found } = await findings('--offline');
    expect(code).toBe(2);
    expect(found.get('settings')?.says).toContain('KENNY_PORT');
  });

  it('makes no folder where there is none', async () => {
    const { code, found } = await findings('--offline');
    expect(code).toBe(0);
    expect(found.get('data folder')).toMatchObject({ state: 'skip' });
    expect(found.get('database')).toMatchObject({ state: 'skip' });
  });
});

describeOnSqlite(
  'kenny doctor --offline on a file',
  'the damage of a server is not ours to find',
  () => {
    it('sees a damaged database', async () => {
      const { dataDir, database } = await made();
      await database.close();
      writeFileSync(join(dataDir, 'kenny.sqlite'), 'no database at all, '.repeat(1_000));
      const { code, found } = await findings('--offline');
      expect(code).toBe(1);
      expect(found.get('database')?.says).toContain('damaged');
    });

    it('makes it anew from its rows where indexes alone are damaged, and says where the old one is', async () => {
      const { dataDir, database } = await made();
      await database.close();
      await zeroPages(join(dataDir, 'kenny.sqlite'), 'index', 'audit');
      expect((await findings('--offline')).found.get('database')).toMatchObject({
        state: 'fail',
        next: expect.stringContaining('--fix') as string,
      });
      const mended = await findings('--offline', '--fix', '--yes');
      expect(mended.found.get('database')?.says).toMatch(/anew from its rows.*sqlite\.damaged-/);
      expect((await findings('--offline')).found.get('database')?.says).toMatch(/^whole/);
    });

    it('says plainly what cannot be repaired, and changes nothing', async () => {
      const { dataDir, database } = await made();
      await database.close();
      await zeroPages(join(dataDir, 'kenny.sqlite'), 'table', 'approvals');
      const before = readFileSync(join(dataDir, 'kenny.sqlite'));
      const { code, found } = await findings('--offline', '--fix', '--yes');
      expect(code).toBe(1);
      expect(found.get('database')).toMatchObject({
        says: expect.stringContaining('cannot be repaired') as string,
        next: expect.stringContaining('Restore a backup') as string,
      });
      expect(readFileSync(join(dataDir, 'kenny.sqlite')).equals(before)).toBe(true);
    });
  },
);

it('an old Node is named with what to install', () => {
  expect(nodeFinding('18.20.0')).toMatchObject({
    state: 'fail',
    next: 'Install Node 20.19.0 or later.',
  });
  expect(nodeFinding('20.19.0').state).toBe('ok');
  expect(nodeFinding('100.0.0').state).toBe('ok');
});
