import type {
  Brain,
  BrainVoice,
  BrainWork,
  Compactor,
  SummaryWork,
  Thought,
  TokensOf,
  ToolUse,
} from '../src/index.js';

/** One round that is at work; the test says how it ends. */
export interface Round {
  readonly work: BrainWork;
  readonly voice: BrainVoice;
  readonly signal: AbortSignal;
  answer(thought: Thought): void;
  fail(error: Error): void;
}

/** Thinks what the test says, when the test says it. */
export class ScriptedBrain implements Brain {
  compactor?: ScriptedCompactor;
  readonly rounds: Round[] = [];
  /** Rounds that nobody has answered yet. */
  open: Round[] = [];

  think(work: BrainWork, voice: BrainVoice, signal: AbortSignal): Promise<Thought> {
    return new Promise((resolve, reject) => {
      const done = (end: () => void) => () => {
        this.open = this.open.filter((one) => one !== round);
        end();
      };
      const round: Round = {
        ...{ work, voice, signal },
        answer: (thought) => done(() => resolve(thought))(),
        fail: (error) => done(() => reject(error))(),
      };
      this.rounds.push(round);
      this.open.push(round);
    });
  }

  get last(): Round {
    const last = this.rounds.at(-1);
    if (!last) throw new Error('the brain was not asked');
    return last;
  }
}

/** One summary that is being written; the test says how it ends. */
export interface OpenSummary {
  readonly work: SummaryWork;
  readonly instructions: string;
  readonly signal: AbortSignal;
  answer(summary: string): void;
  fail(error: Error): void;
}

/** A message is as many tokens as it has characters, everything else ten. */
export class ScriptedCompactor implements Compactor {
  open: OpenSummary[] = [];

  constructor(
    private readonly window: number,
    private readonly keep: number,
  ) {}

  readonly tokensOf: TokensOf = (content) => (content.role === 'user' ? content.text.length : 10);

  room() {
    // The least reserve is 12,000 tokens.
    const window = this.window + 12_000;
    const settings = { enabled: true, reserve_tokens: 0, keep_recent_tokens: this.keep };
    return Promise.resolve({ window, settings });
  }

  summarise(work: SummaryWork, instructions: string, signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const done = (end: () => void): void => {
        this.open = this.open.filter((one) => one !== open);
        end();
      };
      const open: OpenSummary = {
        ...{ work, instructions, signal },
        answer: (summary) => done(() => resolve(summary)),
        fail: (error) => done(() => reject(error)),
      };
      this.open.push(open);
    });
  }
}

export function says(text: string): Thought {
  return { raw: { role: 'assistant', text }, text, calls: [], stop: 'end', usage: { tokens: 1 } };
}

export function wants(...calls: ToolUse[]): Thought {
  return {
    raw: { role: 'assistant', calls },
    text: '',
    calls,
    stop: 'tools',
    usage: { tokens: 1 },
  };
}

export function use(
  tool_call_id: string,
  tool: string,
  args: Record<string, unknown> = {},
): ToolUse {
  return { tool_call_id, tool, args };
}
