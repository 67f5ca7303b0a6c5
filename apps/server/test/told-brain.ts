import type { Brain, BrainVoice, BrainWork, Compactor, Thought, ToolUse } from '@kenny/session';

/** One round of the brain at work; the test says how it ends. */
export interface ThinkingRound {
  readonly work: BrainWork;
  readonly voice: BrainVoice;
  readonly signal: AbortSignal;
  say(text: string): void;
  want(...calls: ToolUse[]): void;
  fail(error: Error): void;
}

type Plan = (work: BrainWork) => Thought;

/**
 * A brain that says what the test has told it to, round after round, and fails loudly when it is
 * asked for more. A test that wants to hold a round in its hand takes it with `nextRound`.
 */
export class ToldBrain implements Brain {
  /** What has reached it, in the order of the rounds. */
  readonly asked: BrainWork[] = [];
  readonly faults: string[] = [];
  /** Given by a test that has conversations summarised. */
  compactor?: Compactor;
  private readonly plans: Plan[] = [];
  private unplanned: Plan | undefined;
  private readonly takers: ((round: ThinkingRound) => void)[] = [];

  /** The next rounds, in this order. */
  will(...plans: (Thought | Plan)[]): this {
    this.plans.push(...plans.map((plan) => (typeof plan === 'function' ? plan : () => plan)));
    return this;
  }

  /** Every round that nothing else was planned for. */
  always(plan: Plan): this {
    this.unplanned = plan;
    return this;
  }

  /** The next round that is not planned; it waits for the test. */
  nextRound(): Promise<ThinkingRound> {
    return new Promise((resolve) => this.takers.push(resolve));
  }

  think(work: BrainWork, voice: BrainVoice, signal: AbortSignal): Promise<Thought> {
    this.asked.push(work);
    const plan = this.plans.shift() ?? (this.takers.length === 0 ? this.unplanned : undefined);
    if (plan) return Promise.resolve(plan(work));
    const taker = this.takers.shift();
    if (!taker) return this.untold(work);
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      taker({
        ...{ work, voice, signal },
        say: (text) => resolve(saying(text)),
        want: (...calls) => resolve(wanting(...calls)),
        fail: reject,
      });
    });
  }

  private untold({ turn }: BrainWork): Promise<never> {
    const fault = `the brain was not told what to say in round ${turn.round} to "${turn.input.text}"`;
    this.faults.push(fault);
    return Promise.reject(new Error(fault));
  }

  /** For the end of a test: it was asked for nothing that it was not told, and for all of that. */
  mustBeDone(): void {
    const faults = this.faults.splice(0);
    const left = this.plans.splice(0);
    if (faults.length > 0) throw new Error(faults.join('; '));
    if (left.length > 0) throw new Error(`${left.length} rounds did not come`);
  }
}

export function saying(text: string): Thought {
  const raw = { role: 'assistant', content: [{ type: 'text', text }] };
  return { raw, text, calls: [], stop: 'end', usage: { output_tokens: text.length } };
}

export function wanting(...calls: ToolUse[]): Thought {
  const raw = { role: 'assistant', content: calls };
  return { raw, text: '', calls, stop: 'tools', usage: { output_tokens: 1 } };
}

let calls = 0;

export function use(tool: string, args: Record<string, unknown> = {}): ToolUse {
  return { tool_call_id: `toolu_${(calls += 1)}`, tool, args };
}
