import { SERVER_FILES, type KennyUpdate, type UpdatesView } from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AuditLog } from '../audit/index.js';
import { by, mustBeAdmin } from '../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { KennyError, type CallContext } from '../kernel/index.js';
import { Restart } from '../restore/index.js';
import { OwnSource } from './own-source.js';
import { ReleaseFeed } from './release-feed.js';

const TERMINAL_ONLY =
  'This kenny has no button for that. Update it in a terminal, as the page says.';
const LONGEST_TROUBLE = 500;

/** Of which commit it was, as whoever started kenny says. */
type KeptUpdate = KennyUpdate & { readonly commit: unknown };

/** Ends this server so that whoever started it brings it up to date, and starts it again (ADR 0110). */
@Injectable()
export class OwnUpdate {
  private readonly last: KeptUpdate | null;

  constructor(
    @Inject(APP_CONFIG) config: Pick<AppConfig, 'dataDir'>,
    private readonly source: OwnSource,
    private readonly feed: ReleaseFeed,
    private readonly restart: Restart,
    private readonly audit: AuditLog,
  ) {
    this.last = lastUpdate(join(config.dataDir, SERVER_FILES.update));
  }

  view(): UpdatesView {
    return { ...this.feed.view(), source: this.source.here, last_update: this.lastOfThis() };
  }

  /** @throws KennyError `forbidden`; `conflict` where it has no button, or nothing would change */
  async start(ctx: CallContext): Promise<UpdatesView> {
    mustBeAdmin(ctx, 'update kenny');
    if (this.source.here === null) throw new KennyError('conflict', TERMINAL_ONLY);
    await this.mustBePossible();
    this.audit.mustTake('change');
    const args = { action: 'update', from: this.source.commit };
    const row = { ...by(ctx), kind: 'setting', target: 'kenny', args } as const;
    await this.audit.recordDurably({ ...row, ok: true });
    this.restart.askForUpdate();
    return this.view();
  }

  /** Not one that led to what somebody has brought up to date by hand since. */
  private lastOfThis(): KennyUpdate | null {
    if (this.last === null || this.last.commit !== this.source.commit) return null;
    const { at, trouble } = this.last;
    return { at, trouble };
  }

  private async mustBePossible(): Promise<void> {
    let obstacle: string | null;
    try {
      const newer = await this.source.newest();
      obstacle = newer ? await this.source.obstacle() : 'This is the newest kenny already.';
    } catch (error) {
      obstacle = error instanceof Error ? error.message : String(error);
    }
    if (obstacle !== null) throw new KennyError('conflict', obstacle);
  }
}

/** Whoever started kenny wrote it. */
function lastUpdate(file: string): KeptUpdate | null {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isObject(kept) || kept['state'] !== 'done' || typeof kept['at'] !== 'string') return null;
    const { at, trouble, commit } = kept;
    const why = typeof trouble === 'string' ? trouble.slice(0, LONGEST_TROUBLE) : null;
    return { at, trouble: why, commit };
  } catch {
    return null;
  }
}
