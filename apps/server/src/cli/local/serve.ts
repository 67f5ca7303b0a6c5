import { EXIT_CODES, SERVER_FILES, type ExitCode } from '@kenny/contract';
import type { Clock, Timer } from '@kenny/kernel';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FirstAdminToken, type FirstAdmin } from '../../auth/index.js';
import { isHidden, loadConfig, secretFilesOf, type AppConfig } from '../../config/index.js';
import { inStartWords, shownDatabase } from '../../database/index.js';
import { startServer, type RunningServer } from '../../server.js';
import type { Invocation } from '../invocation.js';
import type { CliIo } from '../io.js';
import { look, say, type Shown } from '../output/shown.js';
import { letYoungGrow } from '../young-generation.js';
import { offerLocalAgent } from './local-agent.js';
import { parentChannel, type ParentChannel } from './parent-channel.js';
import { startupTrouble } from './startup-errors.js';

export interface ServeParts {
  readonly start: typeof startServer;
  /** To the parent process. */
  readonly channel: ParentChannel | undefined;
}

/** Grace period of a start that was told to stop. */
const STOPPING_START_MS = 1_000;

/**
 * `kenny serve`: runs until Ctrl+C, SIGTERM or the end of the parent process. With its exit code it
 * asks to be started again, as for a backup that is to be restored, or to be updated first.
 */
export async function serve({ io, screen }: Invocation, parts?: ServeParts): Promise<ExitCode> {
  const config = readConfig(io);
  // Only a server that may start uses the pipe.
  const { start, channel } = parts ?? { start: startServer, channel: parentChannel() };
  const stop = channel ? AbortSignal.any([io.stop, channel.gone]) : io.stop;
  const starting = start(config, { clock: io.clock }).catch((error: unknown) => {
    throw startupTrouble(error, `${config.host}:${config.port}`);
  });
  const server = await unlessStopped(starting, stop, io.clock);
  if (!server) {
    screen.print(say`kenny is stopping before it has started`);
    return EXIT_CODES.ok;
  }
  try {
    const admin = await firstAdmin(server, config, io);
    const lines =
      admin.kind === 'generated' ? handOver(admin.token, io, config) : adminLines(admin);
    screen.print(say`kenny is listening on ${server.url}`, ...lines, ...openSecretLines(io));
    if (channel) offerLocalAgent(server, channel);
    const over = AbortSignal.any([stop, server.restart]);
    letYoungGrow(over);
    await aborted(over);
    screen.print(stop.aborted ? say`kenny is stopping` : say`kenny is restarting`);
  } finally {
    await server.close();
  }
  return stop.aborted ? EXIT_CODES.ok : (server.restart.reason as ExitCode);
}

function firstAdmin(
  { app }: RunningServer,
  config: AppConfig,
  { out }: CliIo,
): Promise<FirstAdmin> {
  const ensured = app.get(FirstAdminToken).ensure((token) => {
    if (!out.isTTY) keepFirstToken(token, config);
  });
  return ensured.catch((error: unknown) => {
    throw startupTrouble(inStartWords(error, shownDatabase(config.database)));
  });
}

/**
 * Whoever is told to stop while it starts comes to its end in order if that takes no more than a
 * moment; else the process ends without it, as safely as by `kill -9`.
 */
async function unlessStopped(
  starting: Promise<RunningServer>,
  stop: AbortSignal,
  clock: Clock,
): Promise<RunningServer | undefined> {
  const over = new AbortController();
  let limit: Timer | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    const begin = () => {
      limit = clock.setTimer(() => resolve(undefined), STOPPING_START_MS);
    };
    if (stop.aborted) begin();
    else stop.addEventListener('abort', begin, { once: true, signal: over.signal });
  });
  try {
    return await Promise.race([starting, tooLate]);
  } finally {
    over.abort();
    limit?.cancel();
  }
}

function readConfig({ env, cwd }: Invocation['io']): AppConfig {
  try {
    return loadConfig(env, cwd);
  } catch (error) {
    throw startupTrouble(error);
  }
}

/** On a terminal only: a journal or a pipe would keep the secret for others to read. */
function handOver(token: string, { out }: Invocation['io'], { dataDir }: AppConfig): Shown[] {
  if (out.isTTY) {
    return [say``, say`The first admin token, shown this once:`, say``, say`    ${token}`, say``];
  }
  return [
    say``,
    say`The first admin token is in this file, which only this user may read:`,
    say``,
    say`    ${firstTokenFile(dataDir)}`,
    say``,
    say`Keep it in your password manager, then delete the file.`,
    say``,
  ];
}

const firstTokenFile = (dataDir: string): string => join(dataDir, SERVER_FILES.firstToken);

function keepFirstToken(token: string, { dataDir }: AppConfig): void {
  const file = firstTokenFile(dataDir);
  rmSync(file, { force: true });
  writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx', flush: true });
}

/** An agent on this machine could read them as root on a model's request. */
function openSecretLines({ env, cwd }: Invocation['io']): Shown[] {
  return secretFilesOf(env, cwd)
    .filter((secret) => !isHidden(secret))
    .map(({ variable, file }) => {
      const words = `${variable}: an agent on this machine may read ${file}; "kenny doctor" says what to do`;
      return look(words, 'yellow');
    });
}

function adminLines(admin: FirstAdmin): Shown[] {
  if (admin.kind !== 'revoked') return [];
  const words =
    'KENNY_OPERATOR_TOKEN names a token that was revoked; it stays so. Set another one.';
  return [look(words, 'yellow')];
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
