import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { AuthModule } from '../auth/index.js';
import { ApprovalsReader, ApprovalsRepository } from './approvals/approvals.repository.js';
import { ApprovalsService } from './approvals/approvals.service.js';
import { LostRights } from './approvals/lost-rights.js';
import { Pauses } from './approvals/pauses.js';
import { AcceptLossService } from './restore/accept-loss.service.js';
import { RestoredService } from './restore/restored.service.js';

const SERVICES = [
  ...[AcceptLossService, ApprovalsRepository, ApprovalsService, LostRights, Pauses],
  RestoredService,
  { provide: ApprovalsReader, useExisting: ApprovalsRepository },
];

/** Approvals alone, for commands that work without a server. */
@Module({ imports: [AuditModule, AuthModule], providers: SERVICES, exports: SERVICES })
export class ApprovalsModule {}
