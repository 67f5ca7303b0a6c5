export { answerOf, refusedResponse, type Recipient, type TunnelRequest } from './tunnel-request.js';
export { TunnelModule } from './tunnel.module.js';
export { TunnelService } from './tunnel.service.js';
