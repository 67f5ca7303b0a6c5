import { AGENTCTL_LIMITS } from '@kenny/contract/agentctl';
import { SidecarWorld, type Frame, type Listener } from '../test/sidecar-world.js';
import { until } from '../test/until.js';

const LIST = '/api/v1/acp/permissions';
const RESPOND = '/api/v1/acp/permissions/respond';
const SEND = '/api/v1/acp/send';

const OPTIONS = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
];
const ask = (id: number | string, options: unknown = OPTIONS) => ({
  id,
  method: 'session/request_permission',
  params: { sessionId: 's', toolCall: { toolCallId: 't', title: 'rm -rf /' }, options },
});

describe('a permission that the agent asks for', () => {
  let world: SidecarWorld;
  let announced: Listener;
  beforeEach(async () => {
    world = await SidecarWorld.open();
    await world.post('/api/v1/start');
    announced = await world.listen('/api/v1/acp/permissions/stream');
  });
  afterEach(() => world.close());

  const listed = async (): Promise<Frame[]> => {
    const { body } = await world.get(LIST);
    return body as unknown as Frame[];
  };
  const asked = async (message: object): Promise<string> => {
    await world.tell('say', { messages: [message] });
    return String((await listed()).at(-1)?.['pending_id']);
  };
  /** The answers that have reached the agent, by the id of what they answer. */
  const answers = async (): Promise<unknown[]> => {
    const seen = (await world.tell('seen')) as string[];
    const messages = seen.map((line) => JSON.parse(line) as Frame);
    return messages.filter(({ method }) => method === undefined);
  };

  it('is held, listed, announced, relayed, and answered once', async () => {
    const stream = await world.listen();
    const pendingId = await asked(ask(7));
    const entry = {
      pending_id: pendingId,
      request_id: 7,
      session_id: 's',
      tool_call_id: 't',
      title: 'rm -rf /',
      options: [
        { option_id: 'always', name: 'Always', kind: 'allow_always' },
        { option_id: 'once', name: 'Once', kind: 'allow_once' },
      ],
      created_at: '2026-06-04T12:00:00.000Z',
    };
    expect(await listed()).toEqual([entry]);
    await announced.heard(({ type }) => type === 'permission_requested');
    expect(announced.frames).toEqual([{ type: 'permission_requested', ...entry }]);
    expect(await stream.heard(({ id }) => id === 7)).toEqual({ jsonrpc: '2.0', ...ask(7) });

    const answer = { pending_id: pendingId, option_id: 'once' };
    expect(await world.post(RESPOND, answer)).toEqual({ status: 200, body: { success: true } });
    expect(await listed()).toEqual([]);
    expect(await announced.heard(({ type }) => type === 'permission_resolved')).toEqual({
      type: 'permission_resolved',
      pending_id: pendingId,
      outcome: 'selected',
      option_id: 'once',
    });
    const again = { pending_id: pendingId, cancelled: true };
    expect(await world.post(RESPOND, again)).toMatchObject({
      status: 409,
      body: { error: 'conflict' },
    });
    const byHand = { id: 7, result: { outcome: { outcome: 'selected', optionId: 'always' } } };
    expect(await world.post(SEND, byHand)).toMatchObject({ status: 409 });
    expect(await answers()).toEqual([
      { jsonrpc: '2.0', id: 7, result: { outcome: { outcome: 'selected', optionId: 'once' } } },
    ]);
  });

  it('can be cancelled, or answered by a message with its id', async () => {
    const first = await asked(ask('a'));
    await world.post(RESPOND, { pending_id: first, cancelled: true });
    const second = await asked(ask('b'));
    const byHand = { id: 'b', result: { outcome: { outcome: 'selected', optionId: 'once' } } };
    expect(await world.post(SEND, byHand)).toMatchObject({ status: 202 });
    expect(await world.post(RESPOND, { pending_id: second, option_id: 'once' })).toMatchObject({
      status: 409,
    });
    expect(await answers()).toEqual([
      { jsonrpc: '2.0', id: 'a', result: { outcome: { outcome: 'cancelled' } } },
      { jsonrpc: '2.0', ...byHand },
    ]);
    await announced.heard(({ option_id }) => option_id === 'once');
    expect(announced.frames.map(({ outcome }) => outcome).filter(Boolean)).toEqual([
      'cancelled',
      'selected',
    ]);
  });

  it('takes no option that was not offered, and no answer to what was never asked', async () => {
    const pendingId = await asked(ask(1));
    const refused = await world.post(RESPOND, { pending_id: pendingId, option_id: 'other' });
    expect(refused).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect(String(refused.body['details'])).toContain('"once"');
    expect(await world.post(RESPOND, { pending_id: 'none', cancelled: true })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
    expect(await world.post(SEND, { id: 99, result: null })).toMatchObject({ status: 404 });
    // A text is another id than the number.
    expect(await world.post(SEND, { id: '1', result: null })).toMatchObject({ status: 404 });
    expect(await listed()).toHaveLength(1);
  });

  it.each([
    ['has no options', undefined],
    ['has none to choose', []],
    ['has two that nobody could tell apart', [OPTIONS[0], OPTIONS[0]]],
    ['has one without an id', [{ name: 'Yes', kind: 'allow_once' }]],
    [
      'has too many',
      Array.from({ length: AGENTCTL_LIMITS.permissionOptions + 1 }, (_, n) => ({
        optionId: `${n}`,
      })),
    ],
  ])('is refused at once when it %s', async (_, options) => {
    await world.tell('say', { messages: [ask(3, options ?? null)] });
    expect(await answers()).toMatchObject([{ id: 3, error: { code: -32602 } }]);
    expect(await listed()).toEqual([]);
  });

  it('is void, and so is the other, when its id is in use: an answer would fit both', async () => {
    const pendingId = await asked(ask(5));
    await world.tell('say', { messages: [ask(5, [{ optionId: 'once', name: 'Something else' }])] });
    expect(await listed()).toEqual([]);
    expect(await world.post(RESPOND, { pending_id: pendingId, option_id: 'once' })).toMatchObject({
      status: 409,
    });
    expect(await answers()).toMatchObject([{ id: 5, error: { code: -32600 } }]);
  });

  it('ends as cancelled with the process, whose successor may use its id again', async () => {
    const pendingId = await asked(ask(1));
    await world.post(SEND, { method: 'exit', params: { code: 1 } });
    await announced.heard(({ outcome }) => outcome === 'cancelled');
    expect(await world.post(RESPOND, { pending_id: pendingId, option_id: 'once' })).toMatchObject({
      status: 409,
    });
    await until(() => world.is('error'));
    await world.post('/api/v1/start');
    const next = await asked(ask(1));
    expect(next).not.toBe(pendingId);
    expect(await world.post(RESPOND, { pending_id: next, option_id: 'once' })).toMatchObject({
      status: 200,
    });
  });

  it('is told to the agent as cancelled before it is stopped', async () => {
    await asked(ask(1));
    await world.tell('tellAnswersAtEnd');
    const stream = await world.listen();
    await world.post('/api/v1/stop');
    const { params } = await stream.heard(({ method }) => method === 'answers');
    expect(params).toMatchObject([{ id: 1, result: { outcome: { outcome: 'cancelled' } } }]);
  });

  it('is shown to a listener that comes later', async () => {
    const pendingId = await asked(ask(1));
    const late = await world.listen('/api/v1/acp/permissions/stream');
    expect(await late.heard(() => true)).toMatchObject({ pending_id: pendingId });
  });

  it('any other request is refused at once while nobody listens, else it is the listener’s', async () => {
    const read = (id: number) => ({
      id,
      method: 'fs/read_text_file',
      params: { path: '/etc/passwd' },
    });
    await world.tell('say', { messages: [read(1)] });
    expect(await answers()).toMatchObject([{ id: 1, error: { code: -32601 } }]);
    const stream = await world.listen();
    await world.tell('say', { messages: [read(2)] });
    await stream.heard(({ id }) => id === 2);
    expect(stream.frames.filter(({ method }) => method === 'fs/read_text_file')).toHaveLength(1);
    const answer = { id: 2, error: { code: -32601, message: 'not here' } };
    expect(await world.post(SEND, answer)).toMatchObject({ status: 202 });
    expect(await world.post(SEND, answer)).toMatchObject({ status: 409 });
    expect(await answers()).toMatchObject([{ id: 1 }, { jsonrpc: '2.0', ...answer }]);
  });

  it('any other request that is open when the last listener goes is refused then', async () => {
    const stream = await world.listen();
    const pendingId = await asked(ask(1));
    await world.tell('say', { messages: [{ id: 2, method: 'fs/read_text_file' }] });
    await stream.heard(({ id }) => id === 2);
    stream.socket.terminate();
    await until(async () => (await answers()).length > 0);
    expect(await answers()).toMatchObject([{ id: 2, error: { code: -32601 } }]);
    expect((await listed()).map(({ pending_id }) => pending_id)).toEqual([pendingId]);
  });
});
