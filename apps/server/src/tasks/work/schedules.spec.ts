import { KennyError } from '../../kernel/index.js';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { tempDirs } from '../../../test/temp-dir.js';
import { ANNA, SLOTS, WorkWorld, type PlayedAgent } from '../../../test/work-world.js';
import { AgentFault } from './agents.js';

/**
 * Starts, prompts, stops, decisions, crashes, and restarts of the server in any order. Whatever the
 * schedule: never more turns than slots, never two agents for a task, no prompt is lost, none is
 * given to an agent twice without telling it, and after a change nothing is tried again by itself.
 */
type Act =
  | { act: 'start' | 'dequeue' | 'complete' | 'delete' | 'asks' | 'decided' | 'sent'; task: number }
  | { act: 'stop'; task: number; force: boolean }
  | { act: 'prompt'; task: number }
  | { act: 'answer'; nth: number; stop: 'end_turn' | 'refusal' }
  | { act: 'crash'; nth: number; idle: boolean }
  | { act: 'deaf'; nth: number }
  | { act: 'start fails'; code: 'agent_start' | 'agent_auth' }
  | { act: 'time'; ms: number }
  | { act: 'restart' };

const TASKS = 4;
const task = fc.nat(TASKS - 1);
const nth = fc.nat(3);
const anAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: fc.constant('start' as const), task }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('prompt' as const), task }) },
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant('answer' as const),
      nth,
      stop: fc.constantFrom('end_turn' as const, 'end_turn' as const, 'refusal' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('crash' as const), nth, idle: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('stop' as const), task, force: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('deaf' as const), nth }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom('asks' as const, 'decided' as const, 'sent' as const),
      task,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom('dequeue' as const, 'complete' as const, 'delete' as const),
      task,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('start fails' as const),
      code: fc.constantFrom('agent_start' as const, 'agent_auth' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('time' as const),
      ms: fc.constantFrom(12_000, 40_000, 700_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('restart' as const) }) },
);

/** Refusals are answers: nothing else may be thrown at a person. */
const REFUSED = new Set(['conflict', 'not_found']);

class Schedule {
  private readonly ids: string[] = [];
  /** What people said and were told is taken. */
  private readonly accepted = new Map<string, string[]>();
  private readonly deleted = new Set<string>();
  private count = 0;

  constructor(private readonly world: WorkWorld) {}

  async begin(): Promise<void> {
    for (let n = 0; n < TASKS; n += 1) {
      const id = await this.world.task({ title: `task ${n}`, priority: n });
      this.ids.push(id);
      this.accepted.set(id, []);
    }
  }

  async take(act: Act): Promise<void> {
    try {
      await this.perform(act);
    } catch (error) {
      if (!(error instanceof KennyError && REFUSED.has(error.code))) throw error;
    }
    await this.world.rest();
    await this.check();
  }

  private async perform(act: Act): Promise<void> {
    const { world } = this;
    const id = 'task' in act ? (this.ids[act.task] ?? '') : '';
    const agent = (list: readonly PlayedAgent[]): PlayedAgent | undefined =>
      'nth' in act ? list[act.nth % Math.max(1, list.length)] : undefined;
    switch (act.act) {
      case 'start':
        return void (await world.work.start(ANNA, id, {}));
      case 'prompt': {
        const text = `prompt ${(this.count += 1)}`;
        await world.work.prompt(ANNA, id, text);
        this.accepted.get(id)?.push(text);
        return;
      }
      case 'stop':
        return void (await world.work.stop(ANNA, id, { force: act.force }));
      case 'dequeue':
        return void (await world.work.dequeue(ANNA, id));
      case 'complete':
        return void (await world.work.complete(ANNA, id));
      case 'delete':
        await this.remove(id);
        return;
      case 'asks':
        world.parts.waits.add(id, 'approval', `of ${id}`);
        return world.parts.changes.refresh(id);
      case 'decided':
        world.parts.waits.remove(id, `of ${id}`);
        return world.parts.changes.refresh(id);
      case 'sent':
        return void (await world.parts.changes.apply(id, { type: 'change_sent' }));
      case 'answer':
        return agent(world.agents.busy)?.answer('Done.', act.stop);
      case 'crash': {
        const idle = world.agents.live.filter(({ text }) => text === undefined);
        return agent(act.idle ? idle : world.agents.busy)?.crash();
      }
      case 'deaf': {
        const one = agent(world.agents.live);
        if (one) one.deaf = true;
        return;
      }
      case 'start fails':
        return void world.agents.faults.push(new AgentFault(act.code));
      case 'time':
        return world.passes(act.ms);
      case 'restart':
        return world.restart();
    }
  }

  private async remove(id: string): Promise<void> {
    await this.world.work.delete(ANNA, id);
    this.deleted.add(id);
  }

  private async check(): Promise<void> {
    const { agents, parts } = this.world;
    expect(agents.busy.length).toBeLessThanOrEqual(SLOTS);
    expect(parts.atWork.size).toBeLessThanOrEqual(SLOTS);
    const owners = agents.live.map(({ task_id }) => task_id);
    expect(new Set(owners).size).toBe(owners.length);
    for (const id of this.ids) await this.checkTask(id);
    // No slot is free while somebody waits for one who may start.
    const now = this.world.clock.now();
    const queue = await parts.slots.queue();
    const ready = queue.filter(
      ({ id, not_before }) => (not_before ?? 0) <= now && !parts.atWork.has(id),
    );
    if (ready.length > 0) expect(parts.atWork.size).toBe(SLOTS);
  }

  private async checkTask(id: string): Promise<void> {
    const { agents, parts } = this.world;
    const row = await parts.rows.get(id);
    if (this.deleted.has(id)) {
      expect(row).toBeUndefined();
      expect(agents.live.map(({ task_id }) => task_id)).not.toContain(id);
      return;
    }
    const busy = agents.busy.some(({ task_id }) => task_id === id);
    if (row?.base_state === 'IN_PROGRESS') expect(parts.atWork.has(id)).toBe(true);
    if (row?.base_state === 'COMPLETED' && !parts.atWork.has(id)) expect(busy).toBe(false);
    const stored = await this.world.promptsOf(id);
    for (const text of this.accepted.get(id) ?? []) {
      expect(stored.map((prompt) => prompt.text)).toContain(text);
    }
    const seqs = (await parts.log.page(id, 0, 1_000)).events.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  }

  /** Given time and willing agents, everything that waits is worked on. */
  async finish(): Promise<void> {
    const { world } = this;
    world.agents.faults.splice(0);
    for (let round = 0; round < 60; round += 1) {
      for (const agent of world.agents.busy) agent.answer('Done.');
      await world.passes(120_000);
      if (world.agents.busy.length === 0 && (await world.parts.slots.queue()).length === 0) break;
    }
    await this.check();
    for (const id of this.ids) {
      const row = await world.parts.rows.get(id);
      if (!row) continue;
      expect(['QUEUED', 'IN_PROGRESS']).not.toContain(row.base_state);
      const waiting = await world.parts.prompts.countWaiting(id);
      if (row.base_state === 'REVIEW') expect(waiting).toBe(0);
      this.checkTold(id);
    }
    expect(world.parts.atWork.size).toBe(0);
  }

  /** A prompt that was given to an agent before is given again only with words that say so. */
  private checkTold(id: string): void {
    const told = this.world.agents.prompts.filter(({ task_id }) => task_id === id);
    for (const text of this.accepted.get(id) ?? []) {
      const plain = told.filter((one) => one.text.endsWith(text) && !/cut off/.test(one.text));
      expect(plain.length).toBeLessThanOrEqual(1);
    }
  }
}

const newDir = tempDirs();

it('keeps its promises in every order of what people, agents and servers do', async () => {
  Logger.overrideLogger(false);
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: 5, maxLength: 40 }), async (acts) => {
      const world = await WorkWorld.start(newDir());
      const schedule = new Schedule(world);
      try {
        await schedule.begin();
        for (const act of acts) await schedule.take(act);
        await schedule.finish();
      } finally {
        await world.close();
      }
    }),
    { numRuns: 12 },
  );
}, 300_000);
