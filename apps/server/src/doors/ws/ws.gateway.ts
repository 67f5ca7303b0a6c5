import { WS_LIMITS, WS_PATH } from '@kenny/contract';
import { Logger } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { WebSocket, WebSocketServer } from 'ws';
import { RefusalLog } from '../../logging/index.js';
import { errorBody, errorHeaders } from '../admission/error-body.js';
import type { Visitor } from './visitor.js';
import { WsAdmission } from './ws-admission.js';
import { expected } from './ws-error.js';
import { WsSockets } from './ws-sockets.js';

type Verdict = (
  accepted: boolean,
  status?: number,
  body?: string,
  headers?: OutgoingHttpHeaders,
) => void;

const UPGRADE = { id: null, action: 'upgrade' } as const;

/** `/ws`, for the dashboard and the command line (design §4.2). */
@WebSocketGateway({
  path: WS_PATH,
  perMessageDeflate: false,
  maxPayload: WS_LIMITS.requestBytes,
})
export class WsGateway implements OnGatewayInit<WebSocketServer>, OnGatewayConnection {
  private readonly logger = new Logger('Ws');
  private readonly visitors = new WeakMap<IncomingMessage, Visitor>();

  constructor(
    private readonly admission: WsAdmission,
    private readonly sockets: WsSockets,
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
    this.sockets.take(socket, visitor).catch((error: unknown) => {
      this.logger.error('A socket could not be taken.', error);
      socket.terminate();
    });
  }

  private async judge(request: IncomingMessage, verdict: Verdict): Promise<void> {
    try {
      this.visitors.set(request, await this.admission.judge(request, this.sockets));
      verdict(true);
    } catch (thrown) {
      const error = expected(thrown, UPGRADE, () =>
        this.refusals.mayTell(this.admission.sourceOf(request)),
      );
      const headers = {
        ...errorHeaders(error),
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
      };
      verdict(false, error.httpStatus, JSON.stringify(errorBody(error, randomUUID())), headers);
    }
  }
}
