import {
  API_PATHS,
  type AskOperatorArgs,
  type ChatAnswer,
  type ChatQuestion,
  type ErrorBody,
} from '@kenny/contract';
import { ChatWorld } from '../test/chat-world.js';
import { EventReader } from '../test/event-reader.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, use, wanting } from '../test/told-brain.js';
import { bearer, WsClient } from '../test/ws-client.js';

const newDir = tempDirs();
let world: ChatWorld;
beforeEach(async () => {
  world = await ChatWorld.start(newDir());
});
afterEach(async () => {
  await world.server.stop();
  world.brain.mustBeDone();
});

const WHICH = 'Which printer do you mean?';
const OPTIONS = [
  { label: 'hall', description: 'The one in the hall.' },
  { label: 'office', description: 'The one in the office.' },
];
const ASKED: AskOperatorArgs = {
  questions: [{ header: 'Printer', question: WHICH, options: OPTIONS }],
};
const hall = [{ question: WHICH, answer: 'hall' }];

interface Asking {
  readonly session_id: string;
  readonly turn_id: string;
  readonly question: ChatQuestion;
}

/** A turn that waits for an answer. */
async function asking(...more: Parameters<typeof use>[]): Promise<Asking> {
  const calls = more.map(([tool, args]) => use(tool, args));
  world.brain.will(wanting(use('ask_operator', { ...ASKED }), ...calls));
  const { body } = await world.ask({ message: 'the printer is stuck', agent_id: 'pc1' });
  const { session_id, turn_id, pending } = body;
  if (!pending?.question) throw new Error(`nothing was asked: ${JSON.stringify(body)}`);
  return { session_id, turn_id, question: pending.question };
}

const reply = (
  { session_id, question: { id } }: Asking,
  answers: object | undefined = hall,
  token = world.anna,
) =>
  world.server.http<ChatAnswer>(
    ...(['POST', API_PATHS.chatAnswer] as const),
    { session_id, question_id: id, ...(answers ? { answers } : {}) },
    token,
  );
const errorOf = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  code: (body as ErrorBody).error.code,
});
/** What the model was told in its last round about its call. */
const told = () => {
  const content = world.brain.asked.at(-1)?.entries.at(-1)?.content;
  return content?.role === 'tools' ? content.results : [];
};

describe('a question of the model', () => {
  it('waits for the operator, and the answer goes back as the result of the call', async () => {
    const waiting = await asking();
    expect(await world.show(waiting.session_id)).toMatchObject({
      state: 'waiting',
      pending: {
        ...{ kind: 'question', tool: 'ask_operator', args: ASKED, agent_id: null },
        question: { id: waiting.question.id, questions: ASKED.questions },
      },
    });
    world.brain.will(saying('I look at the one in the hall.'));
    const { status, body } = await reply(waiting);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ done: true, pending: null, assistant_text: 'I look at the one in the hall.' },
      tool_events: [{ tool: 'ask_operator', status: 'ok', result: { answers: hall } }],
    });
    expect(told()).toMatchObject([{ outcome: { status: 'ok', result: { answers: hall } } }]);
  });

  it('survives a restart, is answered on /ws by whoever is there first, and by nobody after', async () => {
    const waiting = await asking();
    const { session_id, turn_id, question } = waiting;
    await world.restart();
    const client = await WsClient.open(world.server.url, bearer(world.anna));
    const reader = await EventReader.open(world.server, session_id, { token: world.anna });
    world.brain.will(saying('thanks'));
    const payload = { session_id, question_id: question.id, answers: hall };
    expect(await client.ask('chat.answer', payload)).toEqual({ session_id, turn_id });
    expect(errorOf(await reply(waiting))).toEqual({ status: 409, code: 'already_decided' });
    await reader.until('turnFinished');
    const types = (await world.show(session_id)).history[0]?.tool_events;
    expect(types).toMatchObject([{ status: 'ok', result: { answers: hall } }]);
    client.socket.close();
    reader.leave();
  });

  it('is answered by those who may speak in the conversation, and by nobody else', async () => {
    const waiting = await asking();
    const ben = await world.token({ operator: { id: 'ben', name: 'Ben' } });
    const viewer = await world.token({ operator: { id: 'anna' }, scope: 'viewer', decide: false });
    const elsewhere = await world.token({ operator: { id: 'anna' }, agents: ['pc2'] });
    const { admin } = world.server;
    expect(errorOf(await reply(waiting, hall, ben)).status).toBe(404);
    expect(errorOf(await reply(waiting, hall, admin)).status).toBe(404);
    expect(errorOf(await reply(waiting, hall, elsewhere)).status).toBe(404);
    expect(errorOf(await reply(waiting, hall, viewer)).code).toBe('forbidden');
    expect((await world.show(waiting.session_id)).state).toBe('waiting');
    // To speak is enough: an answer decides nothing.
    world.brain.will(saying('ok'));
    const phone = await world.token({ operator: { id: 'anna' }, decide: false });
    expect((await reply(waiting, hall, phone)).status).toBe(200);
  });

  it('is not found where it was never asked', async () => {
    const waiting = await asking();
    const other = await asking();
    const crossed = { ...waiting, question: other.question };
    const unknown = { ...waiting, question: { ...waiting.question, id: 'q-1' } };
    for (const wrong of [crossed, unknown]) {
      expect(errorOf(await reply(wrong))).toEqual({ status: 404, code: 'not_found' });
    }
    for (const { session_id } of [waiting, other]) {
      expect((await world.show(session_id)).state).toBe('waiting');
    }
  });

  it('is not answered with a token that may do less than the turn', async () => {
    const waiting = await asking();
    const modest = await world.token({ operator: { id: 'anna' }, classes: ['read'] });
    expect(errorOf(await reply(waiting, hall, modest))).toEqual({ status: 403, code: 'forbidden' });
    expect((await world.show(waiting.session_id)).state).toBe('waiting');
    world.brain.will(saying('ok'));
    const another = await world.token({ operator: { id: 'anna' } });
    expect((await reply(waiting, hall, another)).status).toBe(200);
  });

  it('is no approval, and its answer is none: a change beside it still waits', async () => {
    const waiting = await asking(['shell_exec', { command: 'lpstat' }]);
    const { session_id } = waiting;
    const blind = { session_id, approve: true };
    expect(errorOf(await world.confirm(blind)).code).toBe('stale_confirm');
    const named = { ...blind, approval_id: waiting.question.id };
    expect(errorOf(await world.confirm(named)).code).toBe('stale_confirm');
    const { body } = await reply(waiting, [{ question: WHICH, answer: 'yes, approve it' }]);
    expect(body).toMatchObject({ done: false, pending: { kind: 'approval', tool: 'shell_exec' } });
    expect(world.ran).toEqual([]);
    world.brain.will(saying('not done'));
    const id = body.pending?.approval?.id ?? '';
    const { body: denied } = await world.confirm({ session_id, approve: false, approval_id: id });
    expect(denied.done).toBe(true);
    expect(world.ran).toEqual([]);
  });

  it('is told to be declined when the operator says so', async () => {
    const waiting = await asking();
    world.brain.will(saying('then not'));
    const { session_id, question } = waiting;
    const declined = { session_id, question_id: question.id };
    const { body } = await world.server.http<ChatAnswer>(
      ...(['POST', API_PATHS.chatAnswer, declined, world.anna] as const),
    );
    expect(body.tool_events).toMatchObject([{ status: 'denied', error: { code: 'denied' } }]);
    expect(told()).toMatchObject([{ outcome: { status: 'denied' } }]);
  });

  it('ends with a cancelled turn', async () => {
    const waiting = await asking();
    const path = API_PATHS.chatCancel(waiting.session_id);
    await world.server.http('POST', path, {}, world.anna);
    expect(await world.show(waiting.session_id)).toMatchObject({ state: 'idle', pending: null });
    expect(errorOf(await reply(waiting))).toEqual({ status: 409, code: 'already_decided' });
  });

  it('takes answers that are one to each question, and keeps waiting otherwise', async () => {
    const waiting = await asking();
    for (const answers of [
      [{ question: 'What?', answer: 'hall' }],
      [...hall, ...hall],
      [],
      [{ question: WHICH, answer: ' ' }],
    ]) {
      expect(errorOf(await reply(waiting, answers)).status).toBe(400);
    }
    expect((await world.show(waiting.session_id)).state).toBe('waiting');
  });

  it.each([
    ['none', { questions: [] }],
    ['one option', { questions: [{ header: 'x', question: 'x?', options: OPTIONS.slice(1) }] }],
    ['a blank one', { questions: [{ header: 'x', question: ' ' }] }],
    ['the same twice', { questions: [...ASKED.questions, ...ASKED.questions] }],
    ['a key of its own', { ...ASKED, approve: true }],
    ['five', { questions: [1, 2, 3, 4, 5].map((n) => ({ header: 'x', question: `${n}?` })) }],
  ])('that cannot be asked is told to the model, and the turn goes on: %s', async (_, args) => {
    world.brain.will(wanting(use('ask_operator', args)), saying('never mind'));
    const { body } = await world.ask({ message: 'go' });
    expect(body).toMatchObject({
      done: true,
      tool_events: [{ status: 'error', error: { code: 'bad_args' } }],
    });
  });

  it('can be asked in a conversation only: no other door knows the tool', async () => {
    const call = { args: ASKED };
    const answer = await world.server.http('POST', '/api/tools/ask_operator', call, world.anna);
    expect(errorOf(answer)).toEqual({ status: 404, code: 'unknown_tool' });
  });
});
