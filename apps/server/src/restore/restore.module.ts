import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { Restart } from './restart.js';
import { UploadedBackups } from './uploaded-backups.js';
import { RestoreService } from './restore.service.js';

/** A backup takes the place of the data, while people only press a button. */
@Module({
  imports: [AuditModule],
  providers: [Restart, RestoreService, UploadedBackups],
  exports: [Restart, RestoreService, UploadedBackups],
})
export class RestoreModule {}
