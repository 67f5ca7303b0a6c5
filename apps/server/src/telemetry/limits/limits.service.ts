import type { LimitBody, LimitView } from '@kenny/contract';
import {
  limitFault,
  limitName,
  movableLimit,
  THRESHOLDS,
  type LimitNumbers,
  type Threshold,
} from '@kenny/health';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog, type AuditEntry } from '../../audit/index.js';
import { AgentsService, by, type Acting } from '../../auth/index.js';
import { Reads, Writer } from '../../database/index.js';
import { CLOCK, EventBus, KennyError } from '../../kernel/index.js';
import { HealthLimitEntity } from '../entities/index.js';
import { IngestService } from '../ingest.service.js';
import { LimitBoard, type LimitPlace } from './limit-board.js';

type Field = Pick<LimitPlace, 'section' | 'field'>;
/** What the audit log says beside the limit itself. */
type About = Pick<AuditEntry, 'kind' | 'agent_id'> & { readonly args: Record<string, unknown> };

/**
 * Moves limits of health rules for a PC or a tag, within what the rule allows; each change has an
 * audit row, and what is known of the PCs is judged anew at once.
 */
@Injectable()
export class LimitsService {
  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly agents: AgentsService,
    private readonly board: LimitBoard,
    private readonly ingest: IngestService,
    events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    events.on('agent.changed', ({ agent_id, agent_uid, change, at }) =>
      // Its tags may be others now.
      change === 'updated'
        ? this.judgeAnew([{ agent_id, agent_uid }], this.tagged(), at)
        : undefined,
    );
  }

  /** Called once at start. */
  async load(): Promise<void> {
    for (const stored of await this.reads.manager.find(HealthLimitEntity)) this.board.set(stored);
  }

  /** @throws unknown_agent, not_found for a limit that cannot be moved, validation for numbers */
  async set(acting: Acting, agentId: string, what: Field, numbers: LimitBody): Promise<void> {
    const { agent_id, agent_uid } = this.agents.mustGet(acting, agentId);
    const place = { scope: 'pc', subject: agent_uid, ...what } as const;
    const about = { kind: 'agent', agent_id, args: { agent_uid } } as const;
    await this.move(acting, place, about, numbers);
    await this.judgeAnew([{ agent_id, agent_uid }], [what.section], this.clock.now());
  }

  /** @throws unknown_agent, not_found */
  async end(acting: Acting, agentId: string, what: Field): Promise<void> {
    const { agent_id, agent_uid } = this.agents.mustGet(acting, agentId);
    const place = { scope: 'pc', subject: agent_uid, ...what } as const;
    await this.putBack(acting, place, { kind: 'agent', agent_id, args: { agent_uid } });
    await this.judgeAnew([{ agent_id, agent_uid }], [what.section], this.clock.now());
  }

  /** @throws not_found for a tag that no PC has or a limit that cannot be moved, validation */
  async setForTag(acting: Acting, tag: string, what: Field, numbers: LimitBody): Promise<void> {
    const pcs = this.withTag(tag);
    if (pcs.length === 0) throw new KennyError('not_found', `No PC has the tag ${tag}`);
    const place = { scope: 'tag', subject: tag, ...what } as const;
    await this.move(acting, place, { kind: 'setting', args: { tag } }, numbers);
    await this.judgeAnew(pcs, [what.section], this.clock.now());
  }

  /** @throws not_found */
  async endForTag(acting: Acting, tag: string, what: Field): Promise<void> {
    const place = { scope: 'tag', subject: tag, ...what } as const;
    await this.putBack(acting, place, { kind: 'setting', args: { tag } });
    await this.judgeAnew(this.withTag(tag), [what.section], this.clock.now());
  }

  /** Those of tags. */
  list(): LimitView[] {
    return this.board.ofTags();
  }

  private async move(
    acting: Acting,
    place: LimitPlace,
    about: About,
    body: LimitBody,
  ): Promise<void> {
    const numbers: LimitNumbers = { warn: body.warn ?? null, crit: body.crit ?? null };
    const fault =
      numbers.warn === null && numbers.crit === null
        ? 'warn: give a number for warn, crit or both'
        : limitFault(mustBeMovable(place), numbers);
    if (fault !== undefined) {
      throw new KennyError('validation', fault, { field: fault.split(':')[0] ?? 'warn' });
    }
    const limit: HealthLimitEntity = {
      ...{ ...place, ...numbers },
      ...{ by_name: acting.principal.name, at: this.clock.now() },
    };
    await this.writer.write(async (tx) => {
      await tx.manager.delete(HealthLimitEntity, place);
      await tx.manager.insert(HealthLimitEntity, limit);
      await this.audit.append(tx, this.row(acting, 'limit', place, about, numbers));
      tx.onCommit(() => this.board.set(limit));
    });
  }

  private async putBack(acting: Acting, place: LimitPlace, about: About): Promise<void> {
    if (!this.board.numbersAt(place)) {
      throw new KennyError(
        'not_found',
        `${place.section} ${place.field} has no limit of its own there`,
      );
    }
    await this.writer.write(async (tx) => {
      await tx.manager.delete(HealthLimitEntity, place);
      await this.audit.append(tx, this.row(acting, 'end_limit', place, about, null));
      tx.onCommit(() => this.board.remove(place));
    });
  }

  private row(
    acting: Acting,
    target: string,
    place: LimitPlace,
    { args, ...about }: About,
    after: object | null,
  ): AuditEntry {
    const { section, field } = place;
    const before = this.board.numbersAt(place) ?? null;
    return {
      ...by(acting),
      ...about,
      ...{ target, ok: true, args: { ...args, section, field, before, after } },
    };
  }

  private async judgeAnew(
    pcs: readonly { readonly agent_id: string; readonly agent_uid: string }[],
    sections: readonly string[],
    at: number,
  ): Promise<void> {
    if (sections.length === 0) return;
    for (const pc of pcs) await this.ingest.reassess(pc, at, sections);
  }

  private withTag(tag: string) {
    return this.agents.list().filter(({ tags }) => tags.includes(tag));
  }

  /** Sections with a limit of some tag. */
  private tagged(): string[] {
    return [...new Set(this.board.ofTags().map(({ section }) => section))];
  }
}

/** @throws not_found that names those of the section */
function mustBeMovable({ section, field }: Field): Threshold {
  const thresholds = Object.entries(THRESHOLDS).find(([name]) => name === section)?.[1] ?? [];
  const found = movableLimit(thresholds, field);
  if (found) return found;
  const names = thresholds.filter(({ movable }) => movable !== undefined).map(limitName);
  throw new KennyError(
    'not_found',
    names.length === 0
      ? `${section} has no limit that can be moved`
      : `${section} has no limit ${field} that can be moved; it has ${names.join(', ')}`,
  );
}
