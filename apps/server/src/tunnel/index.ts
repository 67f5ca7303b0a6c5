export { answerOf, refusedResponse, type Recipient, type TunnelRequest } from './tunnel-request.js';
export { FRAME_DIRECTIONS, FrameCounts } from './frame-counts.js';
export { TunnelModule } from './tunnel.module.js';
export { TunnelService } from './tunnel.service.js';
