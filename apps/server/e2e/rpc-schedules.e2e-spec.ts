import type { ApprovalView, RpcTurnEvent } from '@kenny/contract';
import fc from 'fast-check';
import { ChatWorld } from '../test/chat-world.js';
import { RpcTestClient, type RpcAnswer } from '../test/rpc-client.js';
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

type Batch = { acts: readonly Act[]; restart: boolean; rests: boolean };

/** Refusals that any schedule may meet. */
const EXPECTED = ['invalid_params', 'unknown_question', 'conflict'];

/** One socket after the other, as `kenny rpc` makes them. */
class Editor {
  readonly events: RpcTurnEvent[] = [];
  private client: RpcTestClient | undefined;
  /** Where it has begun to follow. */
  private begin: string | undefined;

  constructor(
    private readonly world: ChatWorld,
    private readonly token: string,
    private readonly sessionId: string,
  ) {}

  get now(): RpcTestClient {
    if (!this.client) throw new Error('the editor is not connected');
    return this.client;
  }

  async connect(): Promise<void> {
    const { sessionId } = this;
    this.client = await RpcTestClient.open(this.world.server.url, this.token);
    const after = this.events.at(-1)?.place ?? this.begin;
    const { last } = await this.client.ask('kenny/attach', {
      ...{ sessionId, ...(after === undefined ? {} : { after }) },
    });
    this.begin ??= last;
  }

  /** The server has ended. */
  async lose(): Promise<void> {
    await this.now.closed();
    this.events.push(...this.now.pushed('turn/event'));
    this.client = undefined;
  }

  heard(turnId: string): RpcTurnEvent[] {
    return [...this.events, ...(this.client?.pushed('turn/event') ?? [])].filter(
      (event) => event.turnId === turnId,
    );
  }

  async finished(turnId: string): Promise<void> {
    const isOver = () => this.heard(turnId).some(({ type }) => type === 'turnFinished');
    await this.now.until(isOver);
  }

  async ask(method: string, params: object): Promise<RpcAnswer> {
    const answer = await this.now.request(method, params);
    if (answer.error) expect(EXPECTED).toContain(answer.error.data?.['code']);
    return answer;
  }
}

let operators = 0;

class Schedule {
  readonly turns: string[] = [];
  private readonly approved = new Set<string>();
  private said = 0;

  private constructor(
    private readonly world: ChatWorld,
    private readonly sessionId: string,
    private readonly editors: readonly Editor[],
  ) {}

  static async on(world: ChatWorld): Promise<Schedule> {
    // Somebody new each time: whoever was denied too often has to wait.
    const token = await world.token({ operator: { id: `anna${(operators += 1)}`, name: 'Anna' } });
    const first = await RpcTestClient.open(world.server.url, token);
    const workspaceRoot = 'kenny://agent/pc1';
    const { id } = await first.ask('sessions/create', { workspaceRoot, name: 'both' });
    await first.close();
    const editors = [new Editor(world, token, id), new Editor(world, token, id)];
    for (const one of editors) await one.connect();
    world.ran.splice(0);
    return new Schedule(world, id, editors);
  }

  async run({ acts, restart, rests }: Batch): Promise<void> {
    await Promise.all(acts.map((act) => this.do(act)));
    if (restart) await this.restart();
    if (rests) await this.rest();
  }

  private async restart(): Promise<void> {
    const losing = this.editors.map((one) => one.lose());
    await this.world.restart();
    await Promise.all(losing);
    for (const one of this.editors) await one.connect();
  }

  /** Denies what waits until nothing is at work any more. */
  async end(): Promise<void> {
    while (await this.rest()) {
      for (const { id } of await this.pending()) await this.decide(id, 'deny');
    }
    for (const one of this.editors) {
      for (const turnId of this.turns) await one.finished(turnId);
      await one.now.close();
    }
  }

  /** Until a change waits or nothing is at work. @returns whether one waits */
  private async rest(): Promise<boolean> {
    const [one] = this.editors as [Editor];
    for (;;) {
      const seen = one.now.heard.length;
      if ((await this.pending()).length > 0) return true;
      const isOver = (turnId: string) =>
        one.heard(turnId).some(({ type }) => type === 'turnFinished');
      if (this.turns.every(isOver)) return false;
      await one.now.until(() => one.now.heard.length > seen);
    }
  }

  judge(): void {
    const [first, second] = this.editors;
    for (const turnId of this.turns) {
      const events = first?.heard(turnId) ?? [];
      expect(second?.heard(turnId)).toEqual(events);
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
    const { sessionId } = this;
    if (act.act === 'say') {
      const input = `echo ${(this.said += 1)}`;
      const streamingBehavior = act.steers ? {} : { streamingBehavior: 'followUp' };
      const { result } = await one.ask('turns/start', { sessionId, input, ...streamingBehavior });
      const { id } = result as { id: string };
      if (!this.turns.includes(id)) this.turns.push(id);
    } else if (act.act === 'cancel') {
      const turnId = this.turns[act.nth % Math.max(1, this.turns.length)];
      if (turnId !== undefined) await one.ask('turns/cancel', { turnId });
    } else if (act.act === 'answer') {
      const questions = one.now.pushed('ui/question');
      // Mostly the one that waits, sometimes one that is over.
      const question = questions.at(-1 - (act.nth % Math.min(3, Math.max(1, questions.length))));
      if (!question) return;
      const { questionRequestId } = question;
      const answers = [{ question: question.questions[0]?.question, answer: act.text }];
      await this.maybeApproved(questionRequestId, act.text === 'Approve', () =>
        one.ask('ui/answerQuestion', { sessionId, questionRequestId, answers }),
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

  it('any schedule tells both the same in order, and runs what was approved once', async () => {
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(aSchedule, async (batches) => {
        const schedule = await Schedule.on(world);
        for (const batch of batches) await schedule.run(batch);
        await schedule.end();
        schedule.judge();
        ran += world.ran.length;
      }),
      { numRuns: 25 },
    );
    expect(ran).toBeGreaterThan(0);
  }, 120_000);
});
