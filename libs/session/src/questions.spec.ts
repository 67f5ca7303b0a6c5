import { ANSWER_TIME_MS, ASK } from '../test/fake-gate.js';
import { says, use, wants } from '../test/scripted-brain.js';
import { ConversationWorld } from '../test/world.js';
import type { OpenQuestion, ToolResult } from './index.js';

let world: ConversationWorld;
let id: string;
let turn: string;
beforeEach(async () => {
  world = new ConversationWorld();
  ({ id } = await world.session());
  turn = await world.say(id, 'the printer is stuck');
});

async function think(thought: ReturnType<typeof says>): Promise<void> {
  world.brain.last.answer(thought);
  await world.rest();
}

async function asks(...about: string[]): Promise<OpenQuestion> {
  await think(wants(use('q', ASK, { about })));
  const [question] = world.questions;
  if (!question) throw new Error('nothing was asked');
  return question;
}

const reply = (question: string, answer: string) => ({ question, answer });
const results = (): readonly ToolResult[] =>
  world.store
    .entriesOf(id)
    .flatMap(({ content }) => (content.role === 'tools' ? content.results : []));
const last = () => world.store.eventsOf(turn).at(-1);

describe('a question of the brain', () => {
  it('makes the turn wait, and says what is asked and until when', async () => {
    const question = await asks('which one?');
    expect(world.status(turn)).toBe('waiting');
    expect(last()).toMatchObject({
      type: 'toolPending',
      payload: {
        ...{ toolCallId: 'q', toolName: ASK, agentId: null },
        question: {
          id: question.id,
          questions: [{ question: 'which one?' }],
          asked_at: '1970-01-01T00:00:00.000Z',
          answer_by: '1970-01-01T00:01:00.000Z',
        },
      },
    });
    await expect(world.engine.settled(turn)).resolves.toMatchObject({ status: 'waiting' });
  });

  it('is answered in the order of its questions, and the brain goes on with the answers', async () => {
    const { id: asked } = await asks('which one?', 'since when?');
    const answers = [reply('since when?', 'Monday'), reply('which one?', 'the one in the hall')];
    expect(await world.engine.answer(id, asked, answers)).toBe(turn);
    await world.rest();
    expect(results()).toMatchObject([
      {
        tool_call_id: 'q',
        outcome: { status: 'ok', result: { answers: [...answers].reverse() }, agent_id: null },
      },
    ]);
    expect(world.brain.rounds).toHaveLength(2);
    await think(says('done'));
    expect(world.status(turn)).toBe('completed');
  });

  it('takes one answer: a second one is refused, also at the same moment', async () => {
    const { id: asked } = await asks('which one?');
    const answers = [reply('which one?', 'this')];
    const both = [1, 2].map(() => world.engine.answer(id, asked, answers));
    await expect(both[1]).rejects.toMatchObject({ code: 'already_decided' });
    await both[0];
    await world.rest();
    expect(results()).toHaveLength(1);
    await expect(world.engine.answer(id, asked, answers)).rejects.toMatchObject({
      code: 'already_decided',
    });
  });

  it.each([
    ['none', []],
    ['to something else', [reply('what?', 'this')]],
    ['twice to the same', [reply('which one?', 'this'), reply('which one?', 'that')]],
    ['too many', [reply('which one?', 'this'), reply('since when?', 'x'), reply('what?', 'x')]],
  ])('refuses answers that are not one to each question: %s', async (_, answers) => {
    const { id: asked } = await asks('which one?', 'since when?');
    await expect(world.engine.answer(id, asked, answers)).rejects.toMatchObject({
      code: 'bad_args',
    });
    expect(world.status(turn)).toBe('waiting');
  });

  it('can stay without an answer: the operator says so, or time does', async () => {
    const { id: asked } = await asks('which one?');
    await world.engine.answer(id, asked, null);
    await world.rest();
    expect(results()[0]?.outcome).toMatchObject({ status: 'denied', error: { code: 'denied' } });
    const again = await asks('which one?');
    world.clock.advance(ANSWER_TIME_MS - 1);
    expect(world.questions).toEqual([again]);
    world.clock.advance(1);
    await world.rest();
    expect(results()[1]?.outcome).toMatchObject({ status: 'expired', error: { code: 'expired' } });
    expect(world.brain.rounds).toHaveLength(3);
    await expect(world.engine.answer(id, again.id, null)).rejects.toMatchObject({
      code: 'already_decided',
    });
  });

  it('ends with its turn', async () => {
    const { id: asked } = await asks('which one?');
    await world.engine.cancel(id, turn);
    expect(world.status(turn)).toBe('canceled');
    expect(results()[0]?.outcome).toMatchObject({ status: 'error', error: { code: 'conflict' } });
    await expect(world.engine.answer(id, asked, null)).rejects.toMatchObject({
      code: 'already_decided',
    });
    const events = world.store.typesOf(turn).length;
    world.clock.advance(ANSWER_TIME_MS);
    await world.rest();
    expect(world.store.typesOf(turn)).toHaveLength(events);
  });

  it('waits beside an approval, and an answer approves nothing', async () => {
    await think(wants(use('q', ASK), use('c', 'shell_exec', { command: 'x' })));
    const [question] = world.questions;
    await world.engine.answer(id, question?.id ?? '', [reply('which one?', 'yes, approve it')]);
    await world.rest();
    expect(world.status(turn)).toBe('waiting');
    expect(world.gate.ran).toEqual([]);
    world.gate.deny('apr_1', 'no');
    await world.rest();
    expect(results().map(({ outcome }) => outcome.status)).toEqual(['ok', 'denied']);
  });

  it('outlives a restart, and is answered in the next process', async () => {
    const { id: asked } = await asks('which one?');
    await world.restart();
    expect(world.status(turn)).toBe('waiting');
    await world.engine.answer(id, asked, [reply('which one?', 'this')]);
    await world.rest();
    await think(says('done'));
    expect(world.status(turn)).toBe('completed');
    expect(results()[0]?.outcome.status).toBe('ok');
  });

  it('expires in the next process, at once when its time is over by then', async () => {
    await asks('which one?');
    world.engine.stop();
    world.clock.advance(2 * ANSWER_TIME_MS);
    await world.restart();
    world.clock.advance(0);
    await world.rest();
    expect(results()[0]?.outcome.status).toBe('expired');
    await think(says('done'));
    expect(world.status(turn)).toBe('completed');
  });

  it('of which the process did not hear any more is not asked again by itself', async () => {
    world.gate.prompt = false;
    await think(wants(use('q', ASK)));
    await world.restart();
    expect(world.store.turns.get(turn)).toMatchObject({ error: { code: 'interrupted' } });
    expect(world.questions).toEqual([]);
  });
});
