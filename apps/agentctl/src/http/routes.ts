import type { AGENTCTL_ROUTES } from '@kenny/contract/agentctl';
import { type AgentctlInfo, type AgentctlRouteName } from '@kenny/contract/agentctl';
import { iso, type Clock } from '@kenny/kernel';
import { Refusal } from '../errors/refusal.js';
import type { Supervisor } from '../process/supervisor.js';
import type { Relay } from '../relay/relay.js';
import type { Sink } from '../streams/listener.js';
import {
  calledMethod,
  countOf,
  flagOf,
  permissionAnswer,
  sentMessage,
  stopForce,
} from './bodies.js';

/** What routes answer with. */
export interface Served {
  relay: Relay;
  supervisor: Supervisor;
  clock: Clock;
  info(this: void): AgentctlInfo;
}

export interface Asked {
  body: Record<string, unknown>;
  query: URLSearchParams;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

export interface Answer {
  status: number;
  /** Bytes are JSON already. */
  body: unknown;
}

export type HttpRoute = (asked: Asked) => Answer | Promise<Answer>;
/**
 * What a socket is attached to, and what then detaches it.
 * @throws Refusal before there is a socket
 */
export type SocketRoute = (query: URLSearchParams) => (sink: Sink) => () => void;

export type SocketRouteName = {
  [Name in AgentctlRouteName]: (typeof AGENTCTL_ROUTES)[Name]['socket'] extends true ? Name : never;
}[AgentctlRouteName];

export type HttpRouteName = Exclude<AgentctlRouteName, SocketRouteName>;

const ok = (body: unknown): Answer => ({ status: 200, body });

export function httpRoutes({
  relay,
  supervisor,
  clock,
  info,
}: Served): Record<HttpRouteName, HttpRoute> {
  return {
    health: () => ok({ status: 'ok', timestamp: iso(clock.now()) }),
    status: () => ok(supervisor.state),
    info: () => ok(info()),
    start: async () => {
      await supervisor.start();
      return ok({ success: true, message: 'agent started' });
    },
    stop: async ({ body }) => {
      await supervisor.stop({ force: stopForce(body) });
      return ok({ success: true, message: 'agent stopped' });
    },
    send: ({ body }) => {
      const sent = sentMessage(body);
      if (sent.kind === 'answer') relay.requests.answer(sent.message);
      else relay.write(sent.kind === 'legacy' ? sent.line : sent.message);
      return { status: 202, body: { success: true } };
    },
    call: async ({ body, signal }) => {
      const { method, params, timeoutMs } = calledMethod(body);
      const send = (id: number): void => relay.write({ jsonrpc: '2.0', id, method, params });
      return ok(await relay.calls.call(send, timeoutMs, signal));
    },
    permissions: () => ok(relay.requests.permissions),
    respond: ({ body }) => {
      const { pendingId, outcome } = permissionAnswer(body);
      relay.requests.respond(pendingId, outcome);
      return ok({ success: true });
    },
    output: ({ query }) => {
      const lines = relay.output.last(countOf(query, 'last'));
      return ok({ lines, total: relay.output.total });
    },
  };
}

export function socketRoutes({ relay }: Served): Record<SocketRouteName, SocketRoute> {
  return {
    stream: () => {
      assertRoom(relay.messages);
      return (sink) => relay.listen(sink);
    },
    permissionStream: () => {
      assertRoom(relay.requests);
      return (sink) => relay.requests.watch(sink);
    },
    outputStream: (query) => {
      assertRoom(relay.output);
      const history = flagOf(query, 'history') ? countOf(query, 'history_count') : 0;
      return (sink) => relay.output.watch(sink, history);
    },
  };
}

function assertRoom({ full }: { full: boolean }): void {
  if (full) throw new Refusal('busy', 'too many listen already', 'Close one of them.');
}
