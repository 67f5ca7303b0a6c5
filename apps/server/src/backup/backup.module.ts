import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { SettingsModule } from '../settings/index.js';
import { BackupsService } from './backups.service.js';

/** Copies of all that the server cannot be made anew without. */
@Module({
  imports: [AuditModule, SettingsModule],
  providers: [BackupsService],
  exports: [BackupsService],
})
export class BackupModule {}
