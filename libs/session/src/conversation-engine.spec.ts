import { says, use, wants } from '../test/scripted-brain.js';
import { ConversationWorld } from '../test/world.js';
import { BrainFailure, MAX_QUEUED, MAX_ROUNDS, type Entry } from './index.js';

const BY = { operator_id: 'anna' };
let world: ConversationWorld;
let id: string;
beforeEach(async () => {
  world = new ConversationWorld();
  ({ id } = await world.session());
});

const roles = () => world.store.entriesOf(id).map(({ content }) => content.role);
const lastResults = () => {
  const tools = world.store
    .entriesOf(id)
    .flatMap(({ content }: Entry) => (content.role === 'tools' ? [content] : []));
  return tools.at(-1)?.results ?? [];
};

async function answer(thought: ReturnType<typeof says>): Promise<void> {
  world.brain.last.answer(thought);
  await world.rest();
}

describe('a turn', () => {
  it('is a message, an answer and a numbered stream of what happened', async () => {
    const turn = await world.say(id, 'why is the disk full?');
    await answer(says('because'));
    expect(world.store.typesOf(turn)).toEqual([
      ...['turnQueued', 'turnStarted', 'assistantMessage', 'answer', 'turnFinished'],
    ]);
    expect(world.store.eventsOf(turn).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(world.store.eventsOf(turn).at(-1)?.payload).toEqual({
      status: 'completed',
      error: null,
    });
    expect(roles()).toEqual(['user', 'assistant']);
  });

  it('streams its text: the first piece at once, the others together', async () => {
    const turn = await world.say(id, 'hello');
    for (const text of ['a', 'b', 'c']) world.brain.last.voice.delta({ kind: 'assistant', text });
    await world.rest();
    expect(world.store.typesOf(turn)).toHaveLength(3);
    await answer(says('abc'));
    const deltas = world.store.eventsOf(turn).filter(({ type }) => type === 'assistantDelta');
    expect(deltas.map(({ payload }) => payload['delta'])).toEqual(['a', 'bc']);
  });

  it('keeps the order of what the brain says and what it reports', async () => {
    const turn = await world.say(id, 'hello');
    const { voice } = world.brain.last;
    for (const text of ['a', 'b']) voice.delta({ kind: 'assistant', text });
    voice.observe({ type: 'modelRetry', payload: { attempt: 2 } });
    for (const text of ['c', 'd']) voice.delta({ kind: 'assistant', text });
    voice.observe({ type: 'modelRetry', payload: { attempt: 3 } });
    await answer(says('e'));
    const said = world.store.eventsOf(turn).slice(2, -3);
    expect(said.map(({ type, payload }) => payload['delta'] ?? type)).toEqual([
      ...['a', 'b', 'modelRetry', 'cd', 'modelRetry'],
    ]);
  });

  it('tells nobody of what is not stored', async () => {
    const turn = await world.say(id, 'hello');
    world.store.failing = 1;
    await answer(says('hi'));
    expect(world.told.flatMap(({ events }) => events)).toHaveLength(2);
    expect(world.troubles).toHaveLength(1);
    world.clock.advance(1_000);
    await world.rest();
    expect(world.status(turn)).toBe('completed');
    expect(world.store.typesOf(turn).filter((type) => type === 'answer')).toHaveLength(1);
  });

  it('fails in words when the brain does, and the conversation goes on', async () => {
    const turn = await world.say(id, 'hello');
    world.brain.last.fail(new BrainFailure('overloaded', 'The model is busy. Try again.'));
    await world.rest();
    expect(world.store.turns.get(turn)).toMatchObject({
      status: 'failed',
      error: { code: 'overloaded', message: 'The model is busy. Try again.' },
    });
    expect(world.store.typesOf(turn).slice(-2)).toEqual(['error', 'turnFinished']);
    await world.say(id, 'again');
    await answer(says('hi'));
    expect(roles()).toEqual(['user', 'user', 'assistant']);
  });

  it('says nothing of the insides of a fault of the program', async () => {
    const turn = await world.say(id, 'hello');
    world.brain.last.fail(new TypeError('secret of undefined'));
    await world.rest();
    expect(JSON.stringify(world.store.eventsOf(turn))).not.toContain('secret');
    expect(world.troubles).toEqual(['the brain failed']);
  });

  it('is refused when it says nothing, and when too many wait', async () => {
    await expect(world.say(id, ' ')).rejects.toMatchObject({ code: 'bad_args' });
    for (let i = 0; i <= MAX_QUEUED; i += 1) await world.say(id, `${i}`);
    await expect(world.say(id, 'one more')).rejects.toMatchObject({ code: 'conflict' });
    await expect(world.say('nowhere', 'x')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('messages while a turn is at work', () => {
  it('wait in their order', async () => {
    const first = await world.say(id, 'one');
    const second = await world.say(id, 'two', { behavior: 'followUp' });
    const third = await world.say(id, 'three');
    expect([first, second, third].map((turn) => world.status(turn))).toEqual([
      ...['running', 'queued', 'queued'],
    ]);
    await answer(says('1'));
    expect(world.status(second)).toBe('running');
    await answer(says('2'));
    await answer(says('3'));
    expect(world.status(third)).toBe('completed');
  });

  it('steer the turn at work into another round', async () => {
    const turn = await world.say(id, 'one');
    expect(await world.say(id, 'no, two', { behavior: 'steer' })).toBe(turn);
    await answer(says('1'));
    expect(world.status(turn)).toBe('running');
    expect(roles()).toEqual(['user', 'assistant', 'user']);
    await answer(says('2'));
    expect(world.status(turn)).toBe('completed');
    expect(world.store.typesOf(turn)).toContain('turnSteered');
  });

  it('are refused where only one answer can be shown, whether it works or waits', async () => {
    const alone = { only_when_idle: true };
    const turn = await world.say(id, 'one', alone);
    await expect(world.say(id, 'two', alone)).rejects.toMatchObject({ code: 'conflict' });
    await answer(wants(use('a', 'shell_exec')));
    expect(world.status(turn)).toBe('waiting');
    await expect(world.say(id, 'two', { ...alone, agent_id: 'pc2' })).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('waits for a person') as string },
    });
    expect(world.store.sessions.get(id)).toMatchObject({ turns: 1, agent_id: 'pc1' });
  });

  it('are refused when too many of them wait to be heard', async () => {
    const turn = await world.say(id, 'one');
    for (let said = 0; said < MAX_QUEUED; said += 1) {
      await world.say(id, `no, ${said}`, { behavior: 'steer' });
    }
    const one = world.say(id, 'one more', { behavior: 'steer' });
    await expect(one).rejects.toMatchObject({ code: 'conflict' });
    await answer(says('I hear'));
    await answer(says('done'));
    expect(world.status(turn)).toBe('completed');
  });

  it('become a turn of their own when there is nothing to steer', async () => {
    const turn = await world.say(id, 'hello', { behavior: 'steer' });
    expect(world.status(turn)).toBe('running');
  });
});

describe('calls', () => {
  it('run one after the other and are answered together, in order', async () => {
    const turn = await world.say(id, 'look');
    await answer(wants(use('a', 'diag_processes'), use('b', 'fs_read', { agent_id: 'pc2' })));
    expect(lastResults().map(({ tool_call_id }) => tool_call_id)).toEqual(['a', 'b']);
    expect(lastResults().map(({ outcome }) => outcome.agent_id)).toEqual(['pc1', 'pc2']);
    expect(world.brain.last.work.turn.tainted_by).toEqual(['fs_read@pc2']);
    await answer(says('done'));
    expect(roles()).toEqual(['user', 'assistant', 'tools', 'assistant']);
    expect(world.store.turns.get(turn)?.usage).toEqual({ tokens: 2 });
  });

  it('go to the PC that the call before them chose', async () => {
    await world.say(id, 'look');
    await answer(wants(use('a', 'select_agent', { agent_id: 'pc3' }), use('b', 'diag_processes')));
    expect(lastResults().map(({ outcome }) => outcome.agent_id)).toEqual(['pc3', 'pc3']);
    expect(world.store.sessions.get(id)?.agent_id).toBe('pc3');
  });

  it('wait for a person when they change something; reads behind them run', async () => {
    const turn = await world.say(id, 'fix it');
    await answer(wants(use('a', 'shell_exec', { command: 'x' }), use('b', 'diag_processes')));
    expect(world.status(turn)).toBe('waiting');
    expect((await world.engine.settled(turn)).status).toBe('waiting');
    expect(world.gate.ran).toEqual([]);
    world.gate.approve('apr_1');
    await world.rest();
    expect(world.gate.ran).toEqual(['apr_1']);
    expect(
      lastResults().map(({ tool_call_id, outcome }) => [tool_call_id, outcome.status]),
    ).toEqual([
      ['a', 'ok'],
      ['b', 'ok'],
    ]);
    await answer(says('fixed'));
    expect(await world.engine.settled(turn)).toMatchObject({ status: 'completed' });
  });

  it('tell the model why a person denied it', async () => {
    await world.say(id, 'fix it');
    await answer(wants(use('a', 'shell_exec')));
    world.gate.deny('apr_1', 'not on a Sunday');
    await world.rest();
    expect(lastResults()[0]?.outcome).toMatchObject({
      status: 'denied',
      error: { message: 'not on a Sunday' },
    });
    expect(world.brain.open).toHaveLength(1);
  });

  it('are not run when the message was cut off, and answered all the same', async () => {
    const turn = await world.say(id, 'fix it');
    const early = { code: 'max_tokens', message: 'The answer was too long.' };
    await answer({ ...wants(use('a', 'shell_exec')), stop: { early } });
    expect(world.gate.asked).toEqual([]);
    expect(lastResults()).toHaveLength(1);
    expect(world.store.turns.get(turn)).toMatchObject({ status: 'failed', error: early });
  });

  it('come to an end', async () => {
    const turn = await world.say(id, 'look');
    for (let i = 0; i < MAX_ROUNDS; i += 1) await answer(wants(use(`c${i}`, 'diag_processes')));
    expect(world.store.turns.get(turn)).toMatchObject({ error: { code: 'round_limit' } });
    expect(world.brain.rounds).toHaveLength(MAX_ROUNDS);
  });

  it('are not run when two have the same id', async () => {
    const turn = await world.say(id, 'look');
    await answer(wants(use('a', 'diag_processes'), use('a', 'shell_exec')));
    expect(world.status(turn)).toBe('failed');
    expect(world.gate.asked).toEqual([]);
    expect(roles()).toEqual(['user']);
  });
});

describe('cancelling', () => {
  it('stops the brain, and the next turn goes to work', async () => {
    const turn = await world.say(id, 'one');
    const next = await world.say(id, 'two');
    const { signal } = world.brain.last;
    await world.engine.cancel(id, turn);
    expect(signal.aborted).toBe(true);
    expect(world.store.typesOf(turn).slice(-2)).toEqual(['turnCancelRequested', 'turnFinished']);
    expect(world.status(next)).toBe('running');
    expect(world.brain.last.signal.aborted).toBe(false);
  });

  it('withdraws what waits for a person, and leaves no call without an answer', async () => {
    const turn = await world.say(id, 'one');
    await answer(wants(use('a', 'shell_exec'), use('b', 'shell_exec', { command: 'y' })));
    await world.engine.cancel(id, turn);
    await world.rest();
    expect(world.gate.cancelled).toEqual(['apr_1', 'apr_2']);
    expect(lastResults()).toHaveLength(2);
    world.gate.approve('apr_1');
    expect(world.gate.ran).toEqual([]);
  });

  it('withdraws an approval that is opened a moment later', async () => {
    world.gate.prompt = false;
    const turn = await world.say(id, 'one');
    await answer(wants(use('a', 'shell_exec')));
    await world.engine.cancel(id, turn);
    world.gate.opening.forEach((tell) => tell());
    await world.rest();
    expect(world.gate.cancelled).toEqual(['apr_1']);
  });

  it('does nothing to a turn that is over, and takes a waiting one out of the queue', async () => {
    const turn = await world.say(id, 'one');
    const queued = await world.say(id, 'two');
    await world.engine.cancel(id, queued);
    expect(world.store.typesOf(queued)).toEqual([
      ...['turnQueued', 'turnCancelRequested', 'turnFinished'],
    ]);
    await answer(says('1'));
    const before = world.store.typesOf(turn);
    await world.engine.cancel(id, turn);
    expect(world.store.typesOf(turn)).toEqual(before);
    expect(roles()).toEqual(['user', 'assistant']);
  });

  it('is part of deleting a conversation, which then takes no message', async () => {
    const turn = await world.say(id, 'one');
    const queued = await world.say(id, 'two');
    await world.engine.delete(id, BY);
    expect([turn, queued].map((one) => world.status(one))).toEqual(['canceled', 'canceled']);
    expect(world.brain.rounds).toHaveLength(1);
    await expect(world.say(id, 'three')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('words for a turn that is at work', () => {
  it('reach the turn that they are meant for, and no other', async () => {
    const turn = await world.say(id, 'one');
    const steer = { behavior: 'steer' as const };
    expect(await world.say(id, 'and this', { ...steer, steers: turn })).toBe(turn);
    const other = await world.say(id, 'for one that is over', { ...steer, steers: 'another' });
    expect(other).not.toBe(turn);
    expect(world.status(other)).toBe('queued');
  });
});

describe('what a person does to a conversation as a whole', () => {
  it('is reported once to the audit log, with who it was', async () => {
    await world.engine.rename(id, 'the printer', BY);
    await world.engine.rename(id, 'the printer', BY);
    await world.engine.rename(id, null, BY);
    await world.engine.delete(id, BY);
    await world.engine.delete(id, BY);
    await world.engine.rename(id, 'too late', BY);
    const by = BY;
    expect(world.store.audited).toEqual([
      { type: 'rename', by, from: null, to: 'the printer' },
      { type: 'rename', by, from: 'the printer', to: null },
      { type: 'delete', by },
    ]);
  });
});

describe('after a restart', () => {
  it('a turn that was at work has failed, and the queue goes on', async () => {
    const turn = await world.say(id, 'one');
    const queued = await world.say(id, 'two');
    await world.restart();
    expect(world.store.turns.get(turn)).toMatchObject({ error: { code: 'interrupted' } });
    expect(world.status(queued)).toBe('running');
  });

  it('a turn that waits for a person goes on waiting, and goes on when they have decided', async () => {
    const turn = await world.say(id, 'one');
    await answer(wants(use('a', 'shell_exec')));
    await world.restart();
    expect(world.status(turn)).toBe('waiting');
    world.gate.approve('apr_1');
    await world.rest();
    expect(world.gate.ran).toEqual(['apr_1']);
    expect(lastResults()[0]?.outcome).toMatchObject({ status: 'ok', result: { ran: 'apr_1' } });
    await answer(says('done'));
    expect(world.status(turn)).toBe('completed');
    expect(world.gate.asked).toHaveLength(1);
  });

  it('finds the approval whose opening it had not heard of', async () => {
    world.gate.prompt = false;
    const turn = await world.say(id, 'one');
    const asked = { command: 'x', agent_id: 'PC1', reason: 'it is stuck' };
    await answer(wants(use('a', 'shell_exec', asked), use('b', 'diag_processes')));
    await world.restart();
    expect(world.status(turn)).toBe('waiting');
    expect(world.store.turns.get(turn)?.calls.map(({ phase }) => phase)).toEqual([
      ...['waiting', 'answered'],
    ]);
    world.gate.approve('apr_1');
    await world.rest();
    expect(lastResults().map(({ outcome }) => outcome.status)).toEqual(['ok', 'error']);
  });

  it('does not take the approval of an earlier round for the one it had not heard of', async () => {
    const turn = await world.say(id, 'one');
    await answer(wants(use('a', 'shell_exec', { command: 'x' })));
    world.gate.deny('apr_1', 'no');
    await world.rest();
    world.gate.prompt = false;
    await answer(wants(use('b', 'shell_exec', { command: 'x' })));
    await world.restart();
    expect(world.status(turn)).toBe('waiting');
    world.gate.approve('apr_2');
    await world.rest();
    expect(lastResults()[0]?.outcome).toMatchObject({ status: 'ok', result: { ran: 'apr_2' } });
  });

  it('a read that was at work is not tried again', async () => {
    world.gate.prompt = false;
    const turn = await world.say(id, 'one');
    await answer(wants(use('a', 'diag_processes')));
    await world.restart();
    expect(world.store.turns.get(turn)).toMatchObject({ error: { code: 'interrupted' } });
    expect(lastResults()[0]?.outcome.error?.message).toContain('restarted');
    expect(world.gate.asked).toHaveLength(1);
  });

  it('late words of the process before change nothing', async () => {
    const turn = await world.say(id, 'one');
    const { last } = world.brain;
    await world.restart();
    const events = world.store.typesOf(turn);
    last.voice.delta({ kind: 'assistant', text: 'ghost' });
    last.answer(says('ghost'));
    await world.rest();
    expect(world.store.typesOf(turn)).toEqual(events);
  });
});
