import {
  isOver,
  ConversationEngine,
  type Changes,
  type CompactionNews,
  type Message,
  type OpenQuestion,
  type ConversationRecord,
} from '../src/index.js';
import { FakeGate } from './fake-gate.js';
import { ManualClock } from './manual-clock.js';
import { MemoryStore } from './memory-store.js';
import { ScriptedBrain } from './scripted-brain.js';

/** One store and one gate, as durable as disks, and engines on them that may die. */
export class ConversationWorld {
  readonly store = new MemoryStore();
  readonly clock = new ManualClock();
  readonly gate = new FakeGate(this.clock);
  readonly told: Changes[] = [];
  readonly troubles: string[] = [];
  readonly compactions: CompactionNews[] = [];
  brain = new ScriptedBrain();
  engine = this.anEngine();
  private ids = 0;

  private anEngine(): ConversationEngine {
    const { store, gate, clock, brain } = this;
    return new ConversationEngine({
      ...{ store, clock, tools: gate },
      brainOf: () => brain,
      newId: () => `id${(this.ids += 1)}`,
      watch: (changes) => this.told.push(changes),
      compacting: (news) => this.compactions.push(news),
      trouble: (what) => this.troubles.push(what),
    });
  }

  /** `kill -9` and a new start. */
  async restart(): Promise<void> {
    this.engine.stop();
    this.gate.crash();
    this.brain = new ScriptedBrain();
    this.engine = this.anEngine();
    await this.engine.start();
    await this.rest();
  }

  session(agent_id: string | null = 'pc1'): Promise<ConversationRecord> {
    return this.engine.create({ owner_id: 'anna', name: null, agent_id, agents: null });
  }

  async say(
    sessionId: string,
    text: string,
    more: Partial<Omit<Message, 'text'>> = {},
  ): Promise<string> {
    const requester = { kind: 'chat', id: 'anna' };
    const turnId = await this.engine.message(sessionId, { text, requester, ...more });
    await this.rest();
    return turnId;
  }

  /** Everything that can happen without the clock, the brain or a person has happened. */
  async rest(): Promise<void> {
    for (let i = 0; i < 60; i += 1) await Promise.resolve();
  }

  /** What waits for an answer, in whichever conversation. */
  get questions(): OpenQuestion[] {
    return [...this.store.turns.values()]
      .filter((turn) => !isOver(turn))
      .flatMap(({ calls }) => calls)
      .flatMap(({ phase, question }) => (phase === 'waiting' && question ? [question] : []));
  }

  status(turnId: string): string | undefined {
    return this.store.turns.get(turnId)?.status;
  }
}
