import { TASK_PROMPTS, TASK_TIMES } from '@kenny/contract';
import { Logger } from '@nestjs/common';
import { getEventListeners } from 'node:events';
import { tempDirs } from '../../../test/temp-dir.js';
import { ANNA, WorkWorld } from '../../../test/work-world.js';
import { AgentFault } from './agents.js';

const newDir = tempDirs();
let world: WorkWorld;
beforeEach(async () => {
  Logger.overrideLogger(false);
  world = await WorkWorld.start(newDir());
});
afterEach(() => world.close());

const start = async (id: string, more = {}) => {
  const started = await world.work.start(ANNA, id, more);
  await world.rest();
  return started;
};
const state = async (id: string) => (await world.get(id)).state;
const runs = async (id: string) =>
  (await world.parts.runs.ofTask(id, 10)).map(({ status }) => status);
const events = async (id: string) => (await world.parts.log.page(id, 0, 1_000)).events;

describe('a task that is started', () => {
  it('is told to an agent, and ready for review when that has answered', async () => {
    const id = await world.task({ title: 'Fix it', description: 'The printer.' });
    const { run_id } = await start(id);
    expect(await state(id)).toBe('IN_PROGRESS');
    const agent = world.agent(id);
    expect(agent.run_id).toBe(run_id);
    expect(agent.text).toBe('Fix it\n\nThe printer.');
    agent.answer('Done.');
    await world.rest();
    expect(await state(id)).toBe('REVIEW');
    expect(await runs(id)).toEqual(['READY']);
    expect((await events(id)).filter(({ type }) => type === 'result')).toMatchObject([
      { data: { status: 'completed', stop_reason: 'end_turn' } },
    ]);
  });

  it('leaves nothing behind on the signal of its turn, which Node would keep for good', async () => {
    const id = await world.task();
    await start(id);
    const { signal } = world.agent(id);
    world.agent(id).answer('Done.');
    await world.rest();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('waits in the queue while all slots are taken; an agent without a prompt holds none', async () => {
    const [a, b, c] = [await world.task(), await world.task(), await world.task()];
    await start(a);
    await start(b);
    expect(await start(c)).toMatchObject({ run_id: null });
    expect(await state(c)).toBe('QUEUED');
    expect((await world.parts.slots.queue()).map(({ id }) => id)).toEqual([c]);
    world.agent(a).answer('Done.');
    await world.rest();
    expect(await state(c)).toBe('IN_PROGRESS');
    expect(world.agents.live).toHaveLength(3);
  });

  it('goes on in its agent’s session when a prompt comes, and after that was let go', async () => {
    const id = await world.task();
    await start(id);
    world.agent(id).answer('Done.');
    await world.rest();
    const [first] = world.agents.all;
    await world.work.prompt(ANNA, id, 'And the tests?');
    await world.rest();
    expect(first?.text).toBe('And the tests?');
    first?.answer('Done too.');
    await world.rest();
    await world.passes(TASK_TIMES.idleMs);
    expect(world.agents.live).toEqual([]);
    expect(await runs(id)).toEqual(['STOPPED']);
    await world.work.prompt(ANNA, id, 'More?');
    await world.rest();
    expect(world.agent(id)).toMatchObject({ origin: 'loaded', text: 'More?' });
    expect(world.agent(id).ask.sessions).toEqual([first?.facts.acp_session_id]);
  });

  it('works on prompts one after another, in their order', async () => {
    const id = await world.task();
    await start(id);
    for (const text of ['first', 'second']) await world.work.prompt(ANNA, id, text);
    for (let turn = 0; turn < 3; turn += 1) {
      world.agent(id).answer('Done.');
      await world.rest();
    }
    expect(world.agents.prompts.map(({ text }) => text)).toEqual(['Fix it', 'first', 'second']);
    expect(await state(id)).toBe('REVIEW');
    await expect(
      Promise.all(Array.from({ length: 22 }, () => world.work.prompt(ANNA, id, 'again'))),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is told the transcript when its session could not be opened again', async () => {
    const id = await world.task();
    await start(id);
    world.agent(id).answer('It was the cable.');
    await world.rest();
    await world.passes(TASK_TIMES.idleMs);
    world.agents.origin = 'replaced';
    await world.work.prompt(ANNA, id, 'Which one?');
    await world.rest();
    expect(world.agent(id).text).toMatch(
      /Person: Fix it\n\nYou: It was the cable\.[^]*Now:\n\nWhich one\?$/,
    );
    const told = (await events(id)).filter(({ type }) => type === 'session');
    expect(told.map(({ data }) => data)).toMatchObject([{ origin: 'new' }, { origin: 'replaced' }]);
  });
});

describe('a task whose agent asked for something and ended its turn', () => {
  const asked = async (...ids: string[]) => {
    const id = await world.task();
    await start(id);
    for (const one of ids) await world.request(id, one, 'pending');
    world.agent(id).answer('I asked for it.');
    await world.rest();
    expect(await state(id)).toBe('WAITING_FOR_INPUT');
    return id;
  };

  it.each(['done', 'failed', 'unknown', 'denied'] as const)(
    'goes on by itself once that is %s, with the rights that it had',
    async (end) => {
      const id = await asked('a1');
      if (end !== 'denied') await world.request(id, 'a1', 'sent');
      await world.request(id, 'a1', end);
      expect(await state(id)).toBe('IN_PROGRESS');
      expect(world.agent(id).text).toBe(TASK_PROMPTS.decided);
      const [first, second] = await world.promptsOf(id);
      expect(second).toMatchObject({
        ...{ operator_id: first?.operator_id, token_id: first?.token_id },
      });
    },
  );

  it('waits until the last of several is decided', async () => {
    const id = await asked('a1', 'a2');
    await world.request(id, 'a1', 'denied');
    expect(await state(id)).toBe('WAITING_FOR_INPUT');
    await world.request(id, 'a2', 'done');
    expect(world.agent(id).text).toBe(TASK_PROMPTS.decided);
  });

  it.each(['expired', 'cancelled', 'lapsed'] as const)('rests when that is %s', async (end) => {
    const id = await asked('a1');
    await world.request(id, 'a1', end);
    expect(await state(id)).toBe('REVIEW');
  });

  it('is not told twice while its agent is still at work, nor started where nobody did', async () => {
    const id = await world.task();
    await world.request(id, 'a0', 'done');
    expect(await state(id)).toBe('TODO');
    await start(id);
    await world.request(id, 'a1', 'pending');
    await world.request(id, 'a1', 'done');
    world.agent(id).answer('It is done.');
    await world.rest();
    expect(await state(id)).toBe('REVIEW');
    expect(await world.promptsOf(id)).toHaveLength(1);
  });
});

describe('an agent that dies at work', () => {
  it('is started again three times, each time later, and told that it was cut off', async () => {
    const id = await world.task();
    await start(id);
    for (const wait of [33_000, 66_000]) {
      world.agent(id).crash();
      await world.rest();
      expect(await state(id)).toBe('QUEUED');
      expect(world.agents.live).toEqual([]);
      await world.passes(wait);
      expect(world.agent(id).text).toMatch(/cut off[^]*Fix it$/);
    }
    world.agent(id).crash();
    await world.passes(200_000);
    expect(await world.get(id)).toMatchObject({
      ...{
        state: 'FAILED',
        attempts: 3,
        error: { code: 'agent_crashed', message: 'It was killed.' },
      },
    });
    expect(await runs(id)).toEqual(['FAILED', 'FAILED', 'FAILED']);
    expect(world.agents.prompts).toHaveLength(3);
  });

  it('is not started again once a change was sent to a PC', async () => {
    const id = await world.task();
    await start(id);
    await world.parts.changes.apply(id, { type: 'change_sent' });
    world.agent(id).crash();
    await world.passes(200_000);
    expect(await state(id)).toBe('FAILED');
    expect(world.agents.prompts).toHaveLength(1);
    await start(id);
    expect(world.agent(id).text).toMatch(/do no step twice/);
  });

  it.each(['agent_auth', 'agent_protocol', 'agent_command'] as const)(
    'is not started again after %s',
    async (code) => {
      world.agents.faults.push(new AgentFault(code));
      const id = await world.task();
      await start(id);
      await world.passes(200_000);
      expect(await world.get(id)).toMatchObject({ state: 'FAILED', error: { code } });
      expect(await runs(id)).toEqual(['FAILED']);
    },
  );

  it('is started again when it did not get ready', async () => {
    world.agents.faults.push(new AgentFault('agent_start'));
    const id = await world.task();
    await start(id);
    expect(await state(id)).toBe('QUEUED');
    await world.passes(33_000);
    expect(await state(id)).toBe('IN_PROGRESS');
  });

  it('is ended and started again when it is silent, but not while a person is waited for', async () => {
    const id = await world.task();
    await start(id);
    world.parts.waits.add(id, 'permission', 'p1');
    await world.passes(10 * 600_000);
    expect(await state(id)).toBe('IN_PROGRESS');
    world.parts.waits.remove(id, 'p1');
    world.agent(id).deaf = true;
    await world.passes(620_000);
    await world.passes(TASK_TIMES.cancelMs);
    expect(await world.get(id)).toMatchObject({ error: { code: 'agent_stalled' } });
    expect(world.agents.live.length + world.agents.all.length).toBeGreaterThan(0);
    const statuses = (await events(id)).flatMap(({ type, data }) =>
      type === 'status' ? [data] : [],
    );
    expect(statuses).toContainEqual(expect.objectContaining({ status: 'stalled' }));
    await world.passes(40_000);
    expect(world.agents.prompts).toHaveLength(2);
  });
});

describe('a task that is stopped', () => {
  it('keeps its agent, which goes on with what it worked on', async () => {
    const id = await world.task();
    await start(id);
    const agent = world.agent(id);
    await world.work.stop(ANNA, id, {});
    await world.rest();
    expect(await state(id)).toBe('CANCELLED');
    expect(agent).toMatchObject({ text: undefined, isOver: false });
    expect(world.parts.atWork.size).toBe(0);
    await start(id);
    expect(agent.text).toMatch(/cut off[^]*Fix it$/);
  });

  it('holds its slot until its agent has let go, and that is ended if it does not', async () => {
    const id = await world.task();
    await start(id);
    const agent = world.agent(id);
    agent.deaf = true;
    await world.work.stop(ANNA, id, {});
    await world.rest();
    expect(world.parts.atWork.size).toBe(1);
    await start(id);
    expect(await state(id)).toBe('QUEUED');
    await world.passes(TASK_TIMES.cancelMs);
    expect(agent.isOver).toBe(true);
    expect(world.agent(id).text).toMatch(/Fix it$/);
  });

  it('by force ends its agent at once', async () => {
    const id = await world.task();
    await start(id);
    world.agent(id).deaf = true;
    await world.work.stop(ANNA, id, { force: true });
    await world.rest();
    expect(world.agents.live).toEqual([]);
    expect(await runs(id)).toEqual(['STOPPED']);
  });
});

describe('a task that is over', () => {
  it('has no agent', async () => {
    const id = await world.task();
    await start(id);
    await world.work.complete(ANNA, id);
    await world.rest();
    expect(await state(id)).toBe('COMPLETED');
    expect(world.agents.live).toEqual([]);
    await expect(world.work.prompt(ANNA, id, 'More')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('leaves nothing when it is deleted', async () => {
    const id = await world.task();
    await start(id);
    world.agent(id).deaf = true;
    await world.work.delete(ANNA, id);
    await world.parts.taskErasure.idle();
    await world.rest();
    expect(world.agents.live).toEqual([]);
    expect(await world.parts.rows.get(id)).toBeUndefined();
    expect(await events(id)).toEqual([]);
    expect(await world.promptsOf(id)).toEqual([]);
    expect(await runs(id)).toEqual([]);
  });
});

describe('a restart of the server', () => {
  it('interrupts what was at work, and nobody but a person goes on with it', async () => {
    const id = await world.task();
    await start(id);
    const { marker } = (await world.parts.runs.ofTask(id, 1))[0] ?? {};
    await world.restart();
    await world.passes(200_000);
    expect(await world.get(id)).toMatchObject({
      ...{ state: 'INTERRUPTED', resumable: true, error: { code: 'interrupted' } },
    });
    expect(world.agents.killed).toEqual([marker]);
    expect(await runs(id)).toEqual(['STOPPED']);
    expect(world.agents.prompts).toHaveLength(1);
    await start(id);
    expect(world.agent(id)).toMatchObject({ origin: 'loaded' });
    expect(world.agent(id).text).toMatch(/cut off[^]*Fix it$/);
    const seqs = (await events(id)).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  });

  it('goes on with the queue', async () => {
    const ids = [await world.task(), await world.task(), await world.task()];
    for (const id of ids) await start(id);
    await world.restart();
    await world.rest();
    const states = await Promise.all(ids.map(state));
    expect(states).toEqual(['INTERRUPTED', 'INTERRUPTED', 'IN_PROGRESS']);
  });
});
