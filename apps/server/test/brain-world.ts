import type {
  BrainWork,
  Choice,
  Delta,
  Entry,
  EntryContent,
  Observation,
  PictureRef,
  Thought,
  ToolOutcome,
  ToolResult,
} from '@kenny/session';
import type { ChatModel, ChatSettings } from '@kenny/contract';
import { FakeClock, MessagesApi, type ModelRequest } from '@kenny/testing';
import type { AppConfig } from '../src/config/index.js';
import { InProcessEventBus } from '../src/kernel/index.js';
import { ModelBrain } from '../src/chat/brain/index.js';
import type { Notes } from '../src/chat/brain/operator-notes.js';
import { ModelService } from '../src/settings/index.js';

type AssistantMessage = { role: string; content: Record<string, unknown>[] };

/** A brain in front of the mocked Messages API, and a conversation that a spec puts together. */
export class BrainWorld {
  readonly deltas: Delta[] = [];
  readonly observations: Observation[] = [];
  readonly abort = new AbortController();
  readonly entries: Entry[] = [];
  /** Base64 by id. */
  readonly pictures = new Map<string, string>();
  readonly fetched: string[] = [];
  agentId: string | null = 'pc1';
  /** Whether pauses between attempts end by themselves. */
  timePasses = true;
  /** Of every model, in tokens. */
  window: number | null = null;
  chosen: Choice = { model: null, effort: null };
  settings: ChatSettings = NOTHING_SET;
  notes: Notes = { blocks: [], tools: [] };
  private made: ModelBrain | undefined;
  private waiting: (() => void)[] = [];
  private listening: (() => void)[] = [];
  private turn = 1;

  private constructor(
    readonly api: MessagesApi,
    readonly clock: FakeClock,
  ) {}

  static async start(more: Partial<AppConfig['anthropic']> = {}): Promise<BrainWorld> {
    const api = await MessagesApi.start();
    const clock = new FakeClock();
    const anthropic = {
      ...{ apiKey: api.key, baseUrl: api.url, model: 'claude-sonnet-4-6', prices: null },
      ...more,
    };
    const { apiKey: key } = anthropic;
    const service = new ModelService(
      { anthropic },
      { current: () => (key === null ? null : { key, source: 'environment' }) },
    );
    const world = new BrainWorld(api, clock);
    const settings = { of: () => Promise.resolve(world.settings) };
    const notes = { of: () => Promise.resolve(world.notes) };
    const models = { default: anthropic.model, find: (id: string) => world.modelOf(id) };
    world.made = new ModelBrain(service, settings, notes, models, clock, new InProcessEventBus());
    return world;
  }

  private modelOf(id: string): ChatModel {
    return { id, name: id, context_window: this.window, reasoning: true };
  }

  get brain(): ModelBrain {
    if (!this.made) throw new Error('the world has not begun');
    return this.made;
  }

  says(text: string, images?: readonly PictureRef[]): this {
    return this.add({ role: 'user', text, ...(images ? { images } : {}) });
  }

  /** What was thought is part of the conversation from now on, as it comes back from a store. */
  keeps({ raw, text, calls }: Thought): this {
    return this.add(stored({ role: 'assistant', raw, text, calls }));
  }

  results(...results: readonly ToolResult[]): this {
    return this.add({ role: 'tools', results });
  }

  nextTurn(): this {
    this.turn += 1;
    return this;
  }

  /** One round. Pauses between attempts take no time. */
  think(): Promise<Thought> {
    const delta = (one: Delta): void => {
      this.deltas.push(one);
      for (const resolve of this.listening.splice(0)) resolve();
    };
    const observe = (one: Observation): void => {
      this.observations.push(one);
      for (const resolve of this.waiting.splice(0)) resolve();
      if (!this.timePasses) return;
      setImmediate(() => this.clock.advance(Number(one.payload['delaySeconds']) * 1000));
    };
    return this.brain.think(this.work(), { delta, observe }, this.abort.signal);
  }

  /** Resolves when so many pauses have begun. */
  async retries(count: number): Promise<void> {
    while (this.observations.length < count) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** Resolves when so much text has come. */
  async streaming(text: string): Promise<void> {
    while (this.streamed('assistant') !== text) {
      await new Promise<void>((resolve) => this.listening.push(resolve));
    }
  }

  /** One round whose outcome is kept. */
  async round(): Promise<Thought> {
    const thought = await this.think();
    this.keeps(thought);
    return thought;
  }

  /** What was streamed, put together. */
  streamed(kind: Delta['kind']): string {
    return this.deltas.flatMap((one) => (one.kind === kind ? [one.text] : [])).join('');
  }

  /** The last request. */
  get request(): ModelRequest {
    const request = this.api.requests.at(-1);
    if (!request) throw new Error('nothing was asked');
    return request;
  }

  get messages(): AssistantMessage[] {
    return this.request.body['messages'] as AssistantMessage[];
  }

  /** The texts of the results in the last request, in their order. */
  get told(): Record<string, unknown>[] {
    return this.messages.flatMap(({ content }) =>
      content.flatMap(({ type, content: inner }) =>
        type === 'tool_result' ? [inner as Record<string, unknown>[]].flatMap(textsIn) : [],
      ),
    );
  }

  async stop(): Promise<void> {
    await this.api.stop();
  }

  private add(content: EntryContent): this {
    const number = this.entries.length + 1;
    this.entries.push({
      ...{ id: `e${number}`, session_id: 's1', turn_id: `t${this.turn}`, number, at: 0, content },
    });
    return this;
  }

  /** Of the pictures that are asked for, those that are kept here. */
  private readonly stored = (ids: readonly string[]) => {
    this.fetched.push(...ids);
    return Promise.resolve(new Map([...this.pictures].filter(([id]) => ids.includes(id))));
  };

  private work(): BrainWork {
    const session = { ...SESSION, agent_id: this.agentId, entries: this.entries.length };
    return {
      session,
      turn: { ...TURN, id: `t${this.turn}`, chosen: this.chosen },
      entries: this.entries,
      pictures: this.stored,
    };
  }
}

const NOTHING_SET: ChatSettings = {
  ...{ chat_model: null, reasoning_effort: null },
  compaction: { enabled: true, reserve_tokens: 16_384, keep_recent_tokens: 20_000 },
  memory: { enabled: false, auto_summary: false },
};

const SESSION: BrainWork['session'] = {
  ...{
    id: 's1',
    owner_id: 'anna',
    name: null,
    agent_id: null,
    kind: 'chat',
    parent_id: null,
    agents: null,
  },
  ...{ sensitive: false, granted: false, model: null, effort: null },
  ...{ created_at: 0, updated_at: 0, deleted_at: null, turns: 1, entries: 0 },
};

const TURN: BrainWork['turn'] = {
  ...{ id: 't1', session_id: 's1', number: 1, status: 'running', requester: {}, round: 1 },
  ...{
    input: { text: '' },
    cancel_requested: false,
    calls: [],
    approvals: [],
    steering: [],
    tainted_by: [],
  },
  ...{ sequence: 0, error: null, usage: {}, created_at: 0, started_at: 0, finished_at: null },
};

function stored<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function textsIn(parts: Record<string, unknown>[]): Record<string, unknown>[] {
  return parts.flatMap(({ type, text }) =>
    type === 'text' ? [JSON.parse(String(text)) as Record<string, unknown>] : [],
  );
}

/** How a call ended, for `BrainWorld.results`. */
export function ended(
  tool_call_id: string,
  tool: string,
  outcome: Partial<ToolOutcome> = {},
): ToolResult {
  const whole = { status: 'ok' as const, call_id: 'c', agent_id: 'pc1', ...outcome };
  return { tool_call_id, tool, outcome: whole };
}
