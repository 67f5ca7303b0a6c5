import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { AuthModule } from '../auth/index.js';
import { DistributionService } from './distribution.service.js';
import { Packages, PACKAGES_FOLDER, WORKSPACE_PACKAGES } from './packages.js';

/** How PCs get their agent (design §4.1). */
@Module({
  imports: [AuditModule, AuthModule],
  providers: [
    DistributionService,
    Packages,
    { provide: PACKAGES_FOLDER, useValue: WORKSPACE_PACKAGES },
  ],
  exports: [DistributionService],
})
export class DistributionModule {}
