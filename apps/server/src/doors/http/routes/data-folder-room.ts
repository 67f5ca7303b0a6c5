import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../config/index.js';
import { freeRoom } from '../../../database/index.js';
import { CLOCK } from '../../../kernel/index.js';

/** How long an answer is reused, in ms. */
const FRESH_MS = 10_000;

/** Free space of the data folder. */
@Injectable()
export class DataFolderRoom {
  private asked: { readonly at: number; readonly bytes: Promise<number | null> } | undefined;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'dataDir'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** null where the system does not tell. */
  free(): Promise<number | null> {
    const at = this.clock.monotonic();
    if (!this.asked || at - this.asked.at >= FRESH_MS) this.asked = { at, bytes: this.look() };
    return this.asked.bytes;
  }

  private async look(): Promise<number | null> {
    try {
      return await freeRoom(this.config.dataDir);
    } catch {
      return null; // the database's own trouble says more than this would
    }
  }
}
