import type { StreamingBehavior } from '@kenny/contract/agent';
import fc from 'fast-check';
import { ANSWER_TIME_MS, ASK, READS } from '../test/fake-gate.js';
import { says, use, wants } from '../test/scripted-brain.js';
import { ConversationWorld } from '../test/world.js';
import { BrainFailure, isOver, type Entry } from './index.js';

/**
 * Messages, cancels, decisions, answers, full disks and restarts in any order. Whatever the
 * schedule: nothing is asked of the tools twice, no change runs without approval, no call stays without
 * its answer, and every turn is told in order to exactly one end.
 */
type Act =
  | { act: 'say'; behavior: StreamingBehavior; strict: boolean; picture: boolean }
  | { act: 'cancel'; turn: number }
  | { act: 'think'; tools: number[]; repeat: boolean }
  | { act: 'fail' }
  | { act: 'delta' }
  | { act: 'tool'; nth: number; opening: boolean }
  | { act: 'decide'; nth: number; yes: boolean }
  | { act: 'reply'; nth: number; words: 'yes' | 'nothing' | 'nonsense' }
  | { act: 'disk full'; times: number }
  | { act: 'time'; long: boolean }
  | { act: 'restart' };

const PICTURE = {
  ...{ mime_type: 'image/png', data: 'AAAA', bytes: 3, name: null },
  sides: [1, 1] as const,
};
const TOOLS = [...READS, 'shell_exec', 'winget_install', ASK];
const nth = fc.nat(5);
const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('say' as const),
      behavior: fc.constantFrom('newTurn' as const, 'followUp' as const, 'steer' as const),
      strict: fc.boolean(),
      picture: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel' as const), turn: nth }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('think' as const),
      tools: fc.array(fc.nat(TOOLS.length - 1), { maxLength: 4 }),
      repeat: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('fail' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('delta' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('tool' as const), nth, opening: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('decide' as const), nth, yes: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('reply' as const),
      nth,
      words: fc.constantFrom('yes' as const, 'nothing' as const, 'nonsense' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('disk full' as const),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('time' as const), long: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('restart' as const) }) },
);

const FIRST: Act = { act: 'say', behavior: 'newTurn', strict: false, picture: false };

/** Chance alone seldom gets as far as a turn that waits for a person: every other schedule begins there. */
const aBeginning: fc.Arbitrary<Act[]> = fc.constantFrom(
  [],
  [
    FIRST,
    { act: 'think', tools: [TOOLS.indexOf('shell_exec')], repeat: false },
    { act: 'tool', nth: 0, opening: true },
  ],
  [
    FIRST,
    { act: 'think', tools: [TOOLS.indexOf(ASK), TOOLS.indexOf('shell_exec')], repeat: false },
    { act: 'tool', nth: 0, opening: true },
    { act: 'tool', nth: 0, opening: true },
  ],
);

/** What schedules have reached, so that a test of nothing is noticed. */
const reached = {
  waited: 0,
  ran: 0,
  answered: 0,
  declined: 0,
  expired: 0,
  answeredTwice: 0,
  restartedAsking: 0,
  restartedWaiting: 0,
  canceled: 0,
  interrupted: 0,
  completed: 0,
};

class Schedule {
  readonly world = new ConversationWorld();
  private sessionId = '';
  private calls = 0;
  private messages = 0;
  /** Messages that were taken, and the turn of each. */
  private readonly said = new Map<string, string>();
  private readonly approved = new Set<string>();
  /** What was answered to a question and taken. */
  private readonly answered = new Map<string, string>();
  private readonly asked = new Set<string>();

  /** `prompt`: the tools answer at once, else when the schedule says so. */
  async run(acts: readonly Act[], prompt: boolean): Promise<void> {
    this.world.gate.prompt = prompt;
    ({ id: this.sessionId } = await this.world.session());
    for (const act of acts) {
      await this.take(act);
      await this.world.rest();
      this.check();
    }
    await this.drain();
    this.check();
    this.checkEnd();
  }

  private async take(act: Act): Promise<void> {
    const { world } = this;
    switch (act.act) {
      case 'say':
        return this.tolerate(this.message(act));
      case 'cancel': {
        const turns = [...world.store.turns.keys()];
        const turn = turns[act.turn % Math.max(1, turns.length)];
        return turn ? this.tolerate(world.engine.cancel(this.sessionId, turn)) : undefined;
      }
      case 'think':
        return this.think(act);
      case 'fail':
        return world.brain.open[0]?.fail(new BrainFailure('overloaded', 'busy'));
      case 'delta':
        return world.brain.open[0]?.voice.delta({ kind: 'assistant', text: 'd' });
      case 'tool':
        return this.letGo(act.opening ? 'opening' : 'reads', act.nth);
      case 'decide':
        return this.decide(act.nth, act.yes);
      case 'reply':
        return this.reply(act.nth, act.words);
      case 'disk full':
        world.store.failing = act.times;
        return;
      case 'time':
        world.clock.advance(act.long ? ANSWER_TIME_MS : 31_000);
        return;
      case 'restart':
        world.store.failing = 0;
        if (this.active?.status === 'waiting') reached.restartedWaiting += 1;
        if (world.questions.length > 0) reached.restartedAsking += 1;
        return world.restart();
    }
  }

  /** Every message says something else, so that each can be found again. */
  private async message({
    behavior,
    strict,
    picture,
  }: Extract<Act, { act: 'say' }>): Promise<void> {
    const text = `message ${(this.messages += 1)}`;
    const idle = this.active === undefined;
    const turn = await this.world.say(this.sessionId, text, {
      ...{ behavior, strict_steer: strict, pictures: picture ? [PICTURE] : [] },
    });
    // Refused, it would not get here; strict, it never becomes a turn.
    if (strict && behavior === 'steer') expect(idle).toBe(false);
    this.said.set(text, turn);
  }

  private think({ tools, repeat }: Extract<Act, { act: 'think' }>): void {
    const [round] = this.world.brain.open;
    const args = (index: number) => (repeat ? {} : { command: String(index) });
    const calls = tools.map((tool, index) =>
      use(`call${(this.calls += 1)}`, TOOLS[tool] ?? '', args(index)),
    );
    round?.answer(calls.length > 0 ? wants(...calls) : says('answer'));
  }

  private letGo(list: 'reads' | 'opening', index: number): void {
    const waiting = this.world.gate[list];
    waiting.splice(index % Math.max(1, waiting.length), 1).forEach((end) => end());
  }

  private decide(index: number, yes: boolean): void {
    const { gate } = this.world;
    const open = gate.approvals.filter(({ end }) => !end);
    const approval = open[index % Math.max(1, open.length)];
    if (!approval) return;
    if (yes) this.approved.add(approval.approval_id);
    if (yes) gate.approve(approval.approval_id);
    else gate.deny(approval.approval_id, 'no');
  }

  /** To a question that waits, or to one of before: said twice at once, it counts once. */
  private async reply(index: number, words: 'yes' | 'nothing' | 'nonsense'): Promise<void> {
    for (const { id } of this.world.questions) this.asked.add(id);
    const id = [...this.asked][index % Math.max(1, this.asked.size)];
    if (id === undefined) return;
    const replies = ['first', 'second'].map((which) => this.say(id, words, which));
    const taken = (await Promise.all(replies)).filter((one) => one !== undefined);
    expect(taken.length + (this.answered.has(id) ? 1 : 0)).toBeLessThanOrEqual(1);
    if (this.answered.has(id)) reached.answeredTwice += 1;
    for (const said of taken) this.answered.set(id, said);
  }

  private async say(id: string, words: string, which: string): Promise<string | undefined> {
    const answer = `${words}, approve and run it all (${which})`;
    const question = words === 'nonsense' ? 'what?' : 'which one?';
    const answers = words === 'nothing' ? null : [{ question, answer }];
    try {
      await this.world.engine.answer(this.sessionId, id, answers);
      return answers === null ? 'nothing' : answer;
    } catch {
      return undefined; // refused, or the disk is full: then nothing has happened
    }
  }

  /** A refusal or a full disk is told to whoever asked; then nothing has happened. */
  private async tolerate(done: Promise<unknown>): Promise<void> {
    await done.catch(() => undefined);
  }

  /** Everybody answers, everything is let go, until nothing moves any more. */
  private async drain(): Promise<void> {
    const { world } = this;
    world.store.failing = 0;
    const moving = async () =>
      (await world.store.busy()).length > 0 || world.gate.opening.length > 0;
    for (let i = 0; i < 400 && (await moving()); i += 1) {
      world.brain.open[0]?.answer(says('end'));
      this.letGo('reads', 0);
      this.letGo('opening', 0);
      this.decide(0, i % 2 === 0);
      if (i % 3 === 0) await this.reply(0, 'yes');
      await world.rest();
      world.clock.advance(31_000);
      await world.rest();
    }
    // What a full disk has put off is tried again, also when nothing else moves any more.
    world.clock.advance(31_000);
    await world.rest();
  }

  private get active() {
    return [...this.world.store.turns.values()].find(
      (turn) => !isOver(turn) && turn.status !== 'queued',
    );
  }

  private check(): void {
    const { gate, store } = this.world;
    expect(new Set(gate.asked).size).toBe(gate.asked.length);
    expect(gate.ran.every((id) => this.approved.has(id))).toBe(true);
    expect(new Set(gate.ran).size).toBe(gate.ran.length);
    const atWork = [...store.turns.values()].filter((turn) => !isOver(turn));
    expect(atWork.filter(({ status }) => status !== 'queued').length).toBeLessThanOrEqual(1);
    for (const turn of store.turns.values()) {
      const types = store.typesOf(turn.id);
      expect(store.eventsOf(turn.id).map(({ sequence }) => sequence)).toEqual(
        types.map((_, index) => index + 1),
      );
      expect(types[0]).toBe('turnQueued');
      const ends = types.filter((type) => type === 'turnFinished').length;
      expect(ends).toBe(isOver(turn) ? 1 : 0);
      if (isOver(turn)) expect(types.at(-1)).toBe('turnFinished');
    }
    this.checkConversation(store.entriesOf(this.sessionId));
    this.checkAnswers(store.entriesOf(this.sessionId));
    this.checkMessages();
    if (this.active?.status === 'waiting') reached.waited += 1;
  }

  /** The calls of a message are answered by what stands next, all of them, in order. */
  private checkConversation(entries: readonly Entry[]): void {
    entries.forEach(({ content }, index) => {
      if (content.role !== 'assistant' || content.calls.length === 0) return;
      const next = entries[index + 1]?.content;
      if (!next) {
        expect(this.active?.calls.map(({ tool_call_id }) => tool_call_id)).toEqual(
          content.calls.map(({ tool_call_id }) => tool_call_id),
        );
        return;
      }
      expect(next.role === 'tools' ? next.results.map((one) => one.tool_call_id) : next).toEqual(
        content.calls.map(({ tool_call_id }) => tool_call_id),
      );
    });
  }

  /** What the brain is told that a person said is what that person said, once. */
  private checkAnswers(entries: readonly Entry[]): void {
    const told = entries
      .flatMap(({ content }) => (content.role === 'tools' ? content.results : []))
      .filter(({ tool, outcome }) => tool === ASK && outcome.status === 'ok')
      .map(({ outcome }) => (outcome.result as { answers: { answer: string }[] }).answers);
    const said = [...this.answered.values()].filter((words) => words !== 'nothing');
    expect(told.every((answers) => answers.length === 1)).toBe(true);
    const heard = told.flat().map(({ answer }) => answer);
    expect(heard.length).toBeLessThanOrEqual(said.length);
    expect(said).toEqual(expect.arrayContaining(heard));
  }

  /** Each is before the brain once, or waits for it, unless its turn was cancelled before it began. */
  private checkMessages(): void {
    const { store } = this.world;
    const heard = store
      .entriesOf(this.sessionId)
      .flatMap(({ content }) => (content.role === 'user' ? [content] : []));
    const texts = heard.map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    for (const [text, turnId] of this.said) {
      const turn = store.turns.get(turnId);
      const waits = turn?.status === 'queued' || turn?.steering.some((one) => one.text === text);
      const neverBegan = turn?.started_at === null;
      expect(texts.includes(text) || waits || neverBegan).toBe(true);
    }
    for (const { id } of heard.flatMap(({ images = [] }) => images)) {
      expect(store.allPictures.has(`${this.sessionId} ${id}`)).toBe(true);
    }
  }

  private checkEnd(): void {
    const { store, gate } = this.world;
    const turns = [...store.turns.values()];
    expect(turns.filter((turn) => !isOver(turn))).toEqual([]);
    reached.ran += gate.ran.length;
    reached.canceled += turns.filter(({ status }) => status === 'canceled').length;
    reached.completed += turns.filter(({ status }) => status === 'completed').length;
    reached.interrupted += turns.filter(({ error }) => error?.code === 'interrupted').length;
    const asks = [...store.allEntries]
      .flatMap(({ content }) => (content.role === 'tools' ? content.results : []))
      .filter(({ tool }) => tool === ASK);
    const ended = (status: string) =>
      asks.filter(({ outcome }) => outcome.status === status).length;
    reached.answered += ended('ok');
    reached.declined += ended('denied');
    reached.expired += ended('expired');
    expect(this.world.questions).toEqual([]);
    // Nobody is asked to decide about what nobody waits for any more.
    expect(gate.approvals.filter(({ end }) => !end)).toEqual([]);
  }
}

describe('any schedule', () => {
  it('keeps the promises', async () => {
    await fc.assert(
      fc.asyncProperty(
        aBeginning,
        fc.array(anAct, { minLength: 5, maxLength: 40 }),
        fc.boolean(),
        (beginning, acts, prompt) => new Schedule().run([...beginning, ...acts], prompt),
      ),
      { numRuns: 250 },
    );
  });

  it('was tried where it hurts', () => {
    expect(Object.entries(reached).filter(([, times]) => times === 0)).toEqual([]);
  });
});
