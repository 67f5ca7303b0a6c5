import { FEED_ADDRESS_LENGTH, GIT_FEED } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit/index.js';
import { by, mustBeAdmin } from '../auth/index.js';
import { APP_CONFIG, isPublicFeed, type AppConfig } from '../config/index.js';
import { Reads, Writer } from '../database/index.js';
import { CLOCK, KennyError, type CallContext } from '../kernel/index.js';
import { ServerSettingEntity } from './server-setting.entity.js';

const NAME = 'release_feed';

/** Where newer versions of kenny are looked for; an admin's to set (ADR 0102). */
@Injectable()
export class ReleaseFeedAddress implements OnModuleInit {
  private stored: string | null = null;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'releaseFeed'>,
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    const row = await this.reads.manager.findOneBy(ServerSettingEntity, { name: NAME });
    this.stored = row && isFeed(row.value) ? row.value : null;
  }

  /** Null: nowhere. */
  get current(): string | null {
    return this.config.releaseFeed ?? this.stored;
  }

  /** The environment says where. */
  get fixed(): boolean {
    return this.config.releaseFeed !== null;
  }

  /** @throws KennyError `forbidden`, `validation`, `conflict` with the environment */
  async set(ctx: CallContext, text: string): Promise<void> {
    mustBeAdmin(ctx, 'change where newer versions are looked for');
    if (this.fixed) {
      throw new KennyError(
        'conflict',
        "KENNY_RELEASE_FEED decides this. Take it out of the server's environment and restart.",
      );
    }
    const after = text.trim() === '' ? null : text.trim();
    if (after !== null && !isFeed(after)) {
      const message = 'feed: must be an https:// address without a password or a “?” in it';
      throw new KennyError('validation', message, { field: 'feed' });
    }
    const before = this.stored;
    if (after === before) return;
    await this.writer.write(async (tx) => {
      if (after === null) await tx.manager.delete(ServerSettingEntity, { name: NAME });
      else {
        const row = { name: NAME, value: after, updated_at: this.clock.now() };
        await tx.manager.upsert(ServerSettingEntity, row, ['name']);
      }
      const args = { before, after };
      await this.audit.append(tx, { ...by(ctx), kind: 'setting', target: NAME, args, ok: true });
    });
    this.stored = after;
  }
}

const isFeed = (text: string): boolean =>
  text === GIT_FEED || (text.length <= FEED_ADDRESS_LENGTH && isPublicFeed(text));
