import type { ApprovalView, RpcQuestion, RpcTurnEvent } from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import { ChatWorld } from '../test/chat-world.js';
import { RpcTestClient } from '../test/rpc-client.js';
import { RpcRun } from '../test/rpc-world.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, use, wanting } from '../test/told-brain.js';

/**
 * Two editors and the dashboard at one conversation: messages, answers, decisions, cancels at once
 * and a server that is started again. Whatever the schedule: both hear every event once and in order,
 * the same is told again, and a change runs at most once and only after it was approved.
 */
type Act =
  | { act: 'say'; editor: number; steers: boolean }
  | { act: 'answer'; editor: number; nth: number; text: string }
  | { act: 'decide'; nth: number; decision: 'approve' | 'deny' }
  | { act: 'cancel'; editor: number; nth: number };

const editor = fc.nat(1);
const nth = fc.nat(20);
const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('say' as const), editor, steers: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ act: fc.constant('answer' as const), editor, nth },
      text: fc.constantFrom('Approve', 'Approve', 'Deny', 'approve', 'rather not'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ act: fc.constant('decide' as const), nth },
      decision: fc.constantFrom('approve', 'deny'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel' as const), editor, nth }) },
);
/** What happens at once; behind it the server may end and come back, and all may come to rest. */
const aSchedule = fc.array(
  fc.record({
    acts: fc.array(anAct, { minLength: 1, maxLength: 4 }),
    restart: fc.integer({ min: 0, max: 5 }).map((die) => die === 0),
    rests: fc.integer({ min: 0, max: 3 }).map((die) => die > 0),
  }),
  { minLength: 2, maxLength: 8 },
);

/** Few and new ones in each `npm test`: `npm run fuzz` makes many, and repeats those of a seed. */
const SEED = Number(process.env['TEST_FUZZ_SEED'] ?? randomInt(2 ** 31));
const SCHEDULES = Number(process.env['TEST_FUZZ_SCHEDULES'] ?? 5);
const SCHEDULE_MS = 10_000;

type Batch = { acts: readonly Act[]; restart: boolean; rests: boolean };

/** Always among them: a change that is approved, and runs; what a restart overtakes would lapse. */
const APPROVING: Batch[] = [
  { acts: [{ act: 'say', editor: 0, steers: true }], restart: false, rests: true },
  { acts: [{ act: 'decide', nth: 0, decision: 'approve' }], restart: false, rests: true },
  { acts: [{ act: 'say', editor: 1, steers: false }], restart: true, rests: true },
];

/** Refusals that any schedule may meet. */
const EXPECTED = ['invalid_params', 'unknown_question', 'conflict'];

/** `kenny rpc`, with all that it does but being a process: two of them share this one. */
class Editor {
  private constructor(
    readonly run: RpcRun,
    private readonly sessionId: unknown,
  ) {}

  static async at(world: ChatWorld, token: string, path: string): Promise<Editor> {
    const run = new RpcRun(() => world.server.url, { token, clock: systemClock });
    const { id } = await run.ask('sessions/resume', { path });
    return new Editor(run, id);
  }

  /** The server was started again: it finds it by itself. */
  async connected(): Promise<void> {
    for (let is = false; !is;) {
      is = await this.ask('runtime/state', {}, ['backend_unavailable']).then(Boolean);
    }
  }

  heard<T>(method: string): T[] {
    return this.run.heard.flatMap((one) => (one.method === method ? [one.params as T] : []));
  }

  /** Under whatever id each editor has the conversation. */
  events(turnId: string): Omit<RpcTurnEvent, 'sessionId'>[] {
    return this.heard<RpcTurnEvent>('turn/event').flatMap(({ sessionId, ...event }) => {
      expect(sessionId).toBe(this.sessionId);
      return event.turnId === turnId ? [event] : [];
    });
  }

  isOver(turnId: string): boolean {
    return this.events(turnId).some(({ type }) => type === 'turnFinished');
  }

  async finished(turnId: string): Promise<void> {
    while (!this.isOver(turnId)) await this.run.hears(this.run.heard.length + 1);
  }

  async ask(method: string, params: object, expected = EXPECTED) {
    const { sessionId } = this;
    try {
      return await this.run.ask(method, { sessionId, ...params });
    } catch (error) {
      expect(expected).toContain((error as { data?: { code?: string } }).data?.code);
      return undefined;
    }
  }

  async end(): Promise<void> {
    this.run.stdin.end();
    expect(await this.run.code).toBe(0);
  }
}

let operators = 0;

class Schedule {
  readonly turns: string[] = [];
  private readonly approved = new Set<string>();
  private said = 0;

  private constructor(
    private readonly world: ChatWorld,
    private readonly editors: readonly Editor[],
  ) {}

  static async on(world: ChatWorld): Promise<Schedule> {
    // Somebody new each time: whoever was denied too often has to wait.
    const token = await world.token({ operator: { id: `anna${(operators += 1)}`, name: 'Anna' } });
    const first = await RpcTestClient.open(world.server.url, token);
    const workspaceRoot = 'kenny://agent/pc1';
    const { id } = await first.ask('sessions/create', { workspaceRoot, name: 'both' });
    await first.close();
    const editors = [await Editor.at(world, token, id), await Editor.at(world, token, id)];
    world.ran.splice(0);
    return new Schedule(world, editors);
  }

  async run({ acts, restart, rests }: Batch): Promise<void> {
    await Promise.all(acts.map((act) => this.do(act)));
    if (restart) await this.restart();
    if (rests) await this.rest();
  }

  private async restart(): Promise<void> {
    await this.world.restart();
    for (const one of this.editors) await one.connected();
  }

  /** Denies what waits until nothing is at work any more. */
  async end(): Promise<void> {
    while (await this.rest()) {
      for (const { id } of await this.pending()) await this.decide(id, 'deny');
    }
    for (const one of this.editors) {
      for (const turnId of this.turns) await one.finished(turnId);
      await one.end();
    }
  }

  /** Until a change waits or nothing is at work. @returns whether one waits */
  private async rest(): Promise<boolean> {
    const [one] = this.editors as [Editor];
    for (;;) {
      const seen = one.run.heard.length;
      if ((await this.pending()).length > 0) return true;
      if (this.turns.every((turnId) => one.isOver(turnId))) return false;
      await one.run.hears(seen + 1);
    }
  }

  judge(): void {
    const [first, second] = this.editors;
    for (const turnId of this.turns) {
      const events = first?.events(turnId) ?? [];
      expect(second?.events(turnId)).toEqual(events);
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1));
      const types = events.map(({ type }) => type);
      expect([types[0], types.at(-1)]).toEqual(['turnQueued', 'turnFinished']);
      expect(types.filter((type) => type === 'turnFinished')).toHaveLength(1);
    }
    const ran = this.world.ran.map((args) => (args as { command: string }).command);
    expect(new Set(ran).size).toBe(ran.length);
    expect(ran.filter((command) => !this.approved.has(command))).toEqual([]);
  }

  private async do(act: Act): Promise<void> {
    const one = this.editors['editor' in act ? act.editor : 0] as Editor;
    if (act.act === 'say') {
      const input = `echo ${(this.said += 1)}`;
      const streamingBehavior = act.steers ? {} : { streamingBehavior: 'followUp' };
      const { id } = (await one.ask('turns/start', { input, ...streamingBehavior }, [])) as {
        id: string;
      };
      if (!this.turns.includes(id)) this.turns.push(id);
    } else if (act.act === 'cancel') {
      const turnId = this.turns[act.nth % Math.max(1, this.turns.length)];
      if (turnId !== undefined) await one.ask('turns/cancel', { turnId });
    } else if (act.act === 'answer') {
      const questions = one.heard<RpcQuestion>('ui/question');
      // Mostly the one that waits, sometimes one that is over.
      const question = questions.at(-1 - (act.nth % Math.min(3, Math.max(1, questions.length))));
      if (!question) return;
      const { questionRequestId } = question;
      const answers = [{ question: question.questions[0]?.question, answer: act.text }];
      await this.maybeApproved(questionRequestId, act.text === 'Approve', () =>
        one.ask('ui/answerQuestion', { questionRequestId, answers }),
      );
    } else {
      const waiting = await this.pending();
      const chosen = waiting[act.nth % Math.max(1, waiting.length)];
      if (chosen) await this.decide(chosen.id, act.decision);
    }
  }

  private async decide(id: string, decision: 'approve' | 'deny'): Promise<void> {
    await this.maybeApproved(id, decision === 'approve', async (call_sha256) => {
      const path = `/api/approvals/${id}`;
      const { status } = await this.world.server.http('POST', path, { decision, call_sha256 });
      expect([200, 404, 409]).toContain(status);
    });
  }

  /** Noted before it is said: the change runs while the answer is on its way. */
  private async maybeApproved(
    id: string,
    approves: boolean,
    say: (call_sha256: string) => Promise<unknown>,
  ): Promise<void> {
    const { body } = await this.world.server.http<{ approval: ApprovalView }>(
      ...(['GET', `/api/approvals/${id}`] as const),
    );
    const { approval } = body;
    if (approves) this.approved.add(String(approval.args['command']));
    await say(approval.call_sha256);
  }

  private async pending(): Promise<ApprovalView[]> {
    const path = '/api/approvals?state=pending';
    const { body } = await this.world.server.http<{ items: ApprovalView[] }>('GET', path);
    return body.items;
  }
}

describe('two editors and the dashboard at one conversation', () => {
  const newDir = tempDirs();
  let world: ChatWorld;
  beforeAll(async () => {
    world = await ChatWorld.start(newDir());
    world.brain.always(({ turn: { round, input } }) =>
      round === 1
        ? wanting(use('shell_exec', { command: input.text, reason: 'because' }))
        : saying('Done.'),
    );
  });
  afterAll(() => world.server.stop());

  it(
    'any schedule tells both the same in order, and runs what was approved once',
    async () => {
      console.log(`Again: npm run fuzz -- --seed ${SEED} --schedules ${SCHEDULES}`);
      let ran = 0;
      let schedules = 0;
      await fc.assert(
        fc.asyncProperty(aSchedule, async (batches) => {
          const schedule = await Schedule.on(world);
          for (const batch of batches) await schedule.run(batch);
          await schedule.end();
          schedule.judge();
          schedules += 1;
          ran += world.ran.length;
        }),
        { seed: SEED, numRuns: SCHEDULES, examples: [[APPROVING]] },
      );
      console.log(`${schedules} schedules, in which ${ran} changes ran`);
      expect(ran).toBeGreaterThan(0);
    },
    120_000 + SCHEDULES * SCHEDULE_MS,
  );
});
