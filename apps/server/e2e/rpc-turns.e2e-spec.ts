import type { RpcQuestion } from '@kenny/contract';
import { ChatWorld } from '../test/chat-world.js';
import { RpcTestClient } from '../test/rpc-client.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, use, wanting } from '../test/told-brain.js';

const newDir = tempDirs();
let world: ChatWorld;
let client: RpcTestClient;

beforeEach(async () => {
  world = await ChatWorld.start(newDir());
  client = await RpcTestClient.open(world.server.url, world.anna);
});
afterEach(async () => {
  await world.server.stop();
  world.brain.mustBeDone();
});

/** A conversation that this socket follows. */
async function attached(): Promise<string> {
  const { id } = await client.ask('sessions/create', { workspaceRoot: 'kenny://agent/pc1' });
  await client.ask('kenny/attach', { sessionId: id });
  return id;
}

/** A turn whose change waits for approval, and the question about it. */
async function waiting(sessionId: string, command = 'systemctl restart cups') {
  world.brain.will(wanting(use('shell_exec', { command, reason: 'because' })));
  const count = client.pushed('ui/question').length + 1;
  const turn = await client.ask('turns/start', { sessionId, input: `run ${command}` });
  const question = (await client.pushes('ui/question', count)).at(-1);
  if (!question) throw new Error('nothing was asked');
  return { turn, question };
}

const answering = (question: RpcQuestion, answer: string, more: object = {}) => ({
  ...{ sessionId: question.sessionId, questionRequestId: question.questionRequestId },
  answers: [{ question: question.questions[0]?.question, answer }],
  ...more,
});

describe('a turn', () => {
  it('is answered before its first event, and its events are numbered without a gap', async () => {
    const sessionId = await attached();
    world.brain.will(wanting(use('fs_list', { path: '/tmp' })), saying('Two files.'));
    const turn = await client.ask('turns/start', { sessionId, input: 'what is there?' });
    const events = await client.finished(turn.id);
    expect(events.map(({ type }) => type)).toEqual([
      ...['turnQueued', 'turnStarted', 'assistantMessage', 'toolCall', 'toolResult'],
      ...['assistantMessage', 'answer', 'turnFinished'],
    ]);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    const answer = client.heard.findIndex(
      (one) => 'id' in one && JSON.stringify(one.result).includes(turn.id),
    );
    const first = client.heard.findIndex((one) => 'method' in one && one.method === 'turn/event');
    expect(answer).toBeLessThan(first);
    expect(events[3]?.payload).toMatchObject({
      ...{ toolName: 'fs_list', args: { path: '/tmp', agentId: 'pc1' }, tool: { kind: 'read' } },
    });
    expect(events[4]?.payload).toMatchObject({ result: { isError: false, images: [] } });
    expect(await client.ask('turns/status', { turnId: turn.id })).toMatchObject({
      ...{ id: turn.id, sessionId, status: 'completed', error: null },
    });
  });

  it('is told again from any number, the same to the letter', async () => {
    const sessionId = await attached();
    const { turn, question } = await waiting(sessionId);
    world.brain.will(saying('done'));
    await client.ask('ui/answerQuestion', answering(question, 'Approve'));
    const live = (await client.finished(turn.id)).map((event) => ({ ...event }));
    for (const after of [0, 3, 4, 5, live.length]) {
      const { events } = await client.ask('turns/events', {
        ...{ turnId: turn.id, afterSequence: after },
      });
      expect(events).toEqual(live.slice(after));
    }
  });

  it('waits behind another one, steers it, and is refused where there is none to steer', async () => {
    const sessionId = await attached();
    expect(
      await client.fail('turns/start', { sessionId, input: 'x', streamingBehavior: 'steer' }),
    ).toEqual({
      ...{ number: -32602, code: 'invalid_params' },
      message: 'Unsupported streamingBehavior: steer',
    });
    const thinking = world.brain.nextRound();
    const first = await client.ask('turns/start', { sessionId, input: 'one' });
    const round = await thinking;
    const queued = await client.ask('turns/start', {
      ...{ sessionId, input: 'two', streamingBehavior: 'followUp' },
    });
    expect(queued).toMatchObject({ status: 'queued' });
    const steered = await client.ask('turns/start', { sessionId, input: 'faster' });
    expect(steered.id).toBe(first.id);
    world.brain.will(saying('faster, then'), saying('two'));
    round.say('one');
    await client.finished(queued.id);
    const told = client.events(first.id).find(({ type }) => type === 'turnSteered');
    expect(told?.payload).toMatchObject({ input: 'faster' });
  });

  it('tells of an answer that the model is asked for once more, with all that there is to know', async () => {
    const sessionId = await attached();
    const thinking = world.brain.nextRound();
    const { id } = await client.ask('turns/start', { sessionId, input: 'one' });
    const round = await thinking;
    const payload = {
      ...{ provider: 'anthropic', model: 'claude-sonnet-4-6', attempt: 2, maxAttempts: 5 },
      ...{ delaySeconds: 0.5, error: 'Overloaded' },
    };
    round.voice.observe({ type: 'modelRetry', payload });
    round.say('one');
    const events = await client.finished(id);
    expect(events.map(({ type }) => type)).toEqual([
      ...['turnQueued', 'turnStarted', 'modelRetry', 'assistantMessage', 'answer', 'turnFinished'],
    ]);
    expect(events[2]?.payload).toEqual(payload);
  });

  it('is cancelled once, and a cancel after its end changes nothing', async () => {
    const sessionId = await attached();
    const thinking = world.brain.nextRound();
    const { id: turnId } = await client.ask('turns/start', { sessionId, input: 'one' });
    await thinking;
    expect(await client.ask('turns/cancel', { turnId })).toMatchObject({
      ...{ status: 'canceled', cancelRequested: true },
    });
    const events = await client.finished(turnId);
    expect(await client.ask('turns/cancel', { turnId })).toMatchObject({ status: 'canceled' });
    expect(events.at(-1)?.payload).toEqual({ status: 'canceled', error: null });
    expect((await client.ask('turns/events', { turnId })).events).toHaveLength(events.length);
  });

  it.each([
    ['attachments', { attachments: {} }, 'attachments must be an array'],
    ['a behaviour', { streamingBehavior: 'later' }, 'Unsupported streamingBehavior: later'],
    ['no input', { input: null }, 'Invalid params: input: must be string'],
  ])('is refused with wrong %s', async (_what, wrong, message) => {
    const sessionId = await attached();
    expect(await client.fail('turns/start', { sessionId, input: 'x', ...wrong })).toEqual({
      ...{ number: -32602, code: 'invalid_params', message },
    });
  });

  it('cannot do without approvals', async () => {
    const sessionId = await attached();
    const options = { approvalMode: 'none' };
    expect(await client.fail('turns/start', { sessionId, input: 'x', options })).toMatchObject({
      ...{ number: -32602, code: 'unsupported' },
    });
  });
});

describe('a change', () => {
  it('is asked about, runs with exactly "Approve" to exactly the question, and once', async () => {
    const sessionId = await attached();
    const { turn, question } = await waiting(sessionId);
    expect(question).toMatchObject({
      ...{ kind: 'confirm', sessionId },
      confirm: { tool: 'shell_exec', agentId: 'pc1', turnId: turn.id, fullArgs: true },
    });
    expect(await client.ask('turns/status', { turnId: turn.id })).toMatchObject({
      status: 'running',
    });
    expect(await client.ask('runtime/state', { sessionId })).toMatchObject({
      ...{ isStreaming: true, pendingMessageCount: 1, pendingQuestions: [question] },
    });
    world.brain.will(saying('done'));
    const argsDigest = question.confirm?.argsDigest;
    const said = answering(question, 'Approve', { argsDigest });
    expect(await client.ask('ui/answerQuestion', said)).toEqual({
      ...{ ok: true, applied: true, outcome: 'approved' },
    });
    await client.finished(turn.id);
    expect(world.ran).toHaveLength(1);
    expect(await client.ask('ui/answerQuestion', said)).toEqual({
      ...{ ok: true, applied: false, outcome: 'approved' },
    });
    expect(world.ran).toHaveLength(1);
    expect(client.pushed('ui/questionResolved')).toEqual([]);
  });

  it.each<[string, (question: RpcQuestion) => object]>([
    ['Deny', (question) => answering(question, 'Deny')],
    ['another case', (question) => answering(question, 'approve')],
    ['a blank behind it', (question) => answering(question, 'Approve ')],
    [
      'a second answer',
      (question) => ({
        ...answering(question, 'Approve'),
        answers: [1, 2].map(() => ({
          question: question.questions[0]?.question,
          answer: 'Approve',
        })),
      }),
    ],
    [
      'another question',
      (question) => ({
        ...answering(question, 'Approve'),
        answers: [{ question: 'Really?', answer: 'Approve' }],
      }),
    ],
    ['null', (question) => ({ ...answering(question, ''), answers: null })],
    [
      'another digest',
      (question) => answering(question, 'Approve', { argsDigest: 'f'.repeat(64) }),
    ],
  ])('does not run with %s', async (_what, said) => {
    const sessionId = await attached();
    const { turn, question } = await waiting(sessionId);
    world.brain.will(saying('as you like'));
    expect(await client.ask('ui/answerQuestion', said(question))).toEqual({
      ...{ ok: true, applied: true, outcome: 'denied' },
    });
    const events = await client.finished(turn.id);
    expect(world.ran).toEqual([]);
    const result = events.find(({ type }) => type === 'toolResult')?.payload;
    expect(result).toMatchObject({
      content: expect.stringMatching(/^Declined: /) as string,
      result: { isError: true, code: 'denied' },
    });
  });

  it('that is too long for its question is approved only with its digest', async () => {
    const sessionId = await attached();
    const { turn, question } = await waiting(sessionId, `echo ${'x'.repeat(3_000)}`);
    expect(question.confirm?.fullArgs).toBe(false);
    expect(question.questions[0]?.question).toMatch(/open it on the dashboard to approve it\.$/);
    const unseen = answering(question, 'Approve');
    expect(await client.fail('ui/answerQuestion', unseen)).toMatchObject({
      ...{ code: 'invalid_params', message: expect.stringContaining('argsDigest') as string },
    });
    expect(world.ran).toEqual([]);
    world.brain.will(saying('done'));
    const argsDigest = question.confirm?.argsDigest;
    const seen = answering(question, 'Approve', { argsDigest });
    expect(await client.ask('ui/answerQuestion', seen)).toMatchObject({ outcome: 'approved' });
    await client.finished(turn.id);
    expect(world.ran).toHaveLength(1);
  });

  it('that is declined in own words hands them to the model', async () => {
    const sessionId = await attached();
    const { turn, question } = await waiting(sessionId);
    world.brain.will(saying('as you like'));
    await client.ask('ui/answerQuestion', answering(question, 'not before six'));
    const events = await client.finished(turn.id);
    expect(events.find(({ type }) => type === 'toolResult')?.payload).toMatchObject({
      content: 'Declined: not before six',
    });
  });

  it('needs a token that may decide, and is not decided without', async () => {
    const plain = await world.token({ operator: { id: 'anna' }, decide: false });
    const sessionId = await attached();
    const { turn, question } = await waiting(sessionId);
    const other = await RpcTestClient.open(world.server.url, plain);
    expect(await other.fail('ui/answerQuestion', answering(question, 'Approve'))).toMatchObject({
      code: 'unauthorized',
    });
    expect(await client.ask('turns/status', { turnId: turn.id })).toMatchObject({
      status: 'running',
    });
    expect(world.ran).toEqual([]);
    await other.close();
    await client.ask('turns/cancel', { turnId: turn.id });
  });

  it('is decided by one of two sockets at once; the other hears how', async () => {
    const other = await RpcTestClient.open(world.server.url, world.anna);
    const sessionId = await attached();
    await other.ask('kenny/attach', { sessionId });
    const { turn, question } = await waiting(sessionId);
    await other.pushes('ui/question');
    world.brain.will(saying('fine'));
    const [yes, no] = await Promise.all([
      client.ask('ui/answerQuestion', answering(question, 'Approve')),
      other.ask('ui/answerQuestion', answering(question, 'Deny')),
    ]);
    expect([yes.applied, no.applied].filter(Boolean)).toHaveLength(1);
    expect(yes.outcome).toBe(no.outcome);
    await client.finished(turn.id);
    expect(world.ran).toHaveLength(yes.outcome === 'approved' ? 1 : 0);
    await other.close();
  });

  it('of another conversation is unknown here, and not decided', async () => {
    const sessionId = await attached();
    const { turn, question } = await waiting(sessionId);
    const foreign = await attached();
    expect(
      await client.fail('ui/answerQuestion', {
        ...answering(question, 'Approve'),
        sessionId: foreign,
      }),
    ).toMatchObject({ code: 'unknown_question' });
    expect(world.ran).toEqual([]);
    await client.ask('turns/cancel', { turnId: turn.id });
    const [resolved] = await client.pushes('ui/questionResolved');
    expect(resolved).toMatchObject({ outcome: 'canceled', sessionId });
  });

  it('that was decided elsewhere says at which door, and the model reads why not', async () => {
    const sessionId = await attached();
    const { turn, question } = await waiting(sessionId);
    const { questionRequestId: approval_id, confirm } = question;
    const no = { decision: 'deny', reason: 'not today', call_sha256: confirm?.argsDigest };
    world.brain.will(({ entries }) => {
      expect(JSON.stringify(entries.at(-1)?.content)).toContain('not today');
      return saying('Then not.');
    });
    await world.server.http('POST', `/api/approvals/${approval_id}`, no, world.anna);
    const events = await client.finished(turn.id);
    expect(client.pushed('ui/questionResolved')).toEqual([
      { sessionId, questionRequestId: approval_id, outcome: 'denied', door: 'http' },
    ]);
    const result = events.find(({ type }) => type === 'toolResult')?.payload;
    expect(result).toMatchObject({
      ...{ content: 'Declined: not today', result: { isError: true, code: 'denied' } },
    });
  });

  it('waits through a restart of the server, and is asked about again', async () => {
    const sessionId = await attached();
    const { turn } = await waiting(sessionId);
    const last = client.events(turn.id).at(-1)?.place;
    await world.restart();
    expect(await client.closed()).toBe(1001);
    client = await RpcTestClient.open(world.server.url, world.anna);
    await client.ask('kenny/attach', { sessionId });
    const [question] = await client.pushes('ui/question');
    if (!question || !last) throw new Error('nothing was asked');
    await client.ask('kenny/attach', { sessionId, after: last });
    world.brain.will(saying('done'));
    await client.ask('ui/answerQuestion', answering(question, 'Approve'));
    const types = (await client.finished(turn.id)).map(({ type }) => type);
    expect(types).toEqual(['toolResult', 'assistantMessage', 'answer', 'turnFinished']);
    expect(world.ran).toHaveLength(1);
  });
});
