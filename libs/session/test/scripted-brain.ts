import type { Brain, BrainVoice, BrainWork, Thought, ToolUse } from '../src/index.js';

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
