import type { DownloadedBackup } from '@kenny/contract';
import { type Clock, iso } from '@kenny/kernel';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Reads, Writer } from '../database/index.js';
import { CLOCK } from '../kernel/index.js';
import { ServerSettingEntity } from './server-setting.entity.js';

const NAME = 'downloaded_backup';

/** The newest backup that somebody downloaded: a disk that breaks does not take that one. */
@Injectable()
export class DownloadedCopy implements OnModuleInit {
  private newest: DownloadedBackup | null = null;

  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    const row = await this.reads.manager.findOneBy(ServerSettingEntity, { name: NAME });
    this.newest = row && (JSON.parse(row.value) as DownloadedBackup);
  }

  get current(): DownloadedBackup | null {
    return this.newest;
  }

  /** Once it has left as a whole; an older one than is known changes only when. */
  async note(name: string, made: number): Promise<void> {
    const updated_at = this.clock.now();
    const known = this.newest && Date.parse(this.newest.made_at) > made ? this.newest : null;
    const newest = known ?? { name, made_at: iso(made) };
    const copy = { ...newest, downloaded_at: iso(updated_at) };
    await this.writer.write(async ({ manager }) => {
      const row = { name: NAME, value: JSON.stringify(copy), updated_at };
      await manager.upsert(ServerSettingEntity, row, ['name']);
    });
    this.newest = copy;
  }
}
