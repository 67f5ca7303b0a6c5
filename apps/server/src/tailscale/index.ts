export { TailscaleModule } from './tailscale.module.js';
export { TailscaleService } from './tailscale.service.js';
