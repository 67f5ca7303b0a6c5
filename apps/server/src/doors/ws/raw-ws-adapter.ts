import { Logger, type INestApplication } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import type { IncomingMessage } from 'node:http';
import type { WebSocket, WebSocketServer } from 'ws';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import {
  addressGroup,
  addressOf,
  trustedProxies,
  type TrustedProxies,
} from '../../kernel/index.js';
import { RefusalLog } from '../../logging/index.js';

/** Codes of `ws` for protocol violations; other errors are broken connections. */
const BROKEN = /^WS_ERR_/;

/**
 * Our gateways listen on the raw socket and have no message handlers. Nest would all the same parse
 * every message once more, for the handlers that are not there, and write an error with its stack
 * for each message that a peer broke.
 */
export class RawWsAdapter extends WsAdapter {
  private readonly sockets = new Logger(RawWsAdapter.name);
  private readonly refusals: RefusalLog;
  private readonly trusted: TrustedProxies;

  constructor(app: INestApplication) {
    super(app);
    this.refusals = app.get(RefusalLog);
    this.trusted = trustedProxies(app.get<AppConfig>(APP_CONFIG).trustProxy);
  }

  override bindMessageHandlers(): void {
    // Our gateways have no message handlers.
  }

  override bindErrorHandler(server: WebSocketServer): WebSocketServer {
    server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
      const source = addressGroup(addressOf(request, this.trusted));
      socket.on('error', (error: NodeJS.ErrnoException) => this.note(source, error));
    });
    server.on('error', (error) => this.sockets.error(error));
    return server;
  }

  /** 'close' follows, which the socket's owner handles. */
  private note(source: string, { code = '', message }: NodeJS.ErrnoException): void {
    if (BROKEN.test(code)) this.refusals.malformed(source, code);
    else this.sockets.debug(`a socket of ${source} ended: ${message}`);
  }
}
