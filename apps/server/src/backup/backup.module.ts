import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { SettingsModule } from '../settings/index.js';
import { BackupDownloads } from './backup-downloads.js';
import { BackupsService } from './backups.service.js';

/** Copies of all that the server cannot be made anew without. */
@Module({
  imports: [AuditModule, SettingsModule],
  providers: [BackupDownloads, BackupsService],
  exports: [BackupDownloads, BackupsService],
})
export class BackupModule {}
