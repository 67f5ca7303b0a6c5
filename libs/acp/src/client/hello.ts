import { RpcError, RpcNumber } from '@kenny/jsonrpc';
import type { AgentFacts } from '../handshake/agent.js';
import {
  initializeParams,
  legacyAgent,
  readAgent,
  seedInitializeParams,
} from '../handshake/initialize.js';
import { AcpError } from '../limits/acp-error.js';
import { ACP_TIMES } from '../limits/limits.js';
import { Reading } from '../limits/reading.js';
import type { AgentLine } from './agent-line.js';
import type { AcpConnectOptions } from './options.js';

/** An agent that does not know the number answers with one of these. */
const RETRY: ReadonlySet<number> = new Set([
  ...[RpcNumber.invalidRequest, RpcNumber.invalidParams, RpcNumber.internalError],
]);

type HelloOptions = Pick<AcpConnectOptions, 'clientVersion' | 'initializeTimeoutMs' | 'signal'>;

/**
 * Finds out whom we talk to. `legacy` resolves with the agent's id when a line without JSON-RPC comes
 * first. @throws AcpError, or the signal's reason
 */
export async function hello(
  line: AgentLine,
  { clientVersion, initializeTimeoutMs = ACP_TIMES.initializeMs, signal }: HelloOptions,
  legacy: Promise<string | undefined>,
): Promise<AgentFacts> {
  signal?.throwIfAborted();
  let stop: (error: unknown) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => (stop = reject));
  const timer = line.clock.setTimer(() => {
    const seconds = Math.round(initializeTimeoutMs / 1_000);
    stop(
      new AcpError(
        'initialize_timeout',
        `The agent did not answer initialize within ${seconds} s. Check its command: does it speak the Agent Client Protocol?`,
      ),
    );
  }, initializeTimeoutMs);
  const onAbort = (): void => stop(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  try {
    return await Promise.race([stopped, ask(line, clientVersion), legacy.then(legacyAgent)]);
  } finally {
    timer.cancel();
    signal?.removeEventListener('abort', onAbort);
  }
}

async function ask(line: AgentLine, version: string): Promise<AgentFacts> {
  try {
    return readAgent(await initialize(line, version));
  } catch (error) {
    throw asAcpError(error);
  }
}

async function initialize(line: AgentLine, version: string): Promise<unknown> {
  try {
    return await line.request('initialize', initializeParams(version));
  } catch (error) {
    if (!(error instanceof RpcError) || !RETRY.has(error.code)) throw error;
    return line.request('initialize', seedInitializeParams(version));
  }
}

function asAcpError(error: unknown): AcpError {
  if (error instanceof AcpError) return error;
  if (error instanceof RpcError) {
    const words = `The agent refused initialize: ${agentWords(error)}`;
    return new AcpError('initialize_failed', words, error.code);
  }
  return new AcpError('ended', 'The agent ended before it answered initialize');
}

/** An agent's own words about an error, cut. */
export function agentWords({ message, code }: RpcError): string {
  return `${new Reading().title(message) ?? ''} (${code})`;
}
