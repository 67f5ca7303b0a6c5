import {
  API_PATHS,
  type AlertChoices,
  type BoardView,
  type ColumnView,
  type InvitationIssued,
  type MemoryEntry,
  type TaskView,
} from '@kenny/contract';
import { DAY_MS } from '@kenny/kernel';
import { aTelemetry, type FakeAgent } from '@kenny/testing';
import { writeFile } from 'node:fs/promises';
import { MCP_BRIDGE_FILE } from '../src/distribution/index.js';
import type { AServer } from './a-server.js';
import type { FuzzWorld } from './hostile-requests.js';

/** Operations that succeed only with an agent at work, or stay open as long as somebody listens. */
export const NEED_AN_AGENT: readonly string[] = [
  ...['TaskEventsController_follow', 'TaskPermissionsController_respond'],
  ...['dequeue', 'prompt', 'reprioritise', 'start', 'stop', 'trigger'].map(
    (name) => `TaskWorkController_${name}`,
  ),
];

/** Requests that these areas answer, about the PC of that agent. */
export async function readyAreas(
  server: AServer,
  agentId: string,
  pc: FakeAgent,
): Promise<FuzzWorld['ready']> {
  await readyConnections(server);
  return {
    ...(await readyAlerts(server)),
    ...(await readyInvitations(server)),
    ...(await readyMemories(server)),
    ...(await readySnoozes(server, agentId, pc)),
    ...(await readyLimits(server, agentId)),
    ...(await readyTasks(server)),
  };
}

/** What the file for Claude Desktop is made of. */
function readyConnections({ app }: AServer): Promise<void> {
  return writeFile(app.get<string>(MCP_BRIDGE_FILE), '// hands on MCP');
}

/** Requests about tasks and boards that can succeed without an agent. */
async function readyTasks(server: AServer): Promise<FuzzWorld['ready']> {
  const { admin: token } = server;
  const make = async <T>(path: string, body: object): Promise<T> =>
    (await server.http<T>('POST', path, body)).body;
  const aTask = async (title: string) => (await make<TaskView>(API_PATHS.tasks, { title })).id;
  const aBoard = async (name: string) => (await make<BoardView>(API_PATHS.boards, { name })).id;
  const board = await aBoard('Club');
  const aColumn = async (name: string) =>
    (await make<ColumnView>(API_PATHS.boardColumns(board), { name })).id;
  const [task, done, moved, gone] = [
    await aTask('Look at it'),
    await aTask('Finished'),
    await aTask('Moved'),
    await aTask('Gone'),
  ];
  const [column, goneColumn] = [await aColumn('Later'), await aColumn('Never')];
  const one = (path: string, body?: object) => [{ path, token, ...(body ? { body } : {}) }];
  return {
    AgentTypesController_setEnabled: one(API_PATHS.agentType('gemini-cli'), { enabled: false }),
    BoardsController_create: one(API_PATHS.boards, { name: 'Family' }),
    BoardsController_show: one(API_PATHS.board(board)),
    BoardsController_update: one(API_PATHS.board(board), { name: 'The club' }),
    BoardsController_remove: one(API_PATHS.board(await aBoard('Short-lived'))),
    BoardsController_columns: one(API_PATHS.boardColumns(board)),
    BoardsController_createColumn: one(API_PATHS.boardColumns(board), { name: 'Soon' }),
    BoardsController_column: one(API_PATHS.boardColumn(board, column)),
    BoardsController_updateColumn: one(API_PATHS.boardColumn(board, column), { name: 'Some day' }),
    BoardsController_removeColumn: one(API_PATHS.boardColumn(board, goneColumn)),
    TaskPermissionsController_list: one(API_PATHS.taskPermissions(task)),
    TaskWorkController_complete: one(API_PATHS.taskComplete(done), {}),
    TasksController_create: one(API_PATHS.tasks, { title: 'Why is it slow?' }),
    TasksController_diff: one(API_PATHS.taskDiff(task)),
    TasksController_logs: one(API_PATHS.taskLogs(task)),
    TasksController_move: one(API_PATHS.taskMove(moved), { column_id: column }),
    TasksController_remove: one(API_PATHS.task(gone)),
    TasksController_setState: one(API_PATHS.taskState(moved), { state: 'COMPLETED' }),
    TasksController_show: one(API_PATHS.task(task)),
    TasksController_update: one(API_PATHS.task(task), { title: 'Look at it again' }),
  };
}

/** Channels to change, to test and to remove; what is sent goes nowhere. */
async function readyAlerts(server: AServer): Promise<FuzzWorld['ready']> {
  const { admin: token } = server;
  const path = API_PATHS.alertChannels;
  const body = { kind: 'ntfy', name: 'Phone', url: 'https://127.0.0.1:9' };
  const add = async () => (await server.http<{ id: string }>('POST', path, body)).body.id;
  const [kept, gone] = [await add(), await add()];
  const place = { channel_id: kept, address: 'kenny' };
  const { body: choices } = await server.http<AlertChoices>('GET', API_PATHS.alertChoices);
  return {
    AlertsController_list: [{ path: API_PATHS.alerts, token }],
    AlertsController_own: [{ path: API_PATHS.alertChoices, token }],
    AlertsController_choose: [
      { path: API_PATHS.alertChoices, body: { ...choices, channels: [place] }, token },
    ],
    AlertsController_test: [{ path: API_PATHS.alertTest, body: place, token }],
    AlertsController_listChannels: [{ path, token }],
    AlertsController_add: [{ path, body, token }],
    AlertsController_replace: [{ path: API_PATHS.alertChannel(kept), body, token }],
    AlertsController_remove: [{ path: API_PATHS.alertChannel(gone), token }],
  };
}

/** People to invite, one who gets another link, one who opens theirs; and what an admin sets. */
async function readyInvitations(server: AServer): Promise<FuzzWorld['ready']> {
  const { admin: token } = server;
  const path = API_PATHS.invitations;
  const body = (id: string) => ({ operator: { id }, name: id, scope: 'viewer' });
  const invite = async (id: string) =>
    (await server.http<InvitationIssued>('POST', path, body(id))).body;
  const [again, opens] = [await invite('mum'), await invite('dad')];
  const secret = new URL(opens.url).hash.slice(1);
  return {
    InvitationsController_invite: [{ path, body: body('leo'), token }],
    InvitationsController_again: [
      { path: API_PATHS.invitationLink(again.token.id), body: {}, token },
    ],
    SessionController_loginByLink: [{ path: API_PATHS.loginLink, body: { secret }, token }],
    TokensController_view: [{ path: API_PATHS.token(opens.token.id), token }],
    TokensController_change: [
      { path: API_PATHS.token(again.token.id), body: { scope: 'viewer' }, token },
    ],
    BackupsController_start: [{ path: API_PATHS.serverBackups, body: {}, token }],
    BackupsController_send: [{ path: API_PATHS.serverBackupsSend, body: {}, token }],
    BackupsController_plan: [
      {
        path: API_PATHS.serverBackupsPlan,
        body: {
          ...{ automatic: false, at: '03:00', time_zone: 'UTC' },
          keep_days: 7,
          keep_weeks: 4,
        },
        token,
      },
    ],
    UpdatesController_change: [
      // Refused before anything is sent: that is no address of the internet.
      {
        path: API_PATHS.serverUpdates,
        body: { feed: 'https://192.0.2.1/kenny.json' },
        token,
      },
    ],
    HelpLinkController_set: [
      { path: API_PATHS.helpLink, body: { link: 'rustdesk://{help_id}' }, token },
    ],
  };
}

/** What is remembered for the admin: one to promote, one to forget. */
async function readyMemories(server: AServer): Promise<FuzzWorld['ready']> {
  const { admin: token } = server;
  const path = API_PATHS.chatMemory;
  const add = async (text: string) =>
    (await server.http<MemoryEntry>('POST', path, { text })).body.id;
  const promoted = { path: API_PATHS.promoteChatMemory(await add('I like short words.')), token };
  const forgotten = { path: API_PATHS.chatMemoryEntry(await add('I like tea.')), token };
  return {
    ChatMemoryController_add: [{ path, body: { text: 'I read on a phone.' }, token }],
    ChatMemoryController_promote: [promoted],
    ChatMemoryController_forget: [forgotten],
  };
}

/** A PC with two checks that are not fine, one of them snoozed, and requests that change that. */
async function readySnoozes(
  server: AServer,
  agentId: string,
  pc: FakeAgent,
): Promise<FuzzWorld['ready']> {
  const volume = { mount: '/', total_bytes: 100, free_bytes: 1, percent_used: 99 };
  const bad = aTelemetry(agentId)
    .with('disk', { volumes: [volume] })
    .with('reboot_pending', { pending: true, reasons: [] });
  const stored = server.nextEvent('telemetry.stored');
  pc.send(bad.frame());
  await stored;
  const until = new Date(Date.now() + DAY_MS).toISOString();
  const body = { until, reason: 'known' };
  const [disk, restart] = ['disk', 'reboot_pending'].map((check) =>
    API_PATHS.agentSnooze(agentId, check),
  );
  await server.http('PUT', restart ?? '', body);
  return {
    AgentsController_snooze: [{ path: disk ?? '', body, token: server.admin }],
    AgentsController_endSnooze: [{ path: restart ?? '', token: server.admin }],
  };
}

/** Limits of a PC and of a tag, one of each to be put back. */
async function readyLimits(server: AServer, agentId: string): Promise<FuzzWorld['ready']> {
  const { admin: token } = server;
  const [tag, body] = ['desk', { warn: 90, crit: 97 }];
  // Of a PC that nobody else asks for: other requests change the tags of those that are known.
  const tagged = 'has-the-tag';
  await server.http('POST', API_PATHS.agents, { agent_id: tagged });
  await server.http('PATCH', API_PATHS.agent(tagged), { tags: [tag] });
  const [own, ownBefore] = ['disk', 'memory'].map((section) =>
    API_PATHS.agentLimit(agentId, section, 'percent_used'),
  );
  const [ofTag, ofTagBefore] = ['disk', 'memory'].map((section) =>
    API_PATHS.tagLimit(section, 'percent_used'),
  );
  await server.http('PUT', ownBefore ?? '', body);
  await server.http('PUT', ofTagBefore ?? '', { tag, ...body });
  return {
    LimitsController_set: [{ path: own ?? '', body, token }],
    LimitsController_end: [{ path: ownBefore ?? '', token }],
    LimitsController_setForTag: [{ path: ofTag ?? '', body: { tag, ...body }, token }],
    LimitsController_endForTag: [{ path: `${ofTagBefore}?tag=${tag}`, token }],
  };
}
