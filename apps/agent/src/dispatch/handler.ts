import type { AgentToolName, ArgsOf, ResultOf } from '@kenny/contract/agent';

export interface HandlerContext {
  /**
   * Fires at the deadline, on `cancel`, when the kill switch is turned off, when the agent stops.
   */
  readonly signal: AbortSignal;
  /** Milliseconds that the call may take; `signal` fires then. */
  readonly deadlineMs: number;
}

/**
 * Runs one tool. Its arguments have passed the tool's schema and the guard. Throws `ToolFailure`
 * for what it cannot do, and stops soon after `signal` fires.
 */
export type Handler<T extends AgentToolName> = (
  args: ArgsOf<T>,
  context: HandlerContext,
) => Promise<ResultOf<T>>;

/** Why this PC does not have a tool, in words. */
export interface Unsupported {
  unsupported: string;
}

/** One entry for every agent tool of the catalog: a missing one does not compile. */
export type Handlers = { readonly [T in AgentToolName]: Handler<T> | Unsupported };

/** Tools with a handler, in the catalog's order. */
export function supportedTools(
  handlers: Handlers,
  names: readonly AgentToolName[],
): AgentToolName[] {
  return names.filter((name) => typeof handlers[name] === 'function');
}
