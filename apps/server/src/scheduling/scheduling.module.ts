import { Global, Module } from '@nestjs/common';
import { Scheduler } from './scheduled-task.js';
import { SchedulerService } from './scheduler.service.js';

@Global()
@Module({
  providers: [{ provide: Scheduler, useClass: SchedulerService }],
  exports: [Scheduler],
})
export class SchedulingModule {}
