import type { AgentToolName, ArgsOf, ResultOf } from '@kenny/contract/agent';

/** What a handler gets besides its arguments. */
export interface HandlerContext {
  /** Fires at the deadline, on `cancel`, when the kill switch is turned, when the agent stops. */
  readonly signal: AbortSignal;
  /** How long the call may take from now, in milliseconds; `signal` fires then. */
  readonly deadlineMs: number;
}

/**
 * Carries out one tool. Its arguments have passed the tool's schema and the guard. It throws
 * `ToolFailure` for what it cannot do, and stops soon after `signal` fires.
 */
export type Handler<T extends AgentToolName> = (
  args: ArgsOf<T>,
  context: HandlerContext,
) => Promise<ResultOf<T>>;

/** A tool that this PC cannot do, with the reason in words. */
export interface Unsupported {
  unsupported: string;
}

/** One entry for every agent tool of the catalog: a missing one does not compile. */
export type Handlers = { readonly [T in AgentToolName]: Handler<T> | Unsupported };

/** Names of the tools that have a handler, in the catalog's order. */
export function supportedTools(
  handlers: Handlers,
  names: readonly AgentToolName[],
): AgentToolName[] {
  return names.filter((name) => typeof handlers[name] === 'function');
}
