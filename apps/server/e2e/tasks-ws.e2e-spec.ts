import type { AgentScript } from '@kenny/acp/testing';
import type { CreatedToken } from '@kenny/contract';
import { randomUUID } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { TasksWorld } from '../test/tasks-world.js';
import { bearer, WsClient } from '../test/ws-client.js';

const world = TasksWorld.forThisFile();
let client: WsClient;
const clients: WsClient[] = [];

beforeAll(async () => {
  client = await connect(world.server.admin);
  const script = says('Processing files...');
  world.agent(
    'augment-agent',
    { ...script, sessionId: 'abc123def456' },
    { runtime: 'process', env: { AUGMENT_SESSION_AUTH: 'x' } },
  );
});
afterAll(() => {
  for (const one of clients) one.socket.terminate();
});

async function connect(token: string): Promise<WsClient> {
  const one = await WsClient.open(world.server.url, bearer(token));
  clients.push(one);
  return one;
}

async function tokenOf(rights: object): Promise<string> {
  const body = { operator: { id: 'bo' }, name: 'test', scope: 'operator', ...rights };
  return (await world.server.http<CreatedToken>('POST', '/api/tokens', body)).body.token;
}

const end = { reply: { stopReason: 'end_turn' } };
const says = (...texts: string[]): AgentScript => ({
  dialect: 'v1',
  on: { 'session/prompt': [...texts.map((text) => ({ text })), end] },
});
/** Answers nothing until it is cancelled. */
const WAITS: AgentScript = {
  dialect: 'v1',
  on: { 'session/prompt': [{ text: 'Hm.' }, { hang: true }] },
};

async function aTask(agent_type?: string): Promise<string> {
  const { id } = await client.ask('task.create', {
    ...{ title: 'Look after pc1', description: 'The printer is silent.' },
    ...(agent_type === undefined ? {} : { agent_type }),
  });
  return id;
}

describe('the actions of the seed', () => {
  it('bring a task from its board to its end, with the notifications of the seed', async () => {
    const { boards } = await client.ask('board.list');
    const [board] = boards;
    const created = await client.ask('task.create', {
      ...{ board_id: board?.id, column_id: board?.columns[0]?.id, title: 'Fix it' },
      ...{ description: 'Fix the null pointer bug', agent_type: 'augment-agent' },
    });
    expect(created).toMatchObject({ state: 'TODO', board_id: board?.id, metadata: {} });
    const task_id = created.id;
    expect(await client.ask('task.subscribe', { task_id })).toMatchObject({
      ...{ success: true, task_id, seq: 0 },
    });
    const started = await client.ask('orchestrator.start', {
      ...{ task_id, agent_type: 'augment-agent', priority: 2 },
    });
    expect(started).toMatchObject({ success: true, task_id });
    expect(started.agent_instance_id).toEqual(expect.any(String));
    const [result] = await client.pushes('acp.result');
    expect(result).toMatchObject({
      ...{ task_id, type: 'result', data: { status: 'completed', stop_reason: 'end_turn' } },
    });
    const log = client.events('acp.log').find(({ data }) => data['channel'] === 'message');
    expect(log).toMatchObject({
      ...{ task_id, type: 'log', data: { level: 'info', message: 'Processing files...' } },
    });
    expect(client.events('acp.update')).toContainEqual(
      expect.objectContaining({
        data: expect.objectContaining({ sessionUpdate: 'agent_message_chunk' }) as object,
      }),
    );
    expect(client.events('task.updated').map(({ id, state }) => [id, state])).toContainEqual([
      ...[task_id, 'IN_PROGRESS'],
    ]);
    await world.reaches(task_id, 'REVIEW');
    const prompt = 'Please also add unit tests';
    expect(await client.ask('orchestrator.prompt', { task_id, prompt })).toMatchObject({
      ...{ success: true, task_id },
    });
    await client.pushes('acp.result', 2);
    await world.reaches(task_id, 'REVIEW');
    expect(await client.ask('orchestrator.complete', { task_id })).toEqual({
      ...{ success: true, task_id, state: 'COMPLETED', message: 'task completed' },
    });
    const shown = await client.ask('task.get', { id: task_id });
    expect(shown).toMatchObject({ state: 'COMPLETED', prompts: [{ number: 1 }, { number: 2 }] });
    expect(await client.ask('task.unsubscribe', { task_id })).toEqual({ success: true, task_id });
  });

  it('stop a turn, and the task can go on', async () => {
    world.agent('thinker', WAITS);
    const task_id = await aTask('thinker');
    await client.ask('orchestrator.start', { task_id });
    const status = await client.ask('orchestrator.status');
    expect(status).toMatchObject({ running: true, active_agents: 1, max_concurrent: 3 });
    const stopped = await client.ask('orchestrator.stop', {
      ...{ task_id, reason: 'User requested cancellation', force: false },
    });
    expect(stopped).toEqual({ success: true, task_id, state: 'CANCELLED' });
    expect(await client.ask('orchestrator.start', { task_id })).toMatchObject({ success: true });
    await client.ask('orchestrator.stop', { task_id, force: true });
    expect(await client.ask('task.delete', { id: task_id })).toEqual({ success: true });
    expect(await client.fail('task.get', { id: task_id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('queue what finds no slot, in its order, and let it be moved and taken out', async () => {
    world.agent('busy', WAITS);
    const working = await Promise.all([1, 2, 3].map(() => aTask('busy')));
    for (const task_id of working) await client.ask('orchestrator.start', { task_id });
    const [low, high] = [await aTask('busy'), await aTask('busy')];
    const first = await client.ask('orchestrator.start', { task_id: low, priority: 1 });
    expect(first).toMatchObject({ status: 'QUEUED', position: 1, agent_instance_id: null });
    await client.ask('orchestrator.start', { task_id: high, priority: 5 });
    const order = async () =>
      (await client.ask('orchestrator.queue')).tasks.map(({ task_id }) => task_id);
    expect(await order()).toEqual([high, low]);
    const moved = await client.ask('orchestrator.reprioritise', { task_id: low, priority: 9 });
    expect(moved.tasks.map(({ task_id }) => task_id)).toEqual([low, high]);
    expect(await client.ask('orchestrator.dequeue', { task_id: high })).toMatchObject({
      state: 'TODO',
    });
    expect(await client.fail('orchestrator.dequeue', { task_id: high })).toMatchObject({
      ...{ code: 'CONFLICT', details: { code: 'conflict' } },
    });
    for (const task_id of [low, ...working]) {
      await client.ask('orchestrator.stop', { task_id, force: true });
    }
    expect(await order()).toEqual([]);
  });

  it.each([
    ['orchestrator.start', {}, 'task_id is required'],
    ['orchestrator.prompt', { task_id: 'x' }, 'prompt is required'],
    ['orchestrator.prompt', { task_id: 'x', prompt: '' }, 'prompt is required'],
    ['task.create', { board_id: 'x' }, 'title is required'],
    ['task.get', {}, 'id is required'],
    ['task.subscribe', { task_id: '' }, 'task_id is required'],
    ['column.create', { name: 'x' }, 'board_id is required'],
  ] as const)('%s with %j says what is missing', async (action, payload, message) => {
    const error = await client.fail(action, payload);
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', message });
  });

  it('say of a wrong state that it is a conflict, and of an unknown task nothing', async () => {
    const task_id = await aTask('augment-agent');
    for (const action of ['orchestrator.stop', 'orchestrator.dequeue']) {
      expect(await client.fail(action, { task_id })).toMatchObject({ code: 'CONFLICT' });
    }
    const never = { task_id: randomUUID() };
    for (const action of ['start', 'stop', 'complete', 'trigger', 'dequeue']) {
      const error = await client.fail(`orchestrator.${action}`, never);
      expect([action, error.code]).toEqual([action, 'NOT_FOUND']);
    }
    const other = { task_id, pending_id: 'x' };
    expect(await client.fail('permission.respond', { ...other, option_id: 'y' })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await client.fail('task.state', { id: task_id, state: 'REVIEW' })).toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('answer health.check, and take no environment from a client', async () => {
    expect(await client.ask('health.check')).toEqual({
      ...{ status: 'ok', service: 'kenny', mode: 'unified' },
    });
    const task_id = await aTask('augment-agent');
    const launch = { task_id, agent_type: 'augment-agent', env: { PATH: '/evil' } };
    expect(await client.fail('agent.launch', launch)).toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('who may', () => {
  it('is judged by scope, by PCs and by whose task it is', async () => {
    const task_id = await aTask('augment-agent');
    const viewer = await connect(await tokenOf({ scope: 'viewer' }));
    expect((await viewer.ask('task.get', { id: task_id })).id).toBe(task_id);
    for (const [action, payload] of [
      ['task.create', { title: 'x' }],
      ['orchestrator.start', { task_id }],
      ['permission.list', {}],
      ['agent.stop', { agent_id: 'x' }],
      ['board.create', { name: 'x' }],
    ] as const) {
      const error = await viewer.fail(action, payload);
      expect([action, error.code]).toEqual([action, 'FORBIDDEN']);
    }
    const foreign = await connect(await tokenOf({}));
    expect(await foreign.fail('orchestrator.start', { task_id })).toMatchObject({
      code: 'FORBIDDEN',
    });
    const elsewhere = await connect(await tokenOf({ scope: 'viewer', agents: ['pc1'] }));
    for (const [action, payload] of [
      ['task.get', { id: task_id }],
      ['task.subscribe', { task_id }],
      ['task.logs', { task_id }],
    ] as const) {
      const error = await elsewhere.fail(action, payload);
      expect([action, error.code]).toEqual([action, 'NOT_FOUND']);
    }
    expect((await elsewhere.ask('task.list')).tasks).toEqual([]);
  });
});

describe('waiting_task.subscribe', () => {
  it('tells at once of a task that waits for a person, and only who may see it', async () => {
    const viewer = await connect(await tokenOf({ scope: 'viewer' }));
    const limited = await connect(await tokenOf({ scope: 'viewer', agents: ['pc1'] }));
    const { seq } = await viewer.ask('waiting_task.subscribe');
    expect((await limited.ask('waiting_task.subscribe')).items).toEqual([]);
    const anywhere = await aTask('augment-agent');
    await client.ask('orchestrator.start', { task_id: anywhere });
    const [first] = await viewer.pushes('waiting_task.changed');
    expect(first).toMatchObject({ seq: seq + 1, task_id: anywhere, task: { state: 'REVIEW' } });

    const { id: onPc1 } = await client.ask('task.create', {
      ...{ title: 'Only this PC', agent_type: 'augment-agent', agents: ['pc1'] },
    });
    await client.ask('orchestrator.start', { task_id: onPc1 });
    await limited.pushes('waiting_task.changed');
    await client.ask('orchestrator.complete', { task_id: onPc1 });
    const told = await limited.pushes('waiting_task.changed', 2);
    expect(told).toMatchObject([
      { task_id: onPc1, task: { title: 'Only this PC', state: 'REVIEW', agents: ['pc1'] } },
      { task_id: onPc1, task: null },
    ]);

    const { items } = await viewer.ask('waiting_task.subscribe');
    expect(items.map(({ id }) => id)).toContain(anywhere);
    expect(items.map(({ id }) => id)).not.toContain(onPc1);
    await viewer.ask('unsubscribe', { topic: 'waiting_task' });
    const before = viewer.pushed.length;
    await client.ask('orchestrator.complete', { task_id: anywhere });
    await viewer.ask('ping');
    expect(viewer.pushed).toHaveLength(before);
  });
});

describe('task.subscribe', () => {
  it('tells again what came after since_seq, then says so, and nothing twice', async () => {
    world.agent('talker', says('one ', 'two ', 'three'));
    const task_id = await aTask('talker');
    await client.ask('orchestrator.start', { task_id });
    const { last_seq } = await world.over(task_id);
    const late = await connect(world.server.admin);
    const answer = await late.ask('task.subscribe', { task_id, since_seq: 0 });
    expect(answer.seq).toBe(last_seq);
    const [done] = await late.pushes('task.replay_done');
    expect(done).toEqual({ task_id, seq: last_seq });
    const seqs = late.pushed.map(({ payload }) => Number(payload['seq']));
    expect([...new Set(seqs)]).toEqual(Array.from({ length: last_seq }, (_, at) => at + 1));
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    const again = await connect(world.server.admin);
    await again.ask('task.subscribe', { task_id, since_seq: last_seq });
    await again.pushes('task.replay_done');
    expect(again.pushed).toHaveLength(1);
  });

  it('ends with a gap for a socket that does not read, which goes on from there', async () => {
    const long = 'x'.repeat(3_500);
    world.agent('flood', {
      dialect: 'v1',
      on: { 'session/prompt': [{ repeat: 3_000, steps: [{ text: long }] }, end] },
    });
    const task_id = await aTask('flood');
    const slow = await connect(world.server.admin);
    await slow.ask('task.subscribe', { task_id });
    slow.socket.pause();
    await client.ask('orchestrator.start', { task_id });
    const { last_seq } = await world.over(task_id);
    slow.socket.resume();
    const [gap] = await slow.pushes('stream.gap');
    expect(gap).toMatchObject({ topic: 'task', task_id });
    const since_seq = gap?.seq ?? 0;
    expect(since_seq).toBeLessThan(last_seq);
    await slow.ask('task.subscribe', { task_id, since_seq });
    await slow.pushes('task.replay_done');
    const seqs = [...new Set(slow.pushed.map(({ payload }) => Number(payload['seq'])))];
    expect(seqs).toEqual(Array.from({ length: last_seq }, (_, at) => at + 1));
  }, 60_000);
});

/** To the letter as the seed has it, but for the line that opens the socket. */
const SESSION_RESUMPTION = `
// Get session ID from completed task
ws.send(JSON.stringify({
  id: crypto.randomUUID(),
  type: 'request',
  action: 'task.get',
  payload: { id: previousTaskId }
}));

// Handle response and start with session resumption
ws.onmessage = (event) => {
  const response = JSON.parse(event.data);

  if (response.action === 'task.get') {
    const sessionId = response.payload.metadata.auggie_session_id;

    // Create new task with session ID in metadata
    ws.send(JSON.stringify({
      id: crypto.randomUUID(),
      type: 'request',
      action: 'task.create',
      payload: {
        board_id: boardId,
        column_id: columnId,
        title: 'Follow-up task',
        description: 'What changes did you make in the previous task?',
        agent_type: 'augment-agent',
        metadata: {
          auggie_session_id: sessionId
        }
      }
    }));
  }
};
`;

it("the seed's example of session resumption runs as it is written", async () => {
  const previousTaskId = await aTask('augment-agent');
  await client.ask('orchestrator.start', { task_id: previousTaskId });
  await world.reaches(previousTaskId, 'REVIEW');
  const [board] = (await client.ask('board.list')).boards;
  const socket = (await connect(world.server.admin)).socket;
  const created = new Promise<Record<string, unknown>>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as { action: string; payload: object };
      if (message.action === 'task.create') resolve({ ...message.payload });
    });
  });
  runInNewContext(SESSION_RESUMPTION, {
    ...{ ws: socket, crypto: globalThis.crypto, previousTaskId },
    ...{ boardId: board?.id, columnId: board?.columns[0]?.id },
  });
  expect(await created).toMatchObject({
    ...{ title: 'Follow-up task', state: 'TODO', agent_type: 'augment-agent' },
    metadata: { auggie_session_id: 'abc123def456' },
  });
});
