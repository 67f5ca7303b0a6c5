import { helpLinkTrouble, type HelpLinkView } from '@kenny/contract';
import { type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/index.js';
import { by, mustBeAdmin } from '../auth/index.js';
import { Reads, Writer } from '../database/index.js';
import { CLOCK, KennyError, type CallContext } from '../kernel/index.js';
import { ServerSettingEntity } from './server-setting.entity.js';

const NAME = 'help_link';

/** The link that opens remote help to a PC which has none of its own; an admin's to set (ADR 0080). */
@Injectable()
export class HelpLink {
  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async view(): Promise<HelpLinkView> {
    const row = await this.reads.manager.findOneBy(ServerSettingEntity, { name: NAME });
    return { link: row?.value ?? null };
  }

  /** @throws KennyError `forbidden`, `validation` for a link that could do more than open help */
  async set(ctx: CallContext, text: string): Promise<HelpLinkView> {
    mustBeAdmin(ctx, 'change the link for remote help');
    const link = text.trim();
    const trouble = link === '' ? undefined : helpLinkTrouble(link);
    if (trouble !== undefined) {
      throw new KennyError('validation', `link: ${trouble}`, { field: 'link' });
    }
    const updated_at = this.clock.now();
    await this.writer.write(async (tx) => {
      const before = await tx.manager.findOneBy(ServerSettingEntity, { name: NAME });
      if ((before?.value ?? '') === link) return;
      if (link === '') await tx.manager.delete(ServerSettingEntity, { name: NAME });
      else {
        const row = { name: NAME, value: link, updated_at };
        await tx.manager.upsert(ServerSettingEntity, row, ['name']);
      }
      const args = { before: before?.value ?? null, after: link === '' ? null : link };
      await this.audit.append(tx, { ...by(ctx), kind: 'setting', target: NAME, args, ok: true });
    });
    return { link: link === '' ? null : link };
  }
}
