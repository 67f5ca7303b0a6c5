import { CLIENT_HEADER, WS_LIMITS, WS_PATH } from '@kenny/contract';
import { WebSocketGateway } from '@nestjs/websockets';
import { RefusalLog } from '../../logging/index.js';
import { SocketAdmission, type SocketRules } from '../admission/socket-admission.js';
import { SocketGateway } from '../admission/socket-gateway.js';
import { WsSockets } from './ws-sockets.js';

/** `/ws`, for the dashboard and the command line (design §4.2). */
@WebSocketGateway({
  path: WS_PATH,
  perMessageDeflate: false,
  maxPayload: WS_LIMITS.requestBytes,
})
export class WsGateway extends SocketGateway {
  protected readonly path = WS_PATH;
  protected readonly rules: SocketRules = {
    door: (headers) => (headers[CLIENT_HEADER.name] === CLIENT_HEADER.cli ? 'cli' : 'ws'),
    ...{ pages: true, audience: 'viewer' },
    ...{ sockets: WS_LIMITS.sockets, socketsPerToken: WS_LIMITS.socketsPerToken },
  };

  constructor(admission: SocketAdmission, sockets: WsSockets, refusals: RefusalLog) {
    super(admission, sockets, refusals);
  }
}
