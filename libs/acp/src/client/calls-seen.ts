import type { ToolFacts } from '../events/event.js';
import { ACP_LIMITS } from '../limits/limits.js';
import { defined } from '../limits/reading.js';

/** What is remembered of a call of a tool. */
interface SeenCall {
  readonly turn: number | null;
  readonly kinds: ReadonlySet<string>;
  readonly facts: ToolFacts;
}

/** Calls of tools and messages that were told, the oldest of which are forgotten. */
export class CallsSeen {
  private readonly calls = new Map<string, SeenCall>();
  private readonly recent = new Map<string, ToolFacts>();
  private readonly messages = new Map<string, number | null>();

  /** An agent may use an id anew: a call that begins belongs to the turn at work. */
  begin(tool: ToolFacts, turn: number | null): number | null {
    this.calls.delete(tool.id);
    this.recent.delete(tool.id);
    return this.update(tool, turn);
  }

  /** The turn in which the call began; one that is not known begins now. */
  update(tool: ToolFacts, turn: number | null): number | null {
    const known = this.calls.get(tool.id);
    const kinds = new Set(known?.kinds);
    if (tool.toolKind !== undefined) kinds.add(tool.toolKind);
    const began = known ? known.turn : turn;
    const { id, title, toolKind, toolName } = tool;
    const facts = { ...known?.facts, ...defined({ id, title, toolKind, toolName }) };
    remember(this.calls, id, { turn: began, kinds, facts }, ACP_LIMITS.rememberedCalls);
    const all = { ...this.recent.get(id), ...tool };
    remember(this.recent, id, all, ACP_LIMITS.recentCalls);
    return began;
  }

  /** The turn in which the message began. */
  message(id: string, turn: number | null): number | null {
    const began = this.messages.get(id);
    if (began !== undefined) return began;
    remember(this.messages, id, turn, ACP_LIMITS.rememberedCalls);
    return turn;
  }

  /** What was told of a call, and over it what is told now; every kind that was ever told. */
  with(tool: ToolFacts): { readonly tool: ToolFacts; readonly toolKinds: readonly string[] } {
    const known = this.calls.get(tool.id);
    const kinds = new Set(known?.kinds);
    if (tool.toolKind !== undefined) kinds.add(tool.toolKind);
    return {
      tool: { ...known?.facts, ...this.recent.get(tool.id), ...tool },
      toolKinds: [...kinds],
    };
  }
}

/** The newest stands last. */
function remember<T>(map: Map<string, T>, id: string, value: T, most: number): void {
  map.delete(id);
  map.set(id, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
