import { scriptedAgent } from '@kenny/acp/testing';
import {
  API_PATHS,
  SERVER_FILES,
  type ApprovalView,
  type AuditVerification,
  type TaskDetail,
  type TaskView,
} from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import { aTelemetry, buildAgentctl } from '@kenny/testing';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { postgresPlace } from '../../src/config/index.js';
import { openRawPostgres } from '../../src/database/postgres.driver.js';
import { AServer } from '../../test/a-server.js';
import { CliWorld } from '../../test/cli-world.js';
import { databaseEnv, describeOnPostgres, sqliteIn } from '../../test/database-in.js';
import { tempDirs } from '../../test/temp-dir.js';

const newDir = tempDirs();
const LINUX = { features: ['shell_exec', 'call_status', 'cancel', 'posix_rules'] };
const handlers = { shell_exec: () => ({ stdout: 'done\n', stderr: '', exit_code: 0 }) };
const ON_SQLITE = { KENNY_DATABASE_URL: '' };

/** Something in every table that a fleet has. */
async function lived(server: AServer): Promise<void> {
  const pc = await server.connected('pc1', { meta: LINUX, handlers });
  const stored = server.nextEvent('health.changed');
  pc.send(aTelemetry('pc1').frame());
  await stored;
  const post = async <T>(path: string, body: object, token: string | null = server.admin) => {
    const answer = await server.http<T>('POST', path, body, token);
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  await post('/api/policy/rules', {
    ...{ id: 'no-dd', applies_to: 'posix', pattern: 'forbidden', reason: 'a test' },
  });
  await post('/api/tokens', {
    ...{ operator: { id: 'bo' }, name: 'ü \u{1f436}', scope: 'viewer', agents: ['pc1'] },
  });
  await post('/api/login', { token: server.admin }, null);
  const call = { agent_id: 'pc1', args: { command: 'echo hello' }, reason: 'to test' };
  const { approval } = await post<{ approval: ApprovalView }>('/api/tools/shell_exec', call);
  const { id, call_sha256 } = approval;
  const decision = { decision: 'approve', call_sha256 };
  await post(`/api/approvals/${id}?wait=10`, decision);
  // There is no model here: the conversation says so, and is kept all the same.
  const asked = await server.http('POST', '/api/chat', {
    message: 'why is the disk full? \u{1f4be}',
  });
  expect(asked.status).toBe(503);
}

/** A task whose agent has said something and waits for a person. */
async function hadATask(server: AServer, dataDir: string): Promise<string> {
  const command = scriptedAgent({
    dialect: 'v1',
    on: {
      'session/prompt': [
        { text: 'Ich schaue nach \u{1f50d}' },
        { permission: { toolCall: { toolCallId: 'c1', title: 'rm -r build', kind: 'execute' } } },
        { reply: { stopReason: 'end_turn' } },
      ],
    },
  });
  const types = [{ id: 'asker', name: 'Asker', command, permissions: 'ask' }];
  writeFileSync(join(dataDir, SERVER_FILES.agentTypes), JSON.stringify({ types }), { mode: 0o600 });
  const task = { title: 'Look after pc1', agent_type: 'asker' };
  const { id } = (await server.http<TaskView>('POST', API_PATHS.tasks, task)).body;
  const asked = server.nextEvent('permission.changed');
  expect((await server.http('POST', API_PATHS.taskStart(id), {})).status).toBe(200);
  await asked;
  return id;
}

type Rows = Record<string, Record<string, unknown>[]>;
const plain = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return value.toString('base64');
  return typeof value === 'boolean' ? Number(value) : value;
};
const sorted = (rows: Record<string, unknown>[]) =>
  rows
    .map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, plain(v)])))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

async function rowsOfFile(dataDir: string): Promise<Rows> {
  const { file } = sqliteIn(dataDir).database;
  const source = await new DataSource({ type: 'sqlite', database: file }).initialize();
  const tables: { name: string }[] = await source.query(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('migrations', 'sqlite_sequence')",
  );
  const rows: Rows = {};
  for (const { name } of tables) rows[name] = sorted(await source.query(`SELECT * FROM ${name}`));
  await source.destroy();
  return rows;
}

async function rowsOfServer(url: string, tables: readonly string[]): Promise<Rows> {
  const client = await openRawPostgres(postgresPlace(url));
  const rows: Rows = {};
  for (const name of tables) {
    const answer = await client.query<Record<string, unknown>>(`SELECT * FROM ${name}`);
    rows[name] = sorted(answer.rows);
  }
  await client.discard();
  return rows;
}

describeOnPostgres('kenny db copy', 'it needs both engines', () => {
  const servers: AServer[] = [];
  let agentctl = '';
  beforeAll(async () => {
    agentctl = await buildAgentctl(newDir());
  }, 120_000);
  const start = async (dataDir: string, env: Record<string, string>): Promise<AServer> => {
    const withTasks = { KENNY_TASKS_SANDBOX: 'off', ...env };
    const server = await AServer.start({ dataDir, agentctl, env: withTasks });
    servers.push(server);
    return server;
  };
  const stop = async (): Promise<void> => {
    for (const server of servers.splice(0)) await server.stop();
  };
  afterEach(stop);

  async function copy(dataDir: string, to: string, env: Record<string, string> = {}) {
    const world = new CliWorld(dataDir, systemClock);
    world.env = { KENNY_DATA_DIR: dataDir, ...env };
    return world.run('db', 'copy', '--to', to);
  }
  const verified = async (server: AServer) =>
    (await server.http<AuditVerification>('GET', '/api/audit/verify')).body;

  it('moves everything to PostgreSQL and back, and the audit log goes on as one chain', async () => {
    const dataDir = newDir();
    const { KENNY_DATABASE_URL: url = '' } = databaseEnv(dataDir);
    const file = join(dataDir, SERVER_FILES.database);
    const lives = await start(dataDir, ON_SQLITE);
    await lived(lives);
    const task = await hadATask(lives, dataDir);
    await stop();
    const original = await rowsOfFile(dataDir);
    const filled = Object.entries(original).flatMap(([name, rows]) => (rows.length ? [name] : []));
    expect(filled).toEqual(
      expect.arrayContaining([
        ...['agents', 'agent_keys', 'approvals', 'audit', 'browser_sessions', 'events'],
        ...['operators', 'pc_health', 'policy_rules', 'section_bodies'],
        ...['snapshots', 'tokens'],
        ...['tasks', 'task_prompts', 'task_runs', 'task_events', 'task_permissions'],
      ]),
    );

    const there = await copy(dataDir, url);
    expect(there).toMatchObject({ code: 0, err: '' });
    expect(there.out).toContain('Set KENNY_DATABASE_URL');
    expect(await rowsOfServer(url, Object.keys(original))).toEqual(original);
    expect(await rowsOfFile(dataDir)).toEqual(original);

    const onServer = await start(dataDir, { KENNY_DATABASE_URL: url });
    expect(await verified(onServer)).toMatchObject({ ok: true, findings: [] });
    const { body } = await onServer.http<TaskDetail>('GET', API_PATHS.task(task));
    expect(body).toMatchObject({ state: 'INTERRUPTED', resumable: true, prompts: [{ number: 1 }] });
    await comesAndGoes(onServer);
    await stop();

    expect((await copy(dataDir, 'sqlite', { KENNY_DATABASE_URL: url })).code).toBe(1);
    renameSync(file, `${file}.before`);
    const back = await copy(dataDir, 'sqlite', { KENNY_DATABASE_URL: url });
    expect(back).toMatchObject({ code: 0, err: '' });
    expect(back.out).toContain('Remove KENNY_DATABASE_URL');
    const returned = await rowsOfFile(dataDir);
    expect(returned).toEqual(await rowsOfServer(url, Object.keys(original)));

    const onFile = await start(dataDir, ON_SQLITE);
    expect(await verified(onFile)).toMatchObject({ ok: true, findings: [] });
    await comesAndGoes(onFile, 'pc3');
  });

  /** New rows, also where the database numbers them. */
  async function comesAndGoes(server: AServer, agentId = 'pc2'): Promise<void> {
    const pc = await server.connected(agentId);
    const online = server.nextEvent('agent.offline');
    await pc.close();
    await online;
    expect((await verified(server)).ok).toBe(true);
  }

  it('leaves a target that has something in it as it is', async () => {
    const dataDir = newDir();
    const { KENNY_DATABASE_URL: url = '' } = databaseEnv(dataDir);
    await start(dataDir, ON_SQLITE);
    await stop();
    expect((await copy(dataDir, url)).code).toBe(0);
    const before = await rowsOfServer(url, ['operators', 'tokens', 'audit']);
    const again = await copy(dataDir, url);
    expect(again.code).toBe(1);
    expect(again.err).toMatch(/target is not empty \(.*operators.*\); nothing was copied/);
    expect(await rowsOfServer(url, ['operators', 'tokens', 'audit'])).toEqual(before);
  });

  it('keeps nothing of a copy that broke off, and can be started again', async () => {
    const dataDir = newDir();
    const { KENNY_DATABASE_URL: url = '' } = databaseEnv(dataDir);
    const server = await start(dataDir, ON_SQLITE);
    await lived(server);
    await stop();
    expect((await copy(dataDir, url)).code).toBe(0);
    const client = await openRawPostgres(postgresPlace(url));
    // The way back breaks off in the middle: a value that the other side cannot have twice.
    const file = join(dataDir, SERVER_FILES.database);
    renameSync(file, `${file}.before`);
    await client.execute('ALTER TABLE tokens RENAME COLUMN scope TO scopes');
    const broken = await copy(dataDir, 'sqlite', { KENNY_DATABASE_URL: url });
    expect(broken.code).not.toBe(0);
    expect(existsSync(file)).toBe(false);
    expect(existsSync(`${file}.copying`)).toBe(false);
    await client.execute('ALTER TABLE tokens RENAME COLUMN scopes TO scope');
    await client.discard();
    expect((await copy(dataDir, 'sqlite', { KENNY_DATABASE_URL: url })).code).toBe(0);
  });

  it('waits for no server: one that runs has the folder', async () => {
    const dataDir = newDir();
    const { KENNY_DATABASE_URL: url = '' } = databaseEnv(dataDir);
    await start(dataDir, ON_SQLITE);
    const { code, err } = await copy(dataDir, url);
    expect(code).toBe(1);
    expect(err).toContain('in use by another kenny process');
  });

  it.each([
    ['nonsense', 2, '--to takes an address'],
    ['sqlite', 1, 'on SQLite already'],
  ])('says what is wrong with --to %s', async (to, code, words) => {
    const dataDir = newDir();
    const answer = await copy(dataDir, to);
    expect(answer.code).toBe(code);
    expect(answer.err).toContain(words);
  });
});
