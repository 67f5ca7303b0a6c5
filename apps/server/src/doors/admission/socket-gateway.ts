import { Logger } from '@nestjs/common';
import type { OnGatewayConnection, OnGatewayInit } from '@nestjs/websockets';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { WebSocket, WebSocketServer } from 'ws';
import type { RefusalLog } from '../../logging/index.js';
import { errorBody, errorHeaders } from './error-body.js';
import type { OpenSockets, SocketConnection } from './open-sockets.js';
import type { SocketAdmission, SocketRules } from './socket-admission.js';
import { expectedError } from './thrown-error.js';
import type { Visitor } from './visitor.js';

type Verdict = (
  accepted: boolean,
  status?: number,
  body?: string,
  headers?: OutgoingHttpHeaders,
) => void;

/** A socket of people's programs: judged at its upgrade, then handed to the door's own list. */
export abstract class SocketGateway implements OnGatewayInit<WebSocketServer>, OnGatewayConnection {
  protected abstract readonly path: string;
  protected abstract readonly rules: SocketRules;
  private readonly logger = new Logger(SocketGateway.name);
  private readonly visitors = new WeakMap<IncomingMessage, Visitor>();

  constructor(
    private readonly admission: SocketAdmission,
    private readonly sockets: OpenSockets<SocketConnection>,
    private readonly refusals: RefusalLog,
  ) {}

  /** Decorators cannot use providers, so admission is set on the server itself. */
  afterInit({ options }: WebSocketServer): void {
    options.verifyClient = ({ req }: { req: IncomingMessage }, verdict: Verdict) =>
      void this.judge(req, verdict);
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    const visitor = this.visitors.get(request);
    if (!visitor) return socket.terminate();
    this.sockets.take(socket, visitor, request.socket).catch((error: unknown) => {
      this.logger.error('A socket could not be taken.', error);
      socket.terminate();
    });
  }

  private async judge(request: IncomingMessage, verdict: Verdict): Promise<void> {
    try {
      const visitor = await this.admission.judge(request, this.rules, this.sockets);
      this.visitors.set(request, visitor);
      verdict(true);
    } catch (thrown) {
      const error = expectedError(thrown, `${this.path} upgrade`, {
        logger: this.logger,
        mayTell: () => this.refusals.mayTell(this.admission.sourceOf(request)),
      });
      const headers = {
        ...errorHeaders(error),
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
      };
      verdict(false, error.httpStatus, JSON.stringify(errorBody(error, randomUUID())), headers);
    }
  }
}
