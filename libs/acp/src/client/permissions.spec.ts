import { AgentEnd } from '../../test/agent-end.js';
import type { AcpClient, PromptEnd } from '../index.js';

let agent: AgentEnd;
let client: AcpClient;
let turn: Promise<PromptEnd>;
let promptId: number | undefined;
beforeEach(async () => {
  agent = new AgentEnd();
  client = await agent.inSession();
  turn = client.prompt({ text: 'x' });
  promptId = (await agent.gets('session/prompt')).id;
});
afterEach(() => agent.die());

const OPTIONS = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
const toolCall = { toolCallId: 'c1', title: 'rm -rf /tmp/x', kind: 'execute', rawInput: { a: 1 } };
const ask = (id: number, more: object = {}) =>
  agent.ask(id, 'session/request_permission', {
    ...{ sessionId: 's1', toolCall, options: OPTIONS },
    ...more,
  });
const selected = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } });
const CANCELLED = { outcome: { outcome: 'cancelled' } };

it('tells what is asked, and answers once with what is allowed', async () => {
  agent.heard.answer = { answer: 'allow' };
  ask(7);
  expect(await agent.next()).toEqual({ jsonrpc: '2.0', id: 7, result: selected('yes') });
  expect(agent.heard.asks.map((one) => one.ask)).toMatchObject([
    {
      ...{ ask: 1, turn: 1, sessionId: 's1', toolKinds: ['execute'], options: OPTIONS },
      tool: { id: 'c1', title: 'rm -rf /tmp/x', toolKind: 'execute', rawInput: { a: 1 } },
      ...{ cut: false, raw: { sessionId: 's1' }, rawCut: false },
    },
  ]);
});

it('rejects', async () => {
  agent.heard.answer = { answer: 'reject' };
  ask(7);
  expect(await agent.next()).toMatchObject({ result: selected('no') });
});

it('asks again for the same call', async () => {
  agent.heard.answer = { answer: 'allow' };
  ask(7);
  await agent.next();
  agent.heard.answer = { answer: 'reject' };
  ask(8);
  expect(await agent.next()).toMatchObject({ id: 8, result: selected('no') });
  expect(agent.heard.asks.map((one) => one.ask.ask)).toEqual([1, 2]);
});

it('says what the call was announced as, whatever the ask says', async () => {
  agent.update(
    { sessionUpdate: 'tool_call', ...toolCall },
    { sessionUpdate: 'tool_call_update', toolCallId: 'c1', kind: 'edit' },
  );
  ask(7, { toolCall: { toolCallId: 'c1', title: 'mcp__kenny__list_agents', kind: 'other' } });
  const { ask: asked } = await agent.heard.asked(1);
  expect(asked.toolKinds).toEqual(['execute', 'edit', 'other']);
  expect(asked.tool).toMatchObject({ title: 'mcp__kenny__list_agents', rawInput: { a: 1 } });
});

it('waits while it is asked, and the rest goes on', async () => {
  ask(7);
  await agent.heard.asked(1);
  expect(client.waitsForPermission).toBe(true);
  agent.text('meanwhile');
  await agent.heard.event('text');
  agent.heard.answer = { answer: 'allow' };
  ask(8);
  expect(await agent.next()).toMatchObject({ id: 8 });
  expect(client.waitsForPermission).toBe(true);
});

it('is cancelled with the turn, at once, and so is what comes later', async () => {
  ask(7);
  const { signal } = await agent.heard.asked(1);
  client.cancel();
  await agent.gets('session/cancel');
  expect(await agent.next()).toMatchObject({ id: 7, result: CANCELLED });
  expect(signal.aborted).toBe(true);
  ask(8);
  expect(await agent.next()).toMatchObject({ id: 8, result: CANCELLED });
  expect(agent.heard.asks).toHaveLength(1);
});

it('is over with the turn', async () => {
  ask(7);
  const { signal } = await agent.heard.asked(1);
  agent.say({ jsonrpc: '2.0', id: promptId, result: { stopReason: 'end_turn' } });
  expect(await agent.next()).toMatchObject({ id: 7, result: CANCELLED });
  expect(signal.aborted).toBe(true);
  expect(await turn).toMatchObject({ stopReason: 'end_turn' });
});

it('is over with the line', async () => {
  ask(7);
  const { signal } = await agent.heard.asked(1);
  agent.die();
  await client.closed;
  expect(signal.aborted).toBe(true);
});

it('is taken back by the agent', async () => {
  ask(7);
  const { signal } = await agent.heard.asked(1);
  agent.say({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 7 } });
  expect(await agent.next()).toMatchObject({ id: 7, error: { code: -32800 } });
  expect(signal.aborted).toBe(true);
  await agent.settled();
  expect(client.waitsForPermission).toBe(false);
});

it('is rejected when nobody could be asked', async () => {
  const failing = new AgentEnd();
  const connecting = failing.connect({
    onPermission: () => Promise.reject(new Error('no database')),
  });
  await failing.answer('initialize', { protocolVersion: 1 });
  const other = await connecting;
  const opened = other.newSession({ cwd: '/', mcpServers: [] });
  await failing.answer('session/new', { sessionId: 's1' });
  await opened;
  void other.prompt({ text: 'x' });
  await failing.gets('session/prompt');
  const params = { sessionId: 's1', toolCall, options: OPTIONS };
  failing.ask(1, 'session/request_permission', params);
  expect(await failing.next()).toMatchObject({ result: selected('no') });
  expect(failing.heard.logged).toMatchObject([{ message: 'a permission could not be asked for' }]);
  failing.die();
});

it('is cancelled without asking when there is nothing to choose', async () => {
  for (const options of [[], undefined, 'all', [{ name: 'no id' }]]) {
    ask(7, { options });
    expect(await agent.next()).toMatchObject({ result: CANCELLED });
  }
  expect(agent.heard.asks).toEqual([]);
  expect(agent.heard.all('log')[0]?.message).toContain('it offers no option');
});

it('is cancelled without asking when no turn is at work', async () => {
  agent.say({ jsonrpc: '2.0', id: promptId, result: { stopReason: 'end_turn' } });
  await turn;
  ask(7);
  expect(await agent.next()).toMatchObject({ result: CANCELLED });
  expect(agent.heard.asks).toEqual([]);
});

it('is cancelled without asking when sixteen wait', async () => {
  for (let id = 1; id <= 16; id += 1) ask(id, { toolCall: { toolCallId: `c${id}` } });
  await agent.heard.asked(16);
  ask(17);
  expect(await agent.next()).toMatchObject({ id: 17, result: CANCELLED });
});

it.each([
  ['of another session', { sessionId: 's2' }],
  ['of no session', { sessionId: undefined }],
  ['of no call', { toolCall: {} }],
  ['of a call with a name too long', { toolCall: { toolCallId: 'x'.repeat(2_000) } }],
])('is refused: one %s', async (_which, more) => {
  ask(7, more);
  expect(await agent.next()).toMatchObject({ id: 7, error: { code: -32602 } });
  expect(agent.heard.asks).toEqual([]);
});

it.each([
  ...['fs/read_text_file', 'fs/write_text_file', 'terminal/create', 'terminal/output'],
  ...['elicitation/create', '_vendor/anything'],
])('nothing else can be asked for: %s', async (method) => {
  agent.ask('r1', method, { sessionId: 's1', path: '/etc/passwd' });
  expect(await agent.next()).toMatchObject({ id: 'r1', error: { code: -32601 } });
});
