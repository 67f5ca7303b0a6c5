import { systemClock, type Clock } from '@kenny/contract';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { AppModule } from './app.module.js';
import { FirstAdminToken } from './auth/index.js';
import type { AppConfig } from './config/index.js';
import { configureHttp } from './doors/index.js';
import { createLogger } from './logging/index.js';
import { RawWsAdapter } from './raw-ws-adapter.js';

export interface RunningServer {
  readonly app: NestExpressApplication;
  /** Where it really listens; with port 0 the system has chosen one. */
  readonly url: string;
  close(): Promise<void>;
}

/** Builds the whole server and listens. @throws StartupError in words for the operator */
export async function startServer(
  config: AppConfig,
  clock: Clock = systemClock,
): Promise<RunningServer> {
  const app = await createApp(config, clock);
  try {
    await app.init();
    await app.get(FirstAdminToken).ensureConfigured();
    await app.listen(config.port, config.host);
  } catch (error) {
    // Else the open database would keep the process, and the folder's lock, for ever.
    await app.close();
    throw error;
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  const scheme = config.tls ? 'https' : 'http';
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return { app, url: `${scheme}://${host}:${port}`, close: () => app.close() };
}

async function createApp(config: AppConfig, clock: Clock): Promise<NestExpressApplication> {
  const logger = createLogger(config.logLevel);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(config, clock, logger),
    {
      bodyParser: false,
      abortOnError: false,
      logger,
      ...(config.tls
        ? {
            httpsOptions: {
              cert: readFileSync(config.tls.certFile),
              key: readFileSync(config.tls.keyFile),
            },
          }
        : {}),
    },
  );
  app.useWebSocketAdapter(new RawWsAdapter(app));
  configureHttp(app);
  return app;
}
