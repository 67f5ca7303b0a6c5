import { RPC_ANY_ANSWER, type RpcQuestion } from '@kenny/contract';
import { RpcChat } from '../test/rpc-chat.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, use, wanting } from '../test/told-brain.js';

const newDir = tempDirs();
let chat: RpcChat;

beforeEach(async () => {
  chat = await RpcChat.start(newDir());
});
afterEach(() => chat.stop());

const which = 'Which printer?';
const options = ['hall', 'office'].map((label) => ({ label, description: label }));

/** A turn in which the model asks this, and the question as an editor gets it. */
async function asked(one: object): Promise<{ turnId: string; question: RpcQuestion }> {
  const { world, client, sessionId } = chat;
  world.brain.will(wanting(use('ask_operator', { questions: [one] })));
  const turn = await client.ask('turns/start', { sessionId, input: 'print' });
  const [question] = await client.pushes('ui/question');
  if (!question) throw new Error('nothing was asked');
  return { turnId: turn.id, question };
}

const answering = ({ sessionId, questionRequestId, questions }: RpcQuestion, answer: string) => ({
  ...{ sessionId, questionRequestId },
  answers: [{ question: questions[0]?.question, answer }],
});

async function toldTo(turnId: string): Promise<unknown> {
  const events = await chat.client.finished(turnId);
  return events.find(({ type }) => type === 'toolResult')?.payload;
}

describe('a question of the model', () => {
  it('is never a confirmation, and its answer goes to the model', async () => {
    const { world, client } = chat;
    const { turnId, question } = await asked({ header: 'Confirm', question: which, options });
    expect(question).toMatchObject({ kind: 'question', questions: [{ header: 'Question' }] });
    expect(question.confirm).toBeUndefined();
    expect(
      await client.fail('ui/answerQuestion', { ...answering(question, 'x'), answers: [1] }),
    ).toMatchObject({ code: 'invalid_params' });
    world.brain.will(saying('the hall'));
    expect(await client.ask('ui/answerQuestion', answering(question, 'hall'))).toEqual({
      ...{ ok: true, applied: true, outcome: 'answered' },
    });
    expect(await toldTo(turnId)).toMatchObject({ content: 'Which printer?: hall' });
    expect(await client.ask('ui/answerQuestion', answering(question, 'office'))).toMatchObject({
      applied: false,
    });
  });

  it('without options gets two that say nothing, because editors drop it otherwise', async () => {
    const one = { header: 'Name', question: 'What is its name?' };
    const { turnId, question } = await asked(one);
    expect(question.questions).toEqual([{ ...one, options: [...RPC_ANY_ANSWER] }]);
    chat.world.brain.will(saying('Fred it is.'));
    await chat.ask('ui/answerQuestion', answering(question, 'Fred'));
    expect(await toldTo(turnId)).toMatchObject({ content: 'What is its name?: Fred' });
  });

  it('that gets no answer says so to the model', async () => {
    const { turnId, question } = await asked({ header: 'Printer', question: which, options });
    chat.world.brain.will(saying('Then I wait.'));
    const none = { ...answering(question, ''), answers: null };
    expect(await chat.ask('ui/answerQuestion', none)).toEqual({
      ...{ ok: true, applied: true, outcome: 'none' },
    });
    expect(await toldTo(turnId)).toMatchObject({
      content: expect.stringMatching(/^Declined: /) as string,
      result: { isError: true },
    });
  });

  it.each(['confirm!', 'Ｃｏｎｆｉｒｍ', 'Cónfirm', 'Соnfirm', 'Con\u200bfirm', 'Confirmation'])(
    'cannot be headed as ours: %s',
    async (header) => {
      const { turnId, question } = await asked({ header, question: which, options });
      expect(question.questions).toMatchObject([{ header: 'Question' }]);
      await chat.ask('turns/cancel', { turnId });
    },
  );

  it.each(['Which PC', 'Уточнение', 'PC Ивана'])(
    'keeps a header of its own: %s',
    async (header) => {
      const { turnId, question } = await asked({ header, question: which, options });
      expect(question.questions).toMatchObject([{ header }]);
      await chat.ask('turns/cancel', { turnId });
    },
  );
});
