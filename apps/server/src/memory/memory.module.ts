import { DAY_MS } from '@kenny/kernel';
import { Module, type OnModuleInit } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { AuthModule } from '../auth/index.js';
import { Scheduler } from '../scheduling/index.js';
import { SettingsModule } from '../settings/index.js';
import { MemoryRows } from './memory-rows.js';
import { MemoryService } from './memory.service.js';

@Module({
  imports: [AuditModule, AuthModule, SettingsModule],
  providers: [MemoryRows, MemoryService],
  exports: [MemoryService],
})
export class MemoryModule implements OnModuleInit {
  constructor(
    private readonly memory: MemoryService,
    private readonly scheduler: Scheduler,
  ) {}

  onModuleInit(): void {
    this.scheduler.register({
      id: 'memory.forget-expired',
      everyMs: DAY_MS,
      run: () => this.memory.forgetExpired(),
    });
  }
}
