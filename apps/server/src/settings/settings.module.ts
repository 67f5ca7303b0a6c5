import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { BackupPlans } from './backup-plans.js';
import { DownloadedCopy } from './downloaded-copy.js';
import { HelpLink } from './help-link.js';
import { ModelKey } from './model-key.js';
import { ModelService } from './model-service.js';
import { Models } from './models.js';
import { OperatorSettings } from './operator-settings.js';
import { ReleaseFeedAddress } from './release-feed-address.js';

const SERVICES = [
  ...[BackupPlans, DownloadedCopy, HelpLink, ReleaseFeedAddress],
  ...[ModelKey, ModelService, Models, OperatorSettings],
];

/** What people set while the server runs; everything else is a variable of its environment. */
@Module({ imports: [AuditModule], providers: SERVICES, exports: SERVICES })
export class SettingsModule {}
