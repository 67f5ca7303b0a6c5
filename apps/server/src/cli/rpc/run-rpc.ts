import {
  EXIT_CODES,
  RPC_CATALOG,
  RPC_ERRORS,
  RPC_UNSUPPORTED,
  type ExitCode,
  type RpcMethod,
} from '@kenny/contract/client';
import {
  contentLength,
  Peer,
  RpcError,
  stdioStreams,
  type Params,
  type PeerLog,
  type RequestContext,
} from '@kenny/jsonrpc';
import { serverAddress } from '../client/server-address.js';
import { readToken } from '../client/token.js';
import { certificateAuthority, refuseUnknownNames, type Globals } from '../invocation.js';
import { settingOf, type CliIo } from '../io.js';
import { EditorEvents } from './editor-events.js';
import { EditorMethods } from './editor-methods.js';
import { Handles } from './handles.js';
import { refusedWithoutSecrets } from './redaction.js';
import { LocalWorkspace } from './local-workspace.js';
import { ServerLink, type FindServer } from './server-link.js';

export { EmbeddedServer } from './embedded-server.js';

/**
 * An editor that reads nothing may cost 8 MiB. What waits for it is bounded by half of that: short
 * frames cost as much again for what Node keeps beside each.
 */
const WAITING_BYTES = 4 * 1024 * 1024;
/** How long the end waits for empty conversations to be removed. */
const TIDY_MS = 300;

/** Runs until the editor is done; resolves with the exit code. */
export async function runRpc(
  io: CliIo,
  destination: FindServer,
  streams = stdioStreams(),
): Promise<ExitCode> {
  const log = quietLog(io);
  const handles = new Handles();
  const peer = new Peer({
    ...streams,
    ...{ framing: contentLength, clock: io.clock, log },
    limits: { maxQueuedBytes: WAITING_BYTES },
    onOverflow: () => events.fellBehind(),
    onDrained: (facts) => events.caughtUp(facts),
  });
  const events = new EditorEvents(handles, peer);
  const link: ServerLink = new ServerLink({
    ...{ destination, clock: io.clock, log },
    notified: (method, params) => events.take(method, params),
    connected: (fresh) => methods.takeUp(fresh),
  });
  const leave = () => void peer.close();
  const methods: EditorMethods = new EditorMethods(
    link,
    handles,
    events,
    new LocalWorkspace(io.cwd),
    leave,
  );
  for (const method of Object.keys(RPC_CATALOG) as RpcMethod[]) register(peer, methods, method);
  for (const [method, { capability, reason }] of Object.entries(RPC_UNSUPPORTED)) {
    peer.onQuick(method, () => {
      throw unsupported(method, capability, reason);
    });
  }
  const linking = link.run();
  io.stop.addEventListener('abort', leave, { once: true });
  if (io.stop.aborted) leave();
  peer.start();
  const closed = await peer.closed;
  await Promise.race([methods.tidyAllBut(null), after(io, TIDY_MS)]);
  link.close();
  await linking;
  return closed.reason === 'fatal' ? EXIT_CODES.failed : EXIT_CODES.ok;
}

/** All of them: which ones are there is for the server to say, which may be newer. */
function register(peer: Peer, methods: EditorMethods, method: RpcMethod): void {
  const { pace, group } = RPC_CATALOG[method];
  if (group === 'internal') return;
  const handler = methods.of(method);
  const careful = async (params: Params, context: RequestContext): Promise<unknown> => {
    try {
      return await handler(params, context);
    } catch (error) {
      throw error instanceof RpcError ? refusedWithoutSecrets(error) : error;
    }
  };
  if (pace === 'slow') peer.onSlow(method, careful);
  else peer.onQuick(method, careful, (params) => methods.keyOf(params));
}

function unsupported(method: string, capability: string, reason: string): RpcError {
  const data = { code: 'unsupported', capability };
  return new RpcError(RPC_ERRORS.unsupported.number, `${method} is not supported: ${reason}`, data);
}

/** As every command has them; read again at each attempt, so that a token can be mended meanwhile. */
export function namedServer(io: CliIo, { url, insecure }: Globals): FindServer {
  return () => {
    refuseUnknownNames(io.env);
    return {
      address: serverAddress({ url, insecure: insecure === true }, io.env),
      token: readToken(io),
      ca: certificateAuthority(io),
    };
  };
}

/** Editors show every line on standard error as a fault: silent unless it was asked for. */
function quietLog({ env, err }: CliIo): PeerLog {
  const wanted = env['KENNY_LOG_LEVEL'] !== undefined && settingOf(env, 'KENNY_LOG_LEVEL') !== '';
  const write = (facts: object, message: string) => {
    const { err: error, ...rest } = facts as { err?: unknown };
    const why = error instanceof Error ? { error: error.message } : {};
    if (wanted) err.write(`kenny rpc: ${message} ${JSON.stringify({ ...rest, ...why })}\n`);
  };
  return { warn: write, error: write };
}

function after({ clock }: CliIo, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(resolve, ms);
  });
}
