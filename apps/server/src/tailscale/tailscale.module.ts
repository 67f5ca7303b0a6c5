import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { RestoreModule } from '../restore/index.js';
import { TailscaleService } from './tailscale.service.js';

/** How other devices of the same account reach this server. */
@Module({
  imports: [AuditModule, RestoreModule],
  providers: [TailscaleService],
  exports: [TailscaleService],
})
export class TailscaleModule {}
