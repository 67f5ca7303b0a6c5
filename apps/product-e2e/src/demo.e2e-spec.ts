import {
  API_PATHS,
  CHART_LIMITS,
  type AgentTypeList,
  type ApprovalList,
  type AuditList,
  type BackupState,
  type ChatAnswer,
  type ChatSessionList,
  type FleetTrend,
  type FleetView,
  type ModelKeyState,
  type ReadinessView,
  type TaskList,
  type TaskView,
} from '@kenny/contract';
import { readdirSync } from 'node:fs';
import { Api } from './harness/api.js';
import { eventually } from './harness/eventually.js';
import { aWorld, freePort, WORKSPACE } from './harness/world.js';

/** `npm start -- --demo` as somebody runs it who wants to see before they install anything. */
const world = aWorld();
const BUILD_MS = 120_000;

function start(args: string[], port: number) {
  return world.start({
    name: 'npm start -- --demo',
    args: ['tools/run/start.mjs', ...args],
    cwd: WORKSPACE,
    env: { KENNY_PORT: String(port), TMPDIR: world.folder },
  });
}

it(
  'shows a fleet that lives: something is wrong, something is asked, and what helps helps',
  world.telling(async () => {
    const program = start(['--demo'], await freePort());
    const [, url = ''] = await program.says(/Open\s+(http:\S+)/, BUILD_MS);
    const [, token = ''] = await program.says(/log in with\s+(kny_\S+)/);
    const api = new Api(url, token);
    const fleet = async () => (await api.get<FleetView>(API_PATHS.fleet)).body;
    const office = async () =>
      (await fleet()).agents.find(({ agent_id }) => agent_id === 'club-office');
    const lives = await eventually('one PC is gone and the others have reported', async () => {
      const now = await fleet();
      return now.counts.offline === 1 && now.counts.unknown === 0 ? now : undefined;
    });
    expect(lives.agents).toHaveLength(8);
    expect(lives.counts).toMatchObject({ crit: 1, warn: 4, ok: 2 });
    const month = `${API_PATHS.fleetTrend}?days=${CHART_LIMITS.trendDays}`;
    const { points } = (await api.get<FleetTrend>(month)).body;
    const counted = points.filter(({ ok, warn, crit }) => ok + warn + crit === 8);
    // One of the eight has been away for three days.
    expect(counted.length).toBeGreaterThanOrEqual(24);
    const { body } = await api.get<ReadinessView>(API_PATHS.readyz);
    expect(body.conditions).toMatchObject([{ kind: 'demo', stops: false }]);

    const { server, items: backups } = (await api.get<BackupState>(API_PATHS.serverBackups)).body;
    expect(server.demo).toBe(true);
    expect(backups.length).toBeGreaterThanOrEqual(7);
    expect(new Set(backups.map(({ kind }) => kind))).toEqual(new Set(['daily']));
    const exports = (await api.get<AuditList>(`${API_PATHS.audit}?kind=export`)).body.items;
    expect(exports.length).toBeGreaterThanOrEqual(7);
    expect(new Set(exports.map(({ door }) => door))).toEqual(new Set(['system']));

    const past = (await api.get<ApprovalList>(API_PATHS.approvals)).body.items;
    const decided = past.filter(({ state }) => state !== 'pending');
    expect(decided.map(({ tool, state }) => [tool, state])).toEqual([
      ['disk_clean', 'done'],
      ['net_dns_flush', 'done'],
      ['winget_install', 'denied'],
    ]);
    const asked = await eventually('Ben asks', async () => {
      const { items } = (await api.get<ApprovalList>(API_PATHS.approvals)).body;
      return items.find(({ state, door }) => state === 'pending' && door === 'http');
    });
    expect(asked).toMatchObject({ agent_id: 'club-office', requested_by: { name: 'Ben' } });
    await itsChat(api, await itsTask(api));
    const search = await api.tool('winget_search', 'leo-laptop', { query: 'vlc' });
    expect(search.body.result).toMatchObject({ packages: [{ id: 'VideoLAN.VLC' }] });
    expect((await office())?.overall).toBe('warn');
    const { id, call_sha256 } = asked;
    await api.post(API_PATHS.approval(id), { decision: 'approve', call_sha256 });
    await eventually('the printer is ready', async () =>
      (await office())?.overall === 'ok' ? true : undefined,
    );

    expect(await program.stop()).toMatchObject({ code: 0 });
    expect(readdirSync(world.folder).filter((name) => name.startsWith('kenny-demo-'))).toEqual([]);
  }),
  BUILD_MS + 60_000,
);

/** Its AI agent needs a sandbox. @returns whether its request waits */
async function itsTask(api: Api): Promise<boolean> {
  const { types } = (await api.get<AgentTypeList>(API_PATHS.agentTypes)).body;
  const agent = types.find(({ id }) => id === 'made-up');
  if (!agent?.available) {
    process.stdout.write(`\nNot tested: the task of the demo: ${agent?.reason}.\n`);
    return false;
  }
  const task = await eventually('the AI agent asks for a change', async () => {
    const { tasks } = (await api.get<TaskList>(API_PATHS.tasks)).body;
    return tasks.find(({ state }) => state === 'WAITING_FOR_INPUT');
  });
  expect(task.agents).toEqual(['mum-laptop']);
  const other = { title: 'Find out why Leo’s battery is weak', agents: ['leo-laptop'] };
  const { id } = (await api.post<TaskView>(API_PATHS.tasks, { ...other, agent_type: agent.id }))
    .body;
  await api.post(API_PATHS.taskStart(id), {});
  await eventually('it has answered', async () => {
    const { body } = await api.get<TaskView>(API_PATHS.task(id));
    return body.state === 'REVIEW' ? true : undefined;
  });
  return true;
}

/** Its model is made up, and speaks through the real chat with the real tools. */
async function itsChat(api: Api, taskAsks: boolean): Promise<void> {
  const { source } = (await api.get<ModelKeyState>(API_PATHS.chatKey)).body;
  expect(source).toBe('environment');
  const { items } = (await api.get<ChatSessionList>(API_PATHS.chatSessions)).body;
  expect(items).toMatchObject([{ agent_id: 'leo-laptop', state: 'idle' }]);

  const ask = async (message: string) => {
    const { body, status } = await api.post<ChatAnswer>(API_PATHS.chat, { message });
    expect([message, status]).toEqual([message, 200]);
    return body;
  };
  const full = await ask('Why is Mum’s laptop nearly full?');
  // What the AI agent of the task asks for already is not asked for twice.
  const [sum, percent] = taskAsks ? ['17\\.1', '(?:89|90)'] : ['25\\.8', '8[78]'];
  expect(full.assistant_text).toMatch(
    new RegExp(`93(?:\\.\\d)? % full.*C:\\\\Users\\\\demo\\\\Videos.*${sum} GB`, 's'),
  );
  expect(full.assistant_text.includes('An AI agent asks to delete')).toBe(taskAsks);
  const { session_id, pending } = full;
  expect(pending?.approval).toMatchObject({
    ...{ tool: 'disk_clean', agent_id: 'mum-laptop', state: 'pending' },
    args: { targets: ['update_cache', ...(taskAsks ? [] : ['temp']), 'browser_cache'] },
  });
  const confirm = { session_id, approve: true, approval_id: pending?.approval?.id };
  const done = (await api.post<ChatAnswer>(API_PATHS.chatConfirm, confirm)).body;
  expect(done).toMatchObject({ done: true, error: null });
  expect(done.assistant_text).toMatch(
    new RegExp(
      `Let me check again.*went from 93(?:\\.\\d)? % to \\*\\*${percent}(?:\\.\\d)? %`,
      's',
    ),
  );

  const guarded = await ask('Is everybody’s virus protection on?');
  expect(guarded.assistant_text).toMatch(/Off: \*\*Grandpa’s PC\*\*.*On: .*Club till/s);
  const refusal = { session_id: guarded.session_id, approve: false };
  const left = (await api.post<ChatAnswer>(API_PATHS.chatConfirm, refusal)).body;
  expect(left.assistant_text).toMatch(/I will leave it as it is/);
  expect((await ask('Which PCs need me today, and why?')).assistant_text).toMatch(/Mum’s laptop/);
  const printer = await ask('Restart the printer of the club office');
  expect(printer).toMatchObject({ pending: null, done: true });
  expect(printer.assistant_text).toContain('Ben asks for exactly that already');
  expect((await ask('Write me a poem.')).assistant_text).toMatch(/made-up model of this demo/);
}

it(
  'says what it knows when it is asked for something else',
  world.telling(async () => {
    const program = start(['--dmeo'], 0);
    await program.says(/does not know --dmeo\. It knows: npm start -- --demo/);
    expect(await program.ended()).toMatchObject({ code: 2 });
  }),
);
