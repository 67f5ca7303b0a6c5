import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '@kenny/kernel';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { deleteOldest, Writer, type Tx } from '../database/index.js';
import type { ScheduledTask } from '../scheduling/index.js';
import { BODY_TOUCH_MS } from './ingest.service.js';

/** Rows per transaction: a long prune must not hold up the writes of everybody else. */
const CHUNK = 500;

/** Deletes telemetry older than KENNY_RETENTION_DAYS by the server's clock (D11). */
@Injectable()
export class TelemetryRetentionTask implements ScheduledTask {
  readonly id = 'telemetry.retention';
  readonly everyMs = HOUR_MS;
  readonly deletes = true;

  constructor(
    private readonly writer: Writer,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'retentionDays'>,
  ) {}

  async run(now: number): Promise<void> {
    const before = now - this.config.retentionDays * DAY_MS;
    await this.prune({ table: 'snapshots', column: 'received_at' }, before);
    await this.prune({ table: 'health_changes', column: 'at' }, before);
    await this.prune({ table: 'health_days', column: 'day' }, Math.floor(before / DAY_MS));
    // `used_at` is refreshed once a day, so it may lag by one.
    await this.prune({ table: 'section_bodies', column: 'used_at' }, before - 2 * BODY_TOUCH_MS);
  }

  /** One job per chunk, so that other writes get their turn. */
  private async prune(place: { table: string; column: string }, before: number): Promise<void> {
    const chunk = ({ manager }: Tx) => deleteOldest(manager, place, before, CHUNK);
    while (await this.writer.write(chunk, 'telemetry'));
  }
}
