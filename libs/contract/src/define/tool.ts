import type { GuardGroup, Os, ToolTopic } from '../constants.js';

export type Shape<T extends object> = new () => T;
export type Effect = 'read' | 'change';
export type Risk = 'none' | 'low' | 'medium' | 'high';

/** Since the first protocol, or since a numbered addition to it: agents announce what that brought. */
export type Since = '0.8' | `0.8+${number}`;

/**
 * What a call does, in a sentence or two for everybody: `{pc}` is the PC, `{path}` the argument of
 * that name. Of several, the first counts whose arguments the call has.
 */
export type Does = string | readonly string[];

/** A shell that runs an argument as it is. */
export interface Runs<Argument> {
  shell: 'powershell' | 'posix';
  argument: Argument;
}

/** Everything kenny knows of one tool; all else is derived from it (design §1.1). */
export interface ToolDefinition<N extends string, A extends object, R extends object> {
  name: N;
  /** What it does in a few words, as people say it before `on <PC>`: `Clear the DNS cache`. */
  title: string;
  /** One or two sentences for a model and for a person. */
  description: string;
  args: Shape<A>;
  result: Shape<R>;
  /** `change` always needs an approval, at every door (D5). No default. */
  effect: Effect;
  risk: Risk;
  /** Why it is that risky, behind `High risk:`. Every change has it. */
  riskWhy?: string;
  /** Reads people's data: off for `mcp` and `task` tokens unless granted. */
  sensitive?: boolean;
  /** Never offered to a model or listed at a door; the server uses it itself. */
  hidden?: boolean;
  where: 'agent' | 'server';
  /** Every tool of an agent has it. */
  topic?: ToolTopic;
  /** For whoever approves a call of it. Every tool of an agent has it. */
  does?: Does;
  /** What a call of it deletes or replaces, behind `deletes`; a script may delete anything. */
  deletes?: string;
  /** Of a tool that runs scripts. */
  runs?: Runs<keyof A & string>;
  /** From when on agents have it; those that do not announce a later one are never asked. */
  since?: Since;
  /** Systems on which an agent can do it; elsewhere it is `unsupported`. */
  os: readonly Os[];
  /** Which arguments each rule group of the guard reads. */
  guards: Partial<Record<GuardGroup, readonly (keyof A & string)[]>>;
  /** String arguments that no rule group reads, each with the reason. */
  unguarded?: Partial<Record<keyof A & string, string>>;
  /** Seconds until the agent stops the tool; `from` names the argument that overrides it. */
  deadline: { default_s: number; from?: keyof A & string };
  hints: { destructive: boolean; idempotent: boolean; openWorld: boolean };
}

/** A tool whose name and shapes are not known: what code that walks over all tools works with. */
export interface AnyTool extends Omit<
  ToolDefinition<string, object, object>,
  'guards' | 'unguarded' | 'deadline' | 'runs'
> {
  runs?: Runs<string>;
  guards: Partial<Record<GuardGroup, readonly string[]>>;
  unguarded?: Partial<Record<string, string>>;
  deadline: { default_s: number; from?: string };
}

/** Keeps the literal types of the definition, so that names and shapes can be derived. */
export function defineTool<
  const N extends string,
  A extends object,
  R extends object,
  const W extends 'agent' | 'server',
>(
  definition: ToolDefinition<N, A, R> & { where: W } & (W extends 'agent'
      ? { since: Since; does: Does; topic: ToolTopic }
      : { since?: never; does?: never; topic?: never }),
): ToolDefinition<N, A, R> & { where: W } {
  return definition;
}

/**
 * A tool that a conversation itself answers: offered to the model of a chat, and to nobody else. It
 * reaches no PC, so no door lists it, no call of it can be approved, and no guard has to read it.
 */
export interface ConversationToolDefinition<N extends string, A extends object, R extends object> {
  name: N;
  title: string;
  description: string;
  args: Shape<A>;
  result: Shape<R>;
}

export function defineConversationTool<const N extends string, A extends object, R extends object>(
  definition: ConversationToolDefinition<N, A, R>,
): ConversationToolDefinition<N, A, R> {
  return definition;
}
