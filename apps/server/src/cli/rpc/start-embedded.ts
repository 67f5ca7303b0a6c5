import { DAY_MS, iso } from '@kenny/kernel';
import { Writable } from 'node:stream';
import { TokensService, type Acting } from '../../auth/index.js';
import { loadConfig } from '../../config/index.js';
import { SYSTEM } from '../../kernel/index.js';
import { KennyLogger } from '../../logging/index.js';
import { startServer, type RunningServer } from '../../server.js';
import { serverAddress } from '../client/server-address.js';
import { readToken } from '../client/token.js';
import type { CliIo } from '../io.js';
import { startupTrouble } from '../local/startup-errors.js';
import type { Destination } from '../client/server-socket.js';

/** A server that runs in this process. */
export interface Embedded {
  readonly reachable: Destination;
  close(): Promise<void>;
}

const ACTING: Acting = { principal: SYSTEM, door: 'cli', request_id: 'embedded' };
/** Longer than an editor runs; the token ends with the process anyway. */
const TOKEN_DAYS = 30;

/** Starts the server in this process, under the data folder's lock. @throws CliError in words */
export async function startEmbedded(io: CliIo): Promise<Embedded> {
  try {
    const server = await started(io);
    const { token, end } = await accessTo(server, io);
    const address = serverAddress({ url: server.url, insecure: false }, io.env);
    return {
      reachable: { address, token, ca: undefined },
      close: async () => {
        await end();
        await server.close();
      },
    };
  } catch (error) {
    throw startupTrouble(error);
  }
}

function started({ env, cwd, clock, err }: CliIo): Promise<RunningServer> {
  const config = loadConfig(env, cwd);
  const stream = env['KENNY_LOG_LEVEL']?.trim() ? err : silence();
  const logger = new KennyLogger({ level: config.logLevel, format: 'human', stream });
  return startServer(config, { clock, logger });
}

/** The token that is named, as for any server; else one of this process, which ends with it. */
async function accessTo({ app }: RunningServer, io: CliIo) {
  const { env, clock } = io;
  if (env['KENNY_TOKEN']?.trim() || env['KENNY_TOKEN_FILE']?.trim()) {
    return { token: readToken(io), end: () => Promise.resolve() };
  }
  const tokens = app.get(TokensService);
  const { id, token } = await tokens.create(ACTING, {
    operator: { id: 'embedded' },
    name: 'kenny rpc --embedded',
    scope: 'operator',
    decide: true,
    expires_at: iso(clock.now() + TOKEN_DAYS * DAY_MS),
  });
  return { token, end: () => tokens.revoke(ACTING, id) };
}

/** Standard error of an editor's process is for what a person must see. */
function silence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
