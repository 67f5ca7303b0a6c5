import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { AgentsDoor } from './agents-door.js';

/** Where other PCs find this server. */
@Module({ imports: [AuditModule], providers: [AgentsDoor], exports: [AgentsDoor] })
export class NetworkModule {}
