import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { Writer } from '../database/index.js';
import type { ScheduledTask } from '../scheduling/index.js';
import { BODY_TOUCH_MS } from './ingest.service.js';
import { TelemetryRepository } from './telemetry.repository.js';

const DAY_MS = 24 * 3_600_000;
/** Rows per transaction: a long prune must not hold up the writes of everybody else. */
const CHUNK = 500;

/** Deletes telemetry older than KENNY_RETENTION_DAYS by the server's clock (D11). */
@Injectable()
export class TelemetryRetentionTask implements ScheduledTask {
  readonly id = 'telemetry.retention';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly repository: TelemetryRepository,
    private readonly writer: Writer,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'retentionDays'>,
  ) {}

  async run(now: number): Promise<void> {
    const before = now - this.config.retentionDays * DAY_MS;
    while (await this.writer.write((tx) => this.repository.pruneSnapshots(tx, before, CHUNK))) {
      // The next chunk is a job of its own, so that other writes come in between.
    }
    await this.writer.write((tx) => this.repository.prunePoints(tx, before));
    // A body's mark of use is up to a day older than its last use.
    await this.writer.write((tx) => this.repository.pruneBodies(tx, before - 2 * BODY_TOUCH_MS));
  }
}
