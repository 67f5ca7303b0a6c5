import { AGENT_SOCKET_PATH } from '@kenny/contract';
import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { AGENT_SOCKET_OPTIONS, AgentSockets } from './agent-sockets.js';

interface Upgrade {
  readonly origin: string | undefined;
}

/** Agents send no Origin; a web page does, and is refused. */
function refuseBrowsers(
  { origin }: Upgrade,
  answer: (accepted: boolean, status?: number, message?: string) => void,
): void {
  if (origin === undefined) answer(true);
  else answer(false, 403, 'this address is for agents');
}

@WebSocketGateway({
  path: AGENT_SOCKET_PATH,
  ...AGENT_SOCKET_OPTIONS,
  verifyClient: refuseBrowsers,
})
export class AgentGateway implements OnGatewayConnection {
  constructor(private readonly sockets: AgentSockets) {}

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    this.sockets.handle(socket, request);
  }
}
