import { needsAttention, type SnoozeBody } from '@kenny/contract';
import { DAY_MS, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/index.js';
import { AgentsService, by, type Acting } from '../../auth/index.js';
import { Reads, Writer, type Tx } from '../../database/index.js';
import { CLOCK, KennyError } from '../../kernel/index.js';
import type { ScheduledTask } from '../../scheduling/index.js';
import { SnoozeEntity } from '../entities/index.js';
import { HealthBoard } from '../health-board.js';
import { IngestService } from '../ingest.service.js';
import { SnoozeBoard } from './snooze-board.js';

/** Without an end it would hide what somebody should see one day. */
const LONGEST_MS = 366 * DAY_MS;
const CHECK_MS = 60_000;

/** Puts off what is wrong with a PC, with a reason and an end; each change has an audit row. */
@Injectable()
export class SnoozesService implements ScheduledTask {
  readonly id = 'telemetry.snoozes';
  readonly everyMs = CHECK_MS;

  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly agents: AgentsService,
    private readonly health: HealthBoard,
    private readonly board: SnoozeBoard,
    private readonly ingest: IngestService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Called once at start, before the stored states are loaded. */
  async load(): Promise<void> {
    for (const stored of await this.reads.manager.find(SnoozeEntity)) this.board.set(stored);
  }

  /**
   * @param until - epoch ms
   * @throws unknown_agent, not_found for a section that the PC does not send, conflict when there is
   * nothing wrong with it, validation for an end that is over or more than a year away
   */
  async snooze(
    acting: Acting,
    agentId: string,
    section: string,
    { until, reason }: Omit<SnoozeBody, 'until'> & { until: number },
  ): Promise<void> {
    const { agent_id, agent_uid } = this.agents.mustGet(acting, agentId);
    const now = this.clock.now();
    if (until <= now || until > now + LONGEST_MS) {
      throw new KennyError('validation', 'until: must be a time within the next year', {
        field: 'until',
      });
    }
    const status = this.statusOf(agent_uid, section);
    if (!needsAttention(status)) {
      throw new KennyError('conflict', `${section} is fine there: nothing to snooze`);
    }
    const { name: by_name } = acting.principal;
    const snooze: SnoozeEntity = { agent_uid, section, status, until, reason, by_name };
    await this.writer.write(async (tx) => {
      await tx.manager.delete(SnoozeEntity, { agent_uid, section });
      await tx.manager.insert(SnoozeEntity, snooze);
      const args = { agent_uid, section, status, until: new Date(until).toISOString(), reason };
      await this.append(tx, acting, { agent_id, target: 'snooze', args });
      tx.onCommit(() => this.board.set(snooze));
    });
    await this.ingest.reassess({ agent_id, agent_uid }, now);
  }

  /** @throws unknown_agent, not_found */
  async end(acting: Acting, agentId: string, section: string): Promise<void> {
    const { agent_id, agent_uid } = this.agents.mustGet(acting, agentId);
    if (!this.board.has(agent_uid, section)) {
      throw new KennyError('not_found', `${section} is not snoozed there`);
    }
    await this.writer.write(async (tx) => {
      await tx.manager.delete(SnoozeEntity, { agent_uid, section });
      await this.append(tx, acting, {
        agent_id,
        target: 'end_snooze',
        args: { agent_uid, section },
      });
      tx.onCommit(() => this.board.remove(agent_uid, section));
    });
    await this.ingest.reassess({ agent_id, agent_uid }, this.clock.now());
  }

  /** What has come to its end counts again, without waiting for the PC's next report. */
  async run(now: number): Promise<void> {
    for (const { agent_uid, section } of this.board.endedBy(now)) {
      await this.writer.write(async (tx) => {
        await tx.manager.delete(SnoozeEntity, { agent_uid, section });
        tx.onCommit(() => this.board.remove(agent_uid, section));
      });
      const agent = this.agents.getByUid(agent_uid);
      if (agent) await this.ingest.reassess(agent, now);
    }
  }

  private statusOf(agentUid: string, section: string) {
    const found = this.health.get(agentUid)?.sections.find(({ name }) => name === section);
    if (found) return found.status;
    throw new KennyError('not_found', `That PC reports no check ${section}`);
  }

  private append(
    tx: Tx,
    acting: Acting,
    what: { agent_id: string; target: string; args: Record<string, unknown> },
  ): Promise<void> {
    return this.audit.append(tx, { ...by(acting), kind: 'agent', ...what, ok: true });
  }
}
