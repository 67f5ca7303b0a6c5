import { type Clock, faultPoint, systemClock } from '@kenny/kernel';
import type { DynamicModule, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { AppModule } from './app.module.js';
import { FirstAdminToken } from './auth/index.js';
import { backupBeforeUpgrade } from './backup/index.js';
import { hostInUrl, type AppConfig } from './config/index.js';
import { DatabaseOwner, inStartWords, shownDatabase } from './database/index.js';
import { configureHttp, RawWsAdapter } from './doors/index.js';
import { createLogger, type KennyLogger } from './logging/index.js';
import { AgentsDoor } from './network/index.js';
import { finishRestore, Restart } from './restore/index.js';

export interface RunningServer {
  readonly app: NestExpressApplication;
  /** The actual address, empty without one; with port 0 the system chooses the port. */
  readonly url: string;
  /** Aborted, with its exit code, when the server itself wants to be started again. */
  readonly restart: AbortSignal;
  close(): Promise<void>;
}

/** What a test brings of its own; everything else is the server that ships. */
export interface ServerParts {
  readonly clock?: Clock;
  readonly logger?: KennyLogger;
  /** Makes Nest's application of all modules; a test replaces providers there. */
  readonly create?: CreateApplication;
  /** It opens no port: it only shows that it would start. */
  readonly unreachable?: boolean;
}

export type CreateApplication = (
  root: DynamicModule,
  options: NestApplicationOptions,
) => Promise<NestExpressApplication>;

/** How long a refused start may take to close what it has opened; its process ends soon after. */
const CLOSING_MS = 1_000;
const RESTORE = 'Restore';

/**
 * Builds the whole server and listens. When that fails nothing stays open: not the database, not
 * the folder's lock.
 * @throws StartupError in words for the operator
 */
export async function startServer(
  config: AppConfig,
  {
    clock = systemClock,
    logger = createLogger(config.logLevel),
    create = nest,
    unreachable = false,
  }: ServerParts = {},
): Promise<RunningServer> {
  await finishedRestore(config, logger);
  const tell = (words: string): void => logger.log(words, 'Upgrade');
  const database = new DatabaseOwner(backupBeforeUpgrade(config, clock, tell));
  let app: NestExpressApplication | undefined;
  try {
    const root = AppModule.with(config, clock, logger, database.open);
    app = await create(root, nestOptions(config, logger));
    app.useWebSocketAdapter(new RawWsAdapter(app));
    configureHttp(app);
    await app.init();
    faultPoint('server.parts_ready');
    await app.get(FirstAdminToken).ensureConfigured();
    if (unreachable) return started(app, '');
    await app.listen(config.port, config.host);
    await app.get(AgentsDoor).attach(app.getHttpServer());
    return running(app, config);
  } catch (error) {
    await closeRefused(app, database, clock);
    throw inStartWords(error, shownDatabase(config.database));
  }
}

function running(app: NestExpressApplication, config: AppConfig): RunningServer {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const scheme = config.tls ? 'https' : 'http';
  return started(app, `${scheme}://${hostInUrl(config.host)}:${port}`);
}

const started = (app: NestExpressApplication, url: string): RunningServer => ({
  ...{ app, url, restart: app.get(Restart).wished },
  close: () => app.close(),
});

/** Before anything reads the data folder: half of it may be elsewhere. */
async function finishedRestore({ dataDir }: AppConfig, logger: KennyLogger): Promise<void> {
  const swapped = await finishRestore(dataDir);
  if (!swapped) return;
  const { keptIn, trouble } = swapped;
  if (trouble === null)
    logger.log(`A backup is restored. The data of before is in ${keptIn}.`, RESTORE);
  else {
    const words = `A backup could not be put in place (${trouble}), so the data is as it was.`;
    logger.error(words, undefined, RESTORE);
  }
}

/** Best effort within CLOSING_MS: what kept the server from starting may keep it from closing. */
async function closeRefused(
  app: NestExpressApplication | undefined,
  database: DatabaseOwner,
  clock: Clock,
): Promise<void> {
  const closing = (async () => {
    await app?.close().catch(() => undefined);
    await database.close().catch(() => undefined);
  })();
  await new Promise<void>((resolve) => {
    const limit = clock.setTimer(resolve, CLOSING_MS);
    void closing.finally(() => {
      limit.cancel();
      resolve();
    });
  });
}

const nest: CreateApplication = (root, options) => NestFactory.create(root, options);

function nestOptions({ tls }: AppConfig, logger: KennyLogger): NestApplicationOptions {
  return {
    bodyParser: false,
    abortOnError: false,
    logger,
    ...(tls
      ? { httpsOptions: { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) } }
      : {}),
  };
}
