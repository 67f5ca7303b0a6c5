export type { Recipient, TunnelOutcome, TunnelRequest } from './tunnel-outcome.js';
export { TunnelModule } from './tunnel.module.js';
export { TunnelService } from './tunnel.service.js';
