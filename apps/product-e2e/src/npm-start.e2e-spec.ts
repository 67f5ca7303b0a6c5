import {
  API_PATHS,
  SECTION_NAMES,
  SERVER_FILES,
  type AgentSnapshotResult,
  type AuditList,
  type BackupState,
  type FleetAgent,
  type FleetView,
} from '@kenny/contract';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from './harness/api.js';
import { eventually } from './harness/eventually.js';
import { MCP_CLIENTS, mcpAgents, type ConnectMcp } from './harness/mcp-clients.js';
import type { Program } from './harness/program.js';
import { aWorld, freePort, WORKSPACE } from './harness/world.js';

/** `npm start` as a person runs it, in the workspace, with folders and a port of its own. */
const world = aWorld();
const dataDir = join(world.folder, 'data');
let program: Program;
let api: Api;
let pc: FleetAgent;

const BUILD_MS = 120_000;
/** From "listening" to a PC with its health. Printed; three times as long is a fault (design §7). */
const HEALTH_GOAL_MS = 15_000;
const HEALTH_MS = 3 * HEALTH_GOAL_MS;
const ENOUGH_SECTIONS = 8;

/** Starts it and waits until the server says where it listens. */
async function npmStart(port: number): Promise<{ program: Program; url: string; at: number }> {
  const started = world.start({
    name: 'npm start',
    args: ['tools/run/start.mjs'],
    cwd: WORKSPACE,
    env: { KENNY_DATA_DIR: dataDir, KENNY_PORT: String(port) },
  });
  const [, url = ''] = await started.says(/listening on (http:\S+)/, BUILD_MS);
  return { program: started, url, at: performance.now() };
}

/** This PC, once it is online. */
function online(since: string | null = null): Promise<FleetAgent> {
  return eventually(
    'this PC is online',
    async () => {
      const { body } = await api.get<FleetView>(`${API_PATHS.fleet}?sections=all`);
      return body.agents.find((one) => one.online && one.connected_since !== since);
    },
    HEALTH_MS,
  );
}

const evaluated = ({ sections }: FleetAgent): string[] =>
  sections.filter(({ status }) => status !== 'unknown').map(({ name }) => name);

it(
  'prints its address and where the first admin token is, and shows the health of this PC within 15 s',
  world.telling(async () => {
    const { program: started, url, at } = await npmStart(await freePort());
    program = started;
    await program.says(new RegExp(`    ${join(dataDir, SERVER_FILES.firstToken)}`));
    const token = readFileSync(join(dataDir, SERVER_FILES.firstToken), 'utf8').trim();
    api = new Api(url, token);
    pc = await eventually(
      `${ENOUGH_SECTIONS} sections are evaluated`,
      async () => {
        const found = await online();
        return evaluated(found).length >= ENOUGH_SECTIONS ? found : undefined;
      },
      HEALTH_MS,
    );
    const seconds = (performance.now() - at) / 1000;
    const words = `${evaluated(pc).length} of ${pc.section_count} sections evaluated`;
    const goal = `goal ${HEALTH_GOAL_MS / 1000} s`;
    process.stdout.write(`\n${words} ${seconds.toFixed(1)} s after "listening" (${goal})\n`);
    await program.says(/Chat needs a key[^]*Ctrl\+C/);
  }),
  BUILD_MS + 60_000,
);

it(
  'knows a reason for every section that it could not read, and makes none up',
  world.telling(async () => {
    const names = pc.sections.map(({ name }) => name);
    expect(SECTION_NAMES).toEqual(expect.arrayContaining(names));
    for (const { name, status, reason } of pc.sections) {
      expect(`${name}: ${reason}`).toMatch(/: \S/);
      if (status === 'unknown') expect(reason.length).toBeGreaterThan(10);
    }
    const { body } = await api.get<AgentSnapshotResult>(`${API_PATHS.agent(pc.agent_id)}/snapshot`);
    const sections = Object.entries(body.snapshot as Record<string, Record<string, unknown>>);
    expect(sections.map(([name]) => name)).toEqual(expect.arrayContaining(names));
    for (const [name, { readable, unreadable_reason }] of sections) {
      if (readable !== false) expect(evaluated(pc)).toContain(name);
      else {
        expect(`${name}: ${String(unreadable_reason)}`).toMatch(/: \S.{8}/);
        expect(evaluated(pc)).not.toContain(name);
      }
    }
  }),
);

it.each<[string, Record<string, unknown>, string]>([
  ['diag_processes', {}, 'processes'],
  ['fs_list', { path: WORKSPACE }, 'entries'],
  ['net_config', {}, 'interfaces'],
  ['fs_disk_usage', {}, 'volumes'],
])(
  '%s answers with what is really there',
  world.telling(async (tool, args, list) => {
    const { status, body } = await api.tool(tool, pc.agent_id, args);
    expect(status).toBe(200);
    const found = body.result[list];
    if (!Array.isArray(found)) throw new Error(`${tool} has no ${list}`);
    expect(found.length).toBeGreaterThan(0);
    if (tool === 'fs_list') {
      expect(found).toContainEqual(
        expect.objectContaining({ name: 'package.json', is_dir: false }),
      );
    }
    if (tool === 'diag_processes') {
      expect(found).toContainEqual(expect.objectContaining({ pid: process.pid }));
    }
  }),
);

it(
  'runs a change exactly once, and only after approval',
  world.telling(async () => {
    const file = join(world.folder, 'lines');
    const approval = await api.ask('shell_exec', pc.agent_id, { command: `echo run >> ${file}` });
    expect(approval).toMatchObject({ state: 'pending', risk: 'high' });
    expect(existsSync(file)).toBe(false);
    const { body } = await api.decide(approval, 'approve', 20);
    expect(body.approval).toMatchObject({ state: 'done', outcome: { result: { exit_code: 0 } } });
    expect((await api.decide(approval, 'approve')).body.error.code).toBe('already_decided');
    expect(readFileSync(file, 'utf8')).toBe('run\n');
  }),
);

it(
  'refuses rm -rf / at once, and keeps a record of it',
  world.telling(async () => {
    const { status, body } = await api.tool('shell_exec', pc.agent_id, { command: 'rm -rf /' });
    expect(status).toBe(403);
    expect(body.error).toMatchObject({ code: 'blocked' });
    expect(body.error.details?.['rule_id']).toEqual(expect.any(String));
    // The row of a refusal is written beside the answer, so that it never holds one up.
    const row = await eventually('the refusal is in the audit log', async () => {
      const rows = await api.get<AuditList>('/api/audit?code=blocked');
      return rows.body.items[0];
    });
    expect(row).toMatchObject({ tool: 'shell_exec', ok: false, agent_id: pc.agent_id });
  }),
);

it(
  'judges a long command beside its event loop, and answers others meanwhile',
  world.telling(async () => {
    const long = 'echo "nothing to see here"\n'.repeat(2_000);
    const order: string[] = [];
    const judged = api.tool('shell_exec', pc.agent_id, { command: `${long}rm -rf /` });
    const others = api.get(API_PATHS.me);
    await Promise.all([
      judged.then(() => order.push('the verdict')),
      others.then(() => order.push('another answer')),
    ]);
    // The worker has to compile its rules first, so the other one is not quicker by chance.
    expect(order).toEqual(['another answer', 'the verdict']);
    expect(await judged).toMatchObject({ status: 403, body: { error: { code: 'blocked' } } });
    const harmless = await api.ask('shell_exec', pc.agent_id, { command: long });
    expect((await api.decide(harmless, 'deny')).body.approval.state).toBe('denied');
  }),
  120_000,
);

it.each(MCP_CLIENTS)(
  'says where one command for an MCP client is, with which %s connects',
  world.telling(async (_: string, connect: ConnectMcp) => {
    await program.says(new RegExp(`    ${join(dataDir, SERVER_FILES.firstMcpCommand)}`));
    expect(program.stdout).not.toMatch(/kny_/);
    const command = readFileSync(join(dataDir, SERVER_FILES.firstMcpCommand), 'utf8');
    const [, mcpUrl = '', token = ''] =
      /claude mcp add --transport http kenny (\S+) --header "Authorization: Bearer (kny_\S+)"/.exec(
        command,
      ) ?? [];
    expect(await mcpAgents(connect, mcpUrl, token, world.makeFolder('mcp-remote'))).toEqual([
      pc.agent_id,
    ]);
  }),
  60_000,
);

it(
  'starts the server and its agent again with a backup that was restored',
  world.telling(async () => {
    await api.post(API_PATHS.serverBackups, {});
    const name = await eventually('the backup is made', async () => {
      const { running, items } = (await api.get<BackupState>(API_PATHS.serverBackups)).body;
      return running ? undefined : items[0]?.name;
    });
    await api.post(API_PATHS.agents, { agent_id: 'added-later' });
    const { status } = await api.post(API_PATHS.serverBackupRestore(name), {});
    expect(status).toBe(202);
    await program.says(/kenny is restarting[^]*known from before/, HEALTH_MS);
    await online(pc.connected_since);
    const { agents } = (await api.get<FleetView>(API_PATHS.fleet)).body;
    expect(agents.map(({ agent_id }) => agent_id)).toEqual([pc.agent_id]);
  }),
  60_000 + HEALTH_MS,
);

it(
  'ends with Ctrl+C, server and agent',
  world.telling(async () => {
    program.interrupt();
    expect(await program.ended()).toEqual({ code: 0, signal: null });
    await eventually('nobody is left', () => (program.groupIsGone ? true : undefined));
    await expect(api.get(API_PATHS.healthz)).rejects.toThrow('fetch failed');
  }),
  30_000,
);

it(
  'knows this PC at the next start: nothing is enrolled again',
  world.telling(async () => {
    const key = readFileSync(join(dataDir, 'agent/agent.key'));
    const started = await npmStart(Number(new URL(api.url).port));
    program = started.program;
    await program.says(/known/);
    const again = await online(pc.connected_since);
    expect(again.agent_id).toBe(pc.agent_id);
    expect(readFileSync(join(dataDir, 'agent/agent.key')).equals(key)).toBe(true);
    expect(program.stdout).not.toMatch(/kny_/);
    expect(await enrolments()).toBe(1);
    program.interrupt();
    await program.ended();
  }),
  BUILD_MS + 60_000,
);

it(
  'heals by itself when the state of the agent is gone',
  world.telling(async () => {
    rmSync(join(dataDir, 'agent'), { recursive: true });
    const started = await npmStart(Number(new URL(api.url).port));
    program = started.program;
    expect((await online(pc.connected_since)).agent_id).toBe(pc.agent_id);
    expect(await enrolments()).toBe(2);
    // This time only the process itself is told, as a service manager does.
    program.signal('SIGTERM');
    expect((await program.ended()).code).toBe(0);
    await eventually('nobody is left', () => (program.groupIsGone ? true : undefined));
  }),
  BUILD_MS + 60_000,
);

it(
  'leaves nobody behind when it is killed',
  world.telling(async () => {
    const started = await npmStart(Number(new URL(api.url).port));
    program = started.program;
    await online();
    program.signal('SIGKILL');
    await program.ended();
    await eventually('nobody is left', () => (program.groupIsGone ? true : undefined));
  }),
  BUILD_MS + 60_000,
);

/** How often a PC has brought its key. */
async function enrolments(): Promise<number> {
  const { body } = await api.get<AuditList>('/api/audit?kind=agent');
  return body.items.filter(({ target }) => target?.startsWith('enroll')).length;
}
