import {
  AGENT_FEATURES,
  AGENT_TOOL_NAMES,
  API_PATHS,
  LATENCY,
  RELEASE_PATHS,
  TOOL_NAMES,
  type ApprovalAnswer,
  type ApprovalView,
  type PausedRequesters,
  type ChatAnswer,
  type CreatedToken,
  type EnrollmentIssued,
  type InstallerIssued,
  type SessionList,
} from '@kenny/contract';
import type { Brain, Thought } from '@kenny/session';
import { requestFixture, responseFixture } from '@kenny/testing';
import fc from 'fast-check';
import { generateKeyPairSync, randomInt } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { PACKAGES_FOLDER, type PackagesFolder } from '../src/distribution/index.js';
import { aPackage } from '../test/a-package.js';
import { aRelease, publish, publishPath } from '../test/a-release.js';
import { ApiJudge, type ApiDocument } from '../test/api-judge.js';
import { AServer } from '../test/a-server.js';
import {
  requests,
  rightRequests,
  type FuzzWorld,
  type ReadyRequest,
} from '../test/hostile-requests.js';
import { NEED_AN_AGENT, readyAreas } from '../test/ready-requests.js';
import { RawHttp, type RawAnswer, type RawRequest } from '../test/raw-http.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, use, wanting } from '../test/told-brain.js';

/** Few and new ones in each `npm test`: `npm run fuzz` makes many, and repeats those of a seed. */
const SEED = Number(process.env['TEST_FUZZ_SEED'] ?? randomInt(2 ** 31));
const BATCHES = Number(process.env['TEST_FUZZ_BATCHES'] ?? 8);
const AT_ONCE = 16;
const BATCH_MS = 2_000;
/** The one change that this PC takes. */
const OFTEN = Array.from({ length: 8 }, () => 'shell_exec' as const);

const newDir = tempDirs();
/** Specs of their own look at them. */
const NEVER_SUCCEED: ReadonlySet<string> = new Set([
  // Its answer stays open until somebody leaves.
  'ChatEventsController_follow',
  // Nothing is lost here.
  'AuditController_acceptLoss',
  // A key would be used at once, at the provider's address.
  ...['ChatSettingsController_removeKey', 'ChatSettingsController_storeKey'],
  // It would listen on this machine's network.
  'NetworkController_open',
  'NetworkController_close',
  // It would end this server, to be updated.
  'UpdatesController_install',
  // A browser has to ask.
  ...['AlertsController_addBrowser', 'AlertsController_removeBrowser'],
  'OwnSessionsController_end',
  'OwnSessionsController_endOthers',
  'OwnSessionsController_link',
  'OwnSessionsController_list',
  // There is no Tailscale, bucket or backup here, nothing that builds packages, and no second look within a minute.
  ...['BackupsController_send', 'BackupsController_order', 'BackupsController_fetch'],
  ...['BackupsController_restore', 'BackupsController_upload', 'PackagesController_build'],
  ...['UpdatesController_check', 'TailscaleController_turnOn', 'TailscaleController_turnOff'],
  ...NEED_AN_AGENT,
]);
const WHICH = 'Which one?';
/** What it does first when it is told so; else it has only an answer. */
const FIRST: Readonly<Record<string, () => Thought>> = {
  restart: () => wanting(use('shell_exec', { command: 'systemctl restart cups' })),
  guess: () => wanting(use('ask_operator', { questions: [{ header: 'x', question: WHICH }] })),
};
const brain: Brain = {
  think: ({ turn }) => {
    const first = turn.round === 1 ? FIRST[turn.input.text] : undefined;
    return Promise.resolve(first?.() ?? saying('It is done.'));
  },
};
let server: AServer;
let http: RawHttp;

beforeAll(async () => {
  server = await AServer.start({ dataDir: newDir(), brain });
  // Reading the API document takes a busy machine longer than connections are kept by themselves.
  server.app.getHttpServer().keepAliveTimeout = 60_000;
  http = new RawHttp(server.url);
});
afterAll(async () => {
  http.close();
  await server.stop();
});

async function token(scope: string, more: object = {}): Promise<CreatedToken> {
  const body = { operator: { id: scope }, name: scope, scope, ...more };
  return (await server.http<CreatedToken>('POST', '/api/tokens', body)).body;
}

async function approval(command: string): Promise<ApprovalView> {
  const body = { agent_id: 'pc1', args: { command } };
  const path = '/api/tools/shell_exec';
  return (await server.http<{ approval: ApprovalView }>('POST', path, body)).body.approval;
}

async function enrolment(agent_id: string): Promise<ReadyRequest> {
  const { body } = await server.http<EnrollmentIssued>('POST', '/api/agents', { agent_id });
  const spki = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
  return {
    path: `/api/agents/${agent_id}/enroll`,
    body: { public_key: spki.subarray(-32).toString('base64') },
    token: body.enrollment.token,
  };
}

/** A link that installs an agent, everything behind it, and another PC that has none yet. */
async function downloads(agent_id: string, without: string): Promise<FuzzWorld['ready']> {
  await aPackage(server.app.get<PackagesFolder>(PACKAGES_FOLDER));
  for (const id of [agent_id, without]) {
    await server.http('POST', API_PATHS.agents, { agent_id: id });
  }
  const installer = API_PATHS.agentInstaller(agent_id);
  const { body } = await server.http<InstallerIssued>('POST', installer, { os: 'linux' });
  const { pathname } = new URL(body.url);
  const get = (path: string): ReadyRequest[] => [{ path, token: server.admin }];
  const one = { path: API_PATHS.agentInstaller(without), body: { os: 'linux' } };
  return {
    AgentsController_installer: [{ ...one, token: server.admin }],
    DownloadsController_page: get(pathname),
    ShortLinksController_page: get(new URL(body.short_url).pathname),
    DownloadsController_download: get(pathname),
    DownloadsController_script: get(`${pathname}/install.sh`),
    DownloadsController_package: get(`${pathname}/package`),
  };
}

/** What takes nothing but a token is right as it stands. */
function plainReads(document: ApiDocument): FuzzWorld['ready'] {
  const found = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get && !path.includes('{') ? [[get.operationId, [{ path, token: server.admin }]] as const] : [],
  );
  return Object.fromEntries(found);
}

async function aSession(): Promise<string> {
  await server.http('POST', API_PATHS.login, { token: server.admin }, null);
  const { items } = (await server.http<SessionList>('GET', API_PATHS.sessions)).body;
  return items[0]?.id ?? '';
}

/** A release that is there, one that may be published, and a PC that may be updated to the first. */
async function releases(): Promise<FuzzWorld['ready']> {
  const { admin } = server;
  const there = aRelease({ os: 'linux' });
  await publish(server, there);
  const next = aRelease({ os: 'linux', version: '0.3.0' });
  await server.connected('pc12', { meta: { os: 'windows', arch: 'x86_64', version: '0.1.0' } });
  await publish(server, aRelease());
  const { name } = there;
  return {
    AgentUpdatesController_update: [
      { path: API_PATHS.agentUpdate('pc12'), body: {}, token: admin },
    ],
    ReleaseFilesController_fetch: [
      { path: RELEASE_PATHS.file(aRelease().name), token: admin },
      { path: RELEASE_PATHS.manifest(aRelease().name), token: admin },
    ],
    ReleasesController_publish: [
      { path: publishPath(next.manifest), file: next.file, token: admin },
    ],
    ReleasesController_withdraw: [{ path: API_PATHS.release(name), token: admin }],
  };
}

/** Conversations that have had their answer, and one that waits for a decision. */
async function conversations(): Promise<FuzzWorld['ready']> {
  const { admin } = server;
  const ask = async (message: string) =>
    (await server.http<ChatAnswer>('POST', API_PATHS.chat, { message, agent_id: 'pc1' })).body;
  const { session_id, turn_id } = await ask('hello');
  const gone = await ask('forget me');
  const waiting = await ask('restart');
  const approval_id = waiting.pending?.approval?.id;
  const call_sha256 = waiting.pending?.approval?.call_sha256;
  const decision = { session_id: waiting.session_id, approve: true, approval_id, call_sha256 };
  const asking = await ask('guess');
  const question_id = asking.pending?.question?.id;
  const answers = [{ question: WHICH, answer: 'this' }];
  const reply = { session_id: asking.session_id, question_id, answers };
  const path = API_PATHS.chatSession(session_id);
  const about = { message: 'hello', agent_id: 'pc1' };
  return {
    ApprovalsController_said: [{ path: API_PATHS.approvalSaid(approval_id ?? ''), token: admin }],
    ChatController_ask: [{ path: API_PATHS.chat, body: about, token: admin }],
    ChatController_cancel: [
      { path: API_PATHS.chatCancel(session_id), body: { turn_id }, token: admin },
    ],
    ChatController_reply: [{ path: API_PATHS.chatAnswer, body: reply, token: admin }],
    ChatController_confirm: [{ path: API_PATHS.chatConfirm, body: decision, token: admin }],
    ChatController_remove: [{ path: API_PATHS.chatSession(gone.session_id), token: admin }],
    ChatController_rename: [{ path, body: { name: 'Hello' }, token: admin }],
    ChatController_show: [{ path, token: admin }],
  };
}

/** A rule that may be removed. */
async function aRule(id = 'no-shred'): Promise<string> {
  const rule = { id, applies_to: 'posix', pattern: 'shred /dev', reason: 'no' };
  await server.http('POST', '/api/policy/rules', rule);
  return id;
}

/** Somebody who was denied three times in a row. */
async function pausedRequester(): Promise<string> {
  const { token: secret } = await token('operator', { name: 'denied' });
  for (const command of ['echo 1', 'date', 'uptime -p']) {
    const body = { agent_id: 'pc1', args: { command } };
    const asked = await server.http<ApprovalAnswer>('POST', '/api/tools/shell_exec', body, secret);
    const { id, call_sha256 } = asked.body.approval;
    await server.http('POST', API_PATHS.approval(id), { decision: 'deny', call_sha256 });
  }
  const { body } = await server.http<PausedRequesters>('GET', API_PATHS.pausedRequesters);
  return body.items[0]?.id ?? '';
}

/** A PC that answers every tool, some approvals, and tokens of every kind. */
async function world(document: ApiDocument): Promise<FuzzWorld> {
  const handlers = Object.fromEntries(
    AGENT_TOOL_NAMES.map((name) => [name, () => responseFixture(name).result ?? {}]),
  );
  const pc = await server.connected('pc1', { features: [...AGENT_FEATURES], handlers });
  for (const id of ['pc2', 'pc6']) await server.enrol(id);
  const scopes = ['viewer', 'operator', 'mcp', 'task'];
  const tokens = await Promise.all(scopes.map((scope) => token(scope)));
  const limited = await token('operator', { name: 'one PC', agents: ['pc2'] });
  const waiting = [await approval('true'), await approval('id')];
  const { admin } = server;
  const bearers = [admin, admin, admin, ...[...tokens, limited].map((made) => made.token)];
  return {
    document,
    known: {
      // Without its PC nothing much would happen any more.
      'AgentsController_remove.id': ['pc2', 'pc3'],
      'AgentsController_rekey.id': ['pc2', 'pc3'],
      id: ['pc1', 'pc2', 'nobody', ...waiting.map(({ id }) => id)],
      agent_id: ['pc1', 'pc2'],
      tool: [...TOOL_NAMES],
      section: ['disk', 'memory', 'nothing'],
      wait: ['0', '1'],
    },
    ready: {
      ...plainReads(document),
      ...(await downloads('pc7', 'pc8')),
      ...(await releases()),
      ...(await conversations()),
      ...(await readyAreas(server, 'pc1', pc)),
      ChatSettingsController_change: [
        { path: API_PATHS.chatSettings, body: { reasoning_effort: 'high' }, token: admin },
      ],
      AgentChartsController_showChanges: [{ path: API_PATHS.agentChanges('pc1'), token: admin }],
      AgentChartsController_showForecast: [{ path: API_PATHS.agentForecast('pc1'), token: admin }],
      AgentChartsController_showSeries: [
        { path: `${API_PATHS.agentSeries('pc1')}?metric=${LATENCY.metric}`, token: admin },
      ],
      AgentsController_create: ['pc9', 'pc10'].map((agent_id) => ({
        path: API_PATHS.agents,
        body: { agent_id },
        token: admin,
      })),
      AgentsController_show: [{ path: API_PATHS.agent('pc1'), token: admin }],
      AgentsController_snapshot: [{ path: '/api/agents/pc1/snapshot', token: admin }],
      AgentsController_remove: ['pc2', 'pc3'].map((id) => ({
        path: `/api/agents/${id}`,
        token: admin,
      })),
      AgentsController_patch: [
        { path: '/api/agents/pc1', body: { name: 'Desk', tags: ['office'] }, token: admin },
      ],
      AgentsController_sectionHistory: [
        { path: '/api/agents/pc1/history?section=disk', token: admin },
      ],
      AgentsController_enroll: [await enrolment('pc4'), await enrolment('pc5')],
      AgentsController_rekey: [
        { path: '/api/agents/pc6/rekey', body: { mode: 'rotate' }, token: admin },
      ],
      ApprovalsController_decide: waiting.map(({ id, call_sha256 }) => ({
        path: `/api/approvals/${id}?wait=5`,
        body: { decision: 'approve', call_sha256 },
        token: admin,
      })),
      ApprovalsController_resume: [
        { path: API_PATHS.resumeRequester(await pausedRequester()), token: admin },
      ],
      ApprovalsController_show: waiting.map(({ id }) => ({
        path: API_PATHS.approval(id),
        token: admin,
      })),
      ScreensController_show: [{ path: API_PATHS.agentScreen('pc1'), token: admin }],
      SessionsController_end: [{ path: API_PATHS.session(await aSession()), token: admin }],
      SessionsController_endAll: [{ path: API_PATHS.operatorSessions('nobody'), token: admin }],
      SessionsController_list: [{ path: API_PATHS.sessions, token: admin }],
      SessionController_logout: [{ path: API_PATHS.logout, body: {}, token: admin }],
      SessionController_login: [{ path: '/api/login', body: { token: admin }, token: admin }],
      PolicyController_add: [
        {
          path: '/api/policy/rules',
          body: { id: 'no-dd', applies_to: 'posix', pattern: 'dd of=/dev', reason: 'no' },
          token: admin,
        },
      ],
      PolicyController_remove: [{ path: `/api/policy/rules/${await aRule()}`, token: admin }],
      PolicyController_test: [
        {
          path: '/api/policy/test',
          body: { tool: 'shell_exec', args: { command: 'ls' } },
          token: admin,
        },
      ],
      TokensController_create: [
        {
          path: '/api/tokens',
          body: { operator: { id: 'bo' }, name: 'new', scope: 'viewer', agents: ['pc1'] },
          token: admin,
        },
      ],
      TokensController_revoke: [
        { path: `/api/tokens/${(await token('viewer', { name: 'old' })).id}`, token: admin },
      ],
      ToolsController_call: [...AGENT_TOOL_NAMES, ...OFTEN].map((name) => ({
        path: `/api/tools/${name}`,
        body: { agent_id: 'pc1', args: requestFixture(name).args },
        token: admin,
      })),
    },
    authorizations: [
      ...bearers.map((secret) => `Bearer ${secret}`),
      ...[undefined, 'Bearer', 'Bearer  x', `Bearer ${'x'.repeat(600)}`],
      ...['Basic YTpi', 'Bearer kny_wrong', 'Digest x'],
    ],
  };
}

describe('whatever a client sends', () => {
  it(
    'is answered by the API document or by the table of errors, and never with a 500',
    async () => {
      console.log(`Again: npm run fuzz -- --seed ${SEED} --batches ${BATCHES}`);
      const { body: document } = await server.http<ApiDocument>('GET', '/api/docs');
      const judge = new ApiJudge(document);
      const statuses = new Map<number, number>();
      const succeeded = new Set<string>();
      const note = ({ method, path }: RawRequest, { status }: RawAnswer) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const operation = judge.operation(method, path);
        if (operation && status < 300) succeeded.add(operation.operationId);
      };
      const fuzzed = await world(document);
      const send = async (request: RawRequest): Promise<void> => {
        const answer = await http.send(request);
        note(request, answer);
        const contentType = answer.headers['content-type'];
        const fault = judge.fault(request.method, request.path, { ...answer, contentType });
        if (fault) throw new Error(`${request.method} ${request.path}: ${fault}`);
      };
      const batches = fc.array(requests(fuzzed), {
        minLength: AT_ONCE,
        maxLength: AT_ONCE,
      });
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const started = performance.now();
      await fc.assert(
        fc.asyncProperty(batches, async (batch) => {
          await Promise.all(batch.map(send));
        }),
        { seed: SEED, numRuns: BATCHES, endOnFailure: true },
      );
      for (const [operation, right] of rightRequests(fuzzed)) {
        for (const request of right) if (!succeeded.has(operation)) await send(request);
      }
      delay.disable();
      const seconds = (performance.now() - started) / 1000;
      const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}×${n}`);
      console.log(
        `${AT_ONCE * BATCHES} requests at random in ${seconds.toFixed(1)} s: ${counts.join(' ')}; ` +
          `event loop held up for at most ${(delay.max / 1e6).toFixed(0)} ms, client included`,
      );
      expect(await http.send({ method: 'GET', path: '/healthz' })).toMatchObject({ status: 200 });
      const all = Object.values(document.paths).flatMap((operations) => Object.values(operations));
      // Refusing everything would pass as well.
      const reached = all.map((one) => one.operationId).filter((id) => !NEVER_SUCCEED.has(id));
      const seen = [...succeeded].filter((id) => reached.includes(id));
      expect(seen.sort()).toEqual(reached.sort());
    },
    120_000 + BATCHES * BATCH_MS,
  );
});
