import { Module } from '@nestjs/common';
import { ReleaseFeed } from './release-feed.js';

/** Whether there is a newer kenny. */
@Module({ providers: [ReleaseFeed], exports: [ReleaseFeed] })
export class ReleaseFeedModule {}
