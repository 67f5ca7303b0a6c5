import { Module } from '@nestjs/common';
import { HeardMemory } from './heard-memory.js';

/** Where the text of a call may come from: for every door with a model. */
@Module({ providers: [HeardMemory], exports: [HeardMemory] })
export class OriginsModule {}
