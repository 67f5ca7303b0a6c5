import {
  API_PATHS,
  askOperator,
  type ApprovalList,
  type AuditList,
  type ChatAnswer,
  type ChatSessionDetail,
  type ChatSessionList,
} from '@kenny/contract';
import type { ModelAnswer } from '@kenny/testing';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyAudit } from './harness/change-call.js';
import type { Refusal } from './harness/api.js';
import { ChatStream } from './harness/chat-stream.js';
import { eventually } from './harness/eventually.js';
import { FrameTap } from './harness/frame-tap.js';
import { Installation, SERVER_PROGRAM } from './harness/installation.js';
import { ModelService } from './harness/model-service.js';
import { aWorld } from './harness/world.js';

/**
 * The chat as an operator has it: the server, an agent and the Messages API are processes of their
 * own, and every frame to the agent is counted between the two.
 */
const world = aWorld();

interface Chat {
  readonly installation: Installation;
  readonly model: ModelService;
  readonly tap: FrameTap;
}

async function aChat(name: string, answers: readonly ModelAnswer[]): Promise<Chat> {
  const model = await ModelService.start(world, `${name}-model`, answers);
  const agentEnv: Record<string, string> = {};
  const { serverEnv } = model;
  const installation = await Installation.prepare(world, name, { serverEnv, agentEnv });
  const tap = await FrameTap.start(installation.api.url);
  world.onClose(() => tap.stop());
  agentEnv['KENNY_SERVER'] = tap.url;
  await installation.startServer();
  await installation.addAgent();
  installation.startAgent();
  await installation.online();
  return { installation, model, tap };
}

it(
  '"why is the disk full?": reads alone, and text and calls are seen as they happen',
  world.telling(async () => {
    const folder = world.makeFolder('photos');
    const { installation, model, tap } = await aChat('disk', [
      { text: 'Good morning.' },
      {
        text: 'I look at the volumes and the folder.',
        calls: [
          { id: 'toolu_volumes', name: 'fs_disk_usage' },
          { id: 'toolu_list', name: 'fs_list', args: { path: folder } },
        ],
      },
      { text: 'The photos fill the disk: 87 of 100 GB. Move the oldest ones elsewhere.' },
    ]);
    const { api, agentId } = installation;
    const greeted = await api.post<ChatAnswer>(API_PATHS.chat, {
      ...{ message: 'Good morning!', agent_id: agentId },
    });
    const { session_id } = greeted.body;
    const shown = await api.get<ChatSessionDetail>(API_PATHS.chatSession(session_id));
    const stream = await ChatStream.open(api, session_id, shown.body.last_event);
    const { body } = await api.post<ChatAnswer>(API_PATHS.chat, {
      ...{ session_id, message: 'Why is the disk full?' },
    });
    expect(body).toMatchObject({ pending: null, done: true, error: null });
    expect(body.assistant_text).toContain('87 of 100 GB');
    expect(body.tool_events).toMatchObject([
      { tool: 'fs_disk_usage', agent_id: agentId, status: 'ok' },
      { tool: 'fs_list', agent_id: agentId, status: 'ok', args: { path: folder } },
    ]);
    expect(tap.requestsFor('fs_disk_usage')).toHaveLength(1);
    expect(tap.requestsFor('fs_list')).toMatchObject([{ args: { path: folder } }]);

    await stream.until('turnFinished');
    stream.leave();
    expect(stream.types.filter((type) => type !== 'assistantDelta')).toEqual([
      ...['turnQueued', 'turnStarted', 'assistantMessage'],
      ...['toolCall', 'toolResult', 'toolCall', 'toolResult'],
      ...['assistantMessage', 'answer', 'turnFinished'],
    ]);
    expect(stream.of('assistantDelta').length).toBeGreaterThan(1);
    expect(stream.text).toBe(
      'I look at the volumes and the folder.' +
        'The photos fill the disk: 87 of 100 GB. Move the oldest ones elsewhere.',
    );
    expect(stream.events.map(({ sequence }) => sequence)).toEqual(
      stream.events.map((_, index) => index + 1),
    );
    // What the PC said reached the model as the results of these calls, said to come from the PC.
    expect(toldIn(model, 2)).toEqual([
      expect.objectContaining({ source: `agent:${agentId}` }),
      expect.objectContaining({ source: `agent:${agentId}` }),
    ]);
    expect((await api.get<ApprovalList>(API_PATHS.approvals)).body.items).toEqual([]);
    await model.mustBeContent();
  }),
  120_000,
);

it(
  'a change waits, outlives kill -9 of the server, is approved from the command line, and runs once',
  world.telling(async () => {
    const file = join(world.makeFolder('lines'), 'spooler');
    const command = `echo restarted >> ${file}`;
    const { installation, model, tap } = await aChat('spooler', [
      {
        text: 'I restart the print spooler.',
        calls: [{ id: 'toolu_restart', name: 'shell_exec', args: { command, reason: 'it hangs' } }],
      },
      { text: 'The spooler runs again.' },
    ]);
    const { api, agentId } = installation;
    const asked = await api.post<ChatAnswer>(API_PATHS.chat, {
      ...{ message: 'Restart the print spooler.', agent_id: agentId },
    });
    const { session_id, pending, done } = asked.body;
    expect({ done, ...pending }).toMatchObject({
      ...{ done: false, tool: 'shell_exec', agent_id: agentId, args: { command } },
      approval: { state: 'pending', reason: 'it hangs' },
    });
    const approvalId = pending?.approval?.id ?? '';
    const before = await ChatStream.open(api, session_id);
    await before.until('toolPending');
    expect(existsSync(file)).toBe(false);

    const since = (await installation.pc()).connected_since;
    await installation.server?.kill();
    await installation.startServer();
    await installation.online(since);
    expect(await waiting(installation, session_id)).toEqual({ state: 'waiting', id: approvalId });
    expect(tap.requestsFor('shell_exec')).toEqual([]);

    const after = await ChatStream.open(api, session_id, before.lastId);
    const { code, stdout } = await kenny(installation, 'approvals', 'approve', approvalId, '--yes');
    expect(code).toBe(0);
    expect(stdout).toContain('It ran.');
    await after.until('turnFinished');
    after.leave();

    expect(readFileSync(file, 'utf8')).toBe('restarted\n');
    expect(tap.requestsFor('shell_exec')).toMatchObject([{ args: { command } }]);
    expect(after.of('toolResult')).toMatchObject([
      { payload: { toolCallId: 'toolu_restart', status: 'ok', approvalId } },
    ]);
    expect(after.text).toBe('The spooler runs again.');
    const sequences = [...before.events, ...after.events].map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    expect(toldIn(model, 1)).toEqual([expect.objectContaining({ source: `agent:${agentId}` })]);
    const { body } = await api.get<ChatSessionDetail>(API_PATHS.chatSession(session_id));
    expect(body).toMatchObject({
      state: 'idle',
      pending: null,
      history: [{ status: 'completed' }],
    });
    expect(await verifyAudit(installation)).toMatchObject({ ok: true, findings: [] });

    await installation.server?.kill();
    await installation.startServer();
    await installation.recover('fresh');
    expect(tap.requestsFor('shell_exec')).toHaveLength(1);
    expect(readFileSync(file, 'utf8')).toBe('restarted\n');
    await model.mustBeContent();
  }),
  180_000,
);

it(
  'a question of the model waits, outlives kill -9 of the server, is answered, and the turn goes on',
  world.telling(async () => {
    const question = 'Which printer do you mean?';
    const { installation, model, tap } = await aChat('question', [
      {
        text: 'There are two printers.',
        calls: [
          {
            id: 'toolu_which',
            name: askOperator.name,
            args: { questions: [{ header: 'Printer', question }] },
          },
        ],
      },
      { text: 'I look at the one in the hall.' },
    ]);
    const { api, agentId } = installation;
    const asked = await api.post<ChatAnswer>(API_PATHS.chat, {
      ...{ message: 'The printer is stuck.', agent_id: agentId },
    });
    const { session_id, pending, done } = asked.body;
    expect({ done, ...pending }).toMatchObject({
      ...{ done: false, kind: 'question', agent_id: null },
      question: { questions: [{ header: 'Printer', question }] },
    });
    const question_id = pending?.question?.id ?? '';
    const before = await ChatStream.open(api, session_id);
    await before.until('toolPending');

    const since = (await installation.pc()).connected_since;
    await installation.server?.kill();
    await installation.startServer();
    await installation.online(since);
    expect(await waiting(installation, session_id)).toEqual({ state: 'waiting', id: question_id });

    const after = await ChatStream.open(api, session_id, before.lastId);
    const answers = [{ question, answer: 'The one in the hall.' }];
    const reply = { session_id, question_id, answers };
    const answered = await api.post<ChatAnswer>(API_PATHS.chatAnswer, reply);
    expect(answered.body).toMatchObject({
      ...{ done: true, pending: null, assistant_text: 'I look at the one in the hall.' },
      tool_events: [{ tool_call_id: 'toolu_which', status: 'ok', result: { answers } }],
    });
    const again = await api.post<Refusal>(API_PATHS.chatAnswer, reply);
    expect([again.status, again.body.error.code]).toEqual([409, 'already_decided']);
    await after.until('turnFinished');
    after.leave();
    const sequences = [...before.events, ...after.events].map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    expect(toldIn(model, 1)).toEqual([
      { source: 'operator', tool: askOperator.name, data: { answers } },
    ]);
    expect(tap.requestsFor('shell_exec')).toEqual([]);
    await model.mustBeContent();
  }),
  180_000,
);

it(
  'without a key the chat says what it needs, and everything else works',
  world.telling(async () => {
    const installation = await Installation.up(world, 'keyless');
    const { api, agentId } = installation;
    const asked = await api.post<Refusal>(API_PATHS.chat, { message: 'hello', agent_id: agentId });
    expect(asked.status).toBe(503);
    expect(asked.body.error.code).toBe('chat_unavailable');
    expect(asked.body.error.message).toContain('ANTHROPIC_API_KEY');
    expect((await api.tool('fs_disk_usage', agentId, {})).status).toBe(200);
    const approval = await api.ask('shell_exec', agentId, { command: 'true' });
    expect((await api.decide(approval, 'approve', 20)).body.approval.state).toBe('done');
    expect((await api.get<AuditList>('/api/audit')).status).toBe(200);
    // What was asked is kept, and can be looked at and deleted.
    const { body } = await api.get<ChatSessionList>(API_PATHS.chatSessions);
    expect(body.items).toMatchObject([{ state: 'idle', turns: 1 }]);
  }),
  120_000,
);

/** The envelopes of the results in the model's request of that number, from 0. */
function toldIn({ requests }: ModelService, number: number): unknown[] {
  const last = requests[number]?.messages.at(-1)?.content;
  if (!Array.isArray(last)) throw new Error(`request ${number} has no blocks`);
  const blocks = last as { type: string; content: { text: string }[] }[];
  return blocks
    .filter(({ type }) => type === 'tool_result')
    .flatMap(({ content }) => content.map(({ text }) => JSON.parse(text) as unknown));
}

function pendingId({ pending }: ChatSessionDetail): string | undefined {
  return pending?.approval?.id ?? pending?.question?.id;
}

function waiting({ api }: Installation, sessionId: string) {
  return eventually('the conversation is there', async () => {
    const { status, body } = await api.get<ChatSessionDetail>(API_PATHS.chatSession(sessionId));
    return status === 200 ? { state: body.state, id: pendingId(body) } : undefined;
  });
}

/** The command line as an operator types it, in a process of its own. */
async function kenny({ api }: Installation, ...words: string[]) {
  const program = world.start({
    name: `kenny ${words.join(' ')}`,
    args: [SERVER_PROGRAM, ...words],
    cwd: world.folder,
    env: { KENNY_URL: api.url, KENNY_TOKEN: api.token },
  });
  const { code } = await program.ended();
  return { code, stdout: program.stdout };
}
