import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/index.js';
import { ReleaseFeed } from './release-feed.js';

/** Whether there is a newer kenny. */
@Module({ imports: [SettingsModule], providers: [ReleaseFeed], exports: [ReleaseFeed] })
export class ReleaseFeedModule {}
