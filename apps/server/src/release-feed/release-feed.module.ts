import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { RestoreModule } from '../restore/index.js';
import { SettingsModule } from '../settings/index.js';
import { OwnSource, SOURCE_FOLDER, WORKSPACE } from './own-source.js';
import { OwnUpdate } from './own-update.js';
import { ReleaseFeed } from './release-feed.js';

/** Whether there is a newer kenny, and how it comes here. */
@Module({
  imports: [AuditModule, RestoreModule, SettingsModule],
  providers: [
    { provide: SOURCE_FOLDER, useValue: WORKSPACE },
    ...[OwnSource, OwnUpdate, ReleaseFeed],
  ],
  exports: [OwnUpdate, ReleaseFeed],
})
export class ReleaseFeedModule {}
