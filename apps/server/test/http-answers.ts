import {
  API_PATHS,
  type InvitationIssued,
  AGENT_FEATURES,
  askOperator,
  PROTECTED_RESOURCE_PATH,
  RELEASE_PATHS,
  type ApprovalAnswer,
  type AuditLossState,
  type BackupDownload,
  type BackupRestored,
  type BackupPlan,
  type BackupState,
  type ChatAnswer,
  type CreatedToken,
  type DownloadBackupBody,
  type EnrollmentIssued,
  type FrameOf,
  type HelpLinkBody,
  type LimitBody,
  type NetworkBody,
  type NetworkView,
  type ReleaseFeedBody,
  type RestoreBackupBody,
  type SnoozeBody,
  type TagLimitBody,
  type UploadedBackup,
} from '@kenny/contract';
import { serverSignatures } from '@kenny/handshake/server';
import { DAY_MS } from '@kenny/kernel';
import { aTelemetry, responseFixture } from '@kenny/testing';
import { PACKAGES_FOLDER, type PackagesFolder } from '../src/distribution/index.js';
import { aPackage } from './a-package.js';
import { aRelease, publish } from './a-release.js';
import type { AServer } from './a-server.js';
import { packageAnswers } from './http-package-answers.js';
import { ABrowser } from './push-world.js';
import { saying, use, wanting, type ToldBrain } from './told-brain.js';
import { seedOf } from './tunnel-world.js';

const PC = 'annas-laptop';
const COMMAND = 'systemctl restart cups';

/**
 * One PC from its first day on: added, enrolled, online, asked, changed. What the server answers on
 * the way, by the name of the fixture that shows the same.
 */
export async function httpAnswers(
  server: AServer,
  brain: ToldBrain,
): Promise<Record<string, unknown>> {
  return {
    ...(await enrolment(server)),
    ...(await aDay(server)),
    ...(await operators(server)),
    ...(await aConversation(server, brain)),
    ...(await releases(server)),
    ...(await packageAnswers(server)),
    ...(await settings(server)),
    // Late: it changes what others show.
    snooze_body: await snoozed(server),
    ...(await limits(server)),
    sessions_ended: (await server.http('DELETE', '/api/operators/anna/sessions')).body,
  };
}

/** Planned; one that is there and on its way to a bucket, and the next in the making. */
async function backups(server: AServer): Promise<Record<string, unknown>> {
  const backup_plan: BackupPlan = {
    ...{ automatic: false, at: '03:00', time_zone: 'Europe/Berlin' },
    ...{ keep_days: 7, keep_weeks: 4 },
  };
  await server.http('PUT', API_PATHS.serverBackupsPlan, backup_plan);
  const ask = async (method: string) =>
    (await server.http<BackupState>(method, API_PATHS.serverBackups)).body;
  let state = await ask('POST');
  while (state.running || !state.copies?.sending) state = await ask('GET');
  const [{ name } = { name: '' }] = state.items;
  const download_backup_body: DownloadBackupBody = { passphrase: 'four small rusty anchors' };
  const path = API_PATHS.serverBackupDownload(name);
  const { body } = await server.http<BackupDownload>('POST', path, download_backup_body);
  await server.http('GET', body.path);
  while (!state.downloaded) state = await ask('GET');
  return {
    ...{ backup_plan, backup_state: await ask('POST') },
    ...{ download_backup_body, backup_download: body },
    ...restoring,
  };
}

/** Nothing is restored here: it would end the server. */
const restoring = {
  restore_backup_body: { passphrase: 'four small rusty anchors' } satisfies RestoreBackupBody,
  backup_restored: {
    made_at: '2026-11-28T03:00:00.000Z',
    kept_in: '/var/lib/kenny/before-restore-20261129T020411Z',
  } satisfies BackupRestored,
  uploaded_backup: { bytes: 8_400_000, encrypted: true, made_at: null } satisfies UploadedBackup,
};

/** It looks where nobody is: no test asks the internet. */
async function updates(server: AServer): Promise<Record<string, unknown>> {
  const body = { feed: 'https://192.0.2.1/kenny.json' } satisfies ReleaseFeedBody;
  const updates_view = (await server.http('PUT', API_PATHS.serverUpdates, body)).body;
  return { release_feed_body: body, updates_view };
}

async function settings(server: AServer): Promise<Record<string, unknown>> {
  const key = { key: 'sk-ant-example-0123456789' };
  const patch = {
    ...{ chat_model: 'claude-opus-4-8', reasoning_effort: 'high' },
    ...{ compaction: { keep_recent_tokens: 30_000 }, memory: { enabled: true } },
  };
  const models = await got(server, API_PATHS.chatModels);
  const before = await got(server, API_PATHS.chatSettings);
  await server.http('PATCH', API_PATHS.chatSettings, patch);
  const memory = { text: 'The printer is in the hall.', layer: 'soft', tags: ['printer'] };
  const soft = await server.http('POST', API_PATHS.chatMemory, { ...memory, scope: 'global' });
  const core = { text: 'Answer in German.', layer: 'core' };
  await server.http('POST', API_PATHS.chatMemory, core);
  return {
    add_memory_body: { ...memory, scope: 'global' },
    memory_entry: soft.body,
    memory_view: await got(server, API_PATHS.chatMemory),
    chat_settings: before,
    patch_chat_settings_body: patch,
    store_model_key_body: key,
    model_key_state: (await server.http('PUT', API_PATHS.chatKey, key)).body,
    chat_model_list: models,
  };
}

/** What a server answers whose database was set back. */
export async function lossAnswers(server: AServer): Promise<Record<string, unknown>> {
  const found = await server.http<AuditLossState>('GET', API_PATHS.auditLoss);
  const { kept, lost } = found.body.loss ?? {};
  const body = { kept_sha256: kept?.sha256, lost_sha256: lost?.sha256 };
  const accepted = await server.http('POST', API_PATHS.auditLoss, body);
  return {
    audit_loss_state: found.body,
    accept_loss_body: body,
    loss_accepted: accepted.body,
    audit_verification: await got(server, API_PATHS.auditVerify),
  };
}

async function enrolment(server: AServer): Promise<Record<string, unknown>> {
  const pc = { agent_id: PC, os: 'linux', name: "Anna's laptop" };
  const issued = await server.http<EnrollmentIssued>('POST', '/api/agents', pc);
  const { publicKey } = serverSignatures().createSigner(seedOf(PC));
  const key = { public_key: publicKey.toString('base64') };
  const { token } = issued.body.enrollment;
  const enrolled = await server.http('POST', `/api/agents/${PC}/enroll`, key, token);
  return {
    create_agent_body: pc,
    enrollment_issued: issued.body,
    enroll_body: key,
    enrolled_view: enrolled.body,
  };
}

async function aDay(server: AServer): Promise<Record<string, unknown>> {
  const pc = await server.connect(PC, {
    meta: { os: 'linux', arch: 'x64', remote_control: true, service: true },
    features: [...AGENT_FEATURES],
    handlers: {
      fs_list: () => responseFixture('fs_list').result ?? {},
      shell_exec: () => ({ stdout: '', stderr: '', exit_code: 0 }),
    },
  });
  const stored = server.nextEvent('health.changed');
  pc.send(filling(PC));
  await stored;
  const storedAgain = server.nextEvent('telemetry.stored');
  pc.send(filling(PC, '/mnt/stick'));
  await storedAgain;
  const logged = server.nextEvent('log.received');
  pc.send(complaint(PC));
  await logged;
  const read = { agent_id: PC, args: { path: '/home/anna' } };
  const listed = await server.http('POST', '/api/tools/fs_list', read);
  const change = { agent_id: PC, args: { command: COMMAND }, reason: 'The printer is stuck.' };
  const asked = await server.http<ApprovalAnswer>('POST', '/api/tools/shell_exec', change);
  const { id, call_sha256 } = asked.body.approval;
  const decision = { decision: 'approve', call_sha256, reason: 'I stand next to it.' };
  const done = await server.http('POST', `/api/approvals/${id}?wait=10`, decision);
  const nowhere = await server.http('POST', '/api/tools/fs_list', { agent_id: PC, args: {} });
  const patch = {
    ...{ name: "Anna's laptop", tags: ['home'], owner: 'Anna', contact: 'anna@example.org' },
    notes: 'No sound since May.\nPrinter is in the hall.',
    help_id: '123 456 789',
    help_link: 'rustdesk://{help_id}',
  };
  await server.http('PATCH', `/api/agents/${PC}`, patch);
  return {
    call_tool_body: change,
    tool_result_view: listed.body,
    approval_answer: asked.body,
    decide_body: decision,
    approval_view: done.body['approval'],
    gate_stats: await got(server, '/api/approvals/stats'),
    paused_requesters: await got(server, '/api/approvals/paused'),
    approval_list: await got(server, '/api/approvals'),
    error_body: nowhere.body,
    patch_agent_body: patch,
    fleet_view: await got(server, '/api/fleet'),
    fleet_agent: await got(server, `/api/agents/${PC}`),
    snapshot_view: await got(server, `/api/agents/${PC}/snapshot?section=disk`),
    history_list: await got(server, `/api/agents/${PC}/history?section=disk`),
    series_view: await got(server, `/api/agents/${PC}/series?metric=disk_used`),
    change_list: await got(server, `/api/agents/${PC}/changes`),
    forecast_list: await got(server, `/api/agents/${PC}/forecast`),
    health_change_list: await got(server, '/api/fleet/changes'),
    fleet_trend: await got(server, '/api/fleet/trend?days=1'),
    event_list: await got(server, '/api/events?source=agent'),
    liveness_view: await got(server, '/healthz'),
    readiness_view: await got(server, '/readyz'),
    protected_resource: await got(server, PROTECTED_RESOURCE_PATH),
  };
}

/** A read, a change that somebody approves, and a question about what is wrong with the disk. */
async function aConversation(server: AServer, brain: ToldBrain): Promise<Record<string, unknown>> {
  const body = { message: 'The printer does nothing. Can you restart it?', agent_id: PC };
  const listing = use('fs_list', { path: '/home/anna' });
  const change = use('shell_exec', { command: `${COMMAND} -q`, reason: 'It is stuck.' });
  brain.will(wanting(listing), { ...wanting(change), text: 'It is stuck: I restart it.' });
  const asked = await server.http<ChatAnswer>('POST', '/api/chat', body);
  const { session_id, turn_id, pending } = asked.body;
  const shown = await got(server, `/api/chat/sessions/${session_id}`);
  const approval_id = pending?.approval?.id;
  const call_sha256 = pending?.approval?.call_sha256;
  const decision = { session_id, approve: true, approval_id, call_sha256, reason: 'Go ahead.' };
  brain.will(saying('It prints again.'), saying('The disk is nearly full.'));
  await server.http('POST', '/api/chat/confirm', decision);
  const explained = { session_id, explain: { agent_id: PC, section: 'disk' } };
  await server.http('POST', '/api/chat', explained);
  const reply = await aQuestion(server, brain, session_id);
  const name = { name: 'The printer' };
  const renamed = await server.http('PATCH', `/api/chat/sessions/${session_id}`, name);
  const turn = { turn_id };
  await server.http('POST', `/api/chat/sessions/${session_id}/cancel`, turn);
  return {
    answer_chat_body: reply,
    chat_body: body,
    chat_answer: asked.body,
    confirm_body: decision,
    rename_chat_body: name,
    cancel_chat_body: turn,
    chat_session_view: renamed.body,
    chat_session_list: await got(server, '/api/chat/sessions'),
    chat_session_detail: shown,
    said_before: await got(server, API_PATHS.approvalSaid(approval_id ?? '')),
  };
}

/** What the operator says when the model asks something. */
async function aQuestion(server: AServer, brain: ToldBrain, session_id: string): Promise<object> {
  const question = 'Which printer do you mean?';
  brain.will(wanting(use(askOperator.name, { questions: [{ header: 'Printer', question }] })));
  const asked = await server.http<ChatAnswer>('POST', '/api/chat', {
    session_id,
    message: 'Look.',
  });
  const question_id = asked.body.pending?.question?.id;
  const answers = [{ question, answer: 'The one in the hall.' }];
  const reply = { session_id, question_id, answers };
  brain.will(saying('It prints.'));
  await server.http('POST', '/api/chat/answer', reply);
  return reply;
}

async function operators(server: AServer): Promise<Record<string, unknown>> {
  const token = {
    operator: { id: 'anna', name: 'Anna' },
    name: 'phone',
    scope: 'viewer',
    agents: [PC],
  };
  const created = await server.http<CreatedToken>('POST', '/api/tokens', token);
  const login = { token: created.body.token };
  const me = await server.http('POST', '/api/login', login, null);
  const rule = {
    id: 'no-reboot',
    applies_to: 'posix',
    pattern: '(?i)\\breboot\\b',
    reason: 'Ask Anna first.',
  };
  const added = await server.http('POST', '/api/policy/rules', rule);
  const call = { tool: 'shell_exec', args: { command: 'rm -rf /' } };
  const installer = { os: 'linux' };
  await aPackage(server.app.get<PackagesFolder>(PACKAGES_FOLDER));
  const helpLink = { link: 'https://help.example.org/?pc={id}' } satisfies HelpLinkBody;
  return {
    session_list: await got(server, '/api/sessions'),
    create_token_body: token,
    created_token: created.body,
    token_list: await got(server, '/api/tokens'),
    token_view: await got(server, `/api/tokens/${created.body.id}`),
    login_body: login,
    me_view: me.body,
    create_rule_body: rule,
    rule_view: added.body,
    rule_list: await got(server, '/api/policy/rules'),
    test_policy_body: call,
    policy_verdict: (await server.http('POST', '/api/policy/test', call)).body,
    built_in_rules: await got(server, '/api/policy/built-in'),
    server_facts: await got(server, '/api/server'),
    audit_list: await got(server, '/api/audit'),
    audit_verification: await got(server, '/api/audit/verify'),
    rekey_body: { mode: 'rotate' },
    patch_token_body: { operator_name: 'Anna', scope: 'operator', classes: ['read'], decide: true },
    installer_body: installer,
    ...(await updates(server)),
    help_link_body: helpLink,
    help_link_view: (await server.http('PUT', API_PATHS.helpLink, helpLink)).body,
    network_view: await networkOf(server),
    ...(await backups(server)),
    network_body: { address: '192.0.2.10', port: 8443 } satisfies NetworkBody,
    installer_issued: (await server.http('POST', `/api/agents/${PC}/installer`, installer)).body,
    ...(await invitation(server)),
  };
}

async function invitation(server: AServer): Promise<Record<string, unknown>> {
  const invite_body = {
    operator: { id: 'mum', name: 'Mum' },
    ...{ name: 'invitation', scope: 'operator', classes: ['read', 'change'], decide: true },
  };
  const { body } = await server.http<InvitationIssued>('POST', API_PATHS.invitations, invite_body);
  const link_login_body = { secret: new URL(body.url).hash.slice(1) };
  const browser = await ABrowser.logIn(server);
  const { body: login_link } = await browser.http('POST', API_PATHS.ownLoginLink);
  return { invite_body, invitation_issued: body, link_login_body, login_link };
}

async function snoozed(server: AServer): Promise<SnoozeBody> {
  const until = new Date(Date.now() + DAY_MS).toISOString();
  const body = { until, reason: 'A new drive is ordered.' };
  const { status } = await server.http('PUT', API_PATHS.agentSnooze(PC, 'disk'), body);
  if (status !== 200) throw new Error(`snoozing the disk answers ${status}`);
  return body;
}

async function limits(server: AServer): Promise<Record<string, unknown>> {
  const body: LimitBody = { warn: 92, crit: 97 };
  await server.http('PUT', API_PATHS.agentLimit(PC, 'disk', 'percent_used'), body);
  const path = API_PATHS.tagLimit('battery', 'health_percent');
  const ofTag: TagLimitBody = { tag: 'home', warn: 60 };
  const { body: limit_list } = await server.http('PUT', path, ofTag);
  return { limit_body: body, tag_limit_body: ofTag, limit_list };
}

async function releases(server: AServer): Promise<Record<string, unknown>> {
  const release = aRelease();
  const published = await publish(server, release);
  return {
    release_view: published.body,
    release_list: await got(server, '/api/releases'),
    release_manifest_view: await got(server, RELEASE_PATHS.manifest(release.name)),
    update_agent_body: { version: '0.2.0', reason: 'It fixes the printer.' },
  };
}

async function got(server: AServer, path: string): Promise<unknown> {
  return (await server.http('GET', path)).body;
}

/** A disk that is nearly full, and others like it. */
function filling(agentId: string, ...others: string[]): FrameOf<'telemetry'> {
  const sizes = { total_bytes: 5e11, free_bytes: 4.5e10, percent_used: 91 };
  const volumes = ['/', ...others].map((mount) => ({ mount, ...sizes }));
  return aTelemetry(agentId)
    .with('disk', { status: 'warn', summary: '/ 91 % full', volumes })
    .collected(new Date().toISOString())
    .frame();
}

function complaint(agent_id: string): FrameOf<'log'> {
  const at = new Date().toISOString();
  const message = 'telemetry took 12 s';
  return {
    type: 'log',
    agent_id,
    at,
    level: 'warn',
    target: 'telemetry',
    message,
    fields: { seconds: 12 },
  };
}

/** A machine may be on no network; then it has an address that others could have. */
async function networkOf(server: AServer): Promise<object> {
  const { body } = await server.http<NetworkView>('GET', API_PATHS.serverNetwork);
  const { addresses } = body;
  const somewhere = { address: '192.0.2.10', interface: 'eth0' };
  return { ...body, addresses: addresses.length > 0 ? addresses : [somewhere] };
}
