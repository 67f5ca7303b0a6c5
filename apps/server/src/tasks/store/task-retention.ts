import { DAY_MS } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { TaskEventLog } from './event-log.js';
import { TaskRows } from './task-rows.js';

const AT_ONCE = 200;

/** What was said in tasks that ended long ago goes; that they were there stays. */
@Injectable()
export class TaskRetention {
  constructor(
    private readonly rows: TaskRows,
    private readonly log: TaskEventLog,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'retentionDays'>,
  ) {}

  async run(now: number): Promise<void> {
    const before = now - this.config.retentionDays * DAY_MS;
    for (let after = '', more = true; more;) {
      const ids = await this.rows.endedBefore(before, after, AT_ONCE);
      for (const id of ids) await this.log.thin(id);
      after = ids.at(-1) ?? '';
      more = ids.length === AT_ONCE;
    }
  }
}
