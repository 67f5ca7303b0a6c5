import { RPC_LIMITS, RPC_PATH } from '@kenny/contract';
import { WebSocketGateway } from '@nestjs/websockets';
import { RefusalLog } from '../../logging/index.js';
import { SocketAdmission, type SocketRules } from '../admission/socket-admission.js';
import { SocketGateway } from '../admission/socket-gateway.js';
import { WHOLE_BYTES } from './large-messages.js';
import { RpcSockets } from './rpc-sockets.js';

/** `/rpc`, for `kenny rpc` and the editors behind it (ADR 0062). */
@WebSocketGateway({
  path: RPC_PATH,
  perMessageDeflate: false,
  maxPayload: WHOLE_BYTES,
})
export class RpcGateway extends SocketGateway {
  protected readonly path = RPC_PATH;
  protected readonly rules: SocketRules = {
    door: () => 'stdio',
    ...{ pages: false, audience: 'operator' },
    ...{ sockets: RPC_LIMITS.sockets, socketsPerToken: RPC_LIMITS.socketsPerToken },
  };

  constructor(admission: SocketAdmission, sockets: RpcSockets, refusals: RefusalLog) {
    super(admission, sockets, refusals);
  }
}
