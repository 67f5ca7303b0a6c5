import { UPDATE_ROLLED_BACK, type AuditRowView } from '@kenny/contract';
import { fixTitle } from '@kenny/health';
import { Injectable, Logger } from '@nestjs/common';
import { AuditStore } from '../audit/index.js';
import { AgentsService } from '../auth/index.js';
import { Writer } from '../database/index.js';
import { EventBus } from '../kernel/index.js';
import { FleetService, IngestService } from '../telemetry/index.js';
import { FactLog } from './fact-log.js';
import type { AlertSubject } from './rules/alert.js';
import type { Fact } from './rules/fact.js';

/** Steps after which an approval may no longer wait. */
const ENDS = new Set(['approve', 'deny', 'cancel', 'expire', 'outdate', 'lapse']);

/** What is written with a fact in its own transaction: rows of the audit log, and telemetry. */
@Injectable()
export class FactSources {
  private readonly logger = new Logger('Alerts');

  constructor(
    private readonly facts: FactLog,
    private readonly audit: AuditStore,
    private readonly ingest: IngestService,
    private readonly agents: AgentsService,
    private readonly fleet: FleetService,
    private readonly events: EventBus,
    private readonly writer: Writer,
  ) {}

  listen(): void {
    this.audit.onStoring((tx, rows) =>
      this.facts.note(
        tx,
        rows.flatMap((row) => this.factOf(row) ?? []),
      ),
    );
    this.ingest.onStoring((tx, changes) =>
      this.facts.note(
        tx,
        changes.map(({ agent_uid, agent_id, check, status, reason }): Fact => ({
          ...{ name: 'check', kind: 'health', subject: { agent_uid, agent_id } },
          ...{ check, status, reason },
        })),
      ),
    );
  }

  /** What no transaction writes: told as soon as it is seen. */
  watch(): void {
    this.events.on('agent.cloned', ({ agent_uid, agent_id, addresses }) =>
      this.seen({
        ...{ name: 'burst', kind: 'agent_identity', subject: { agent_uid, agent_id }, count: 1 },
        detail: `Two machines take turns with its identity, from ${addresses.join(' and ')}`,
      }),
    );
    this.events.on('log.received', ({ agent_uid, agent_id, frame: { level, message } }) => {
      if (level !== 'error' || !message.includes(UPDATE_ROLLED_BACK)) return;
      return this.seen({
        ...{ name: 'burst', kind: 'update_failed', subject: { agent_uid, agent_id }, count: 1 },
        detail: message,
      });
    });
  }

  /** Written by itself; while nothing can be written, the audit log's own trouble is the alert. */
  async seen(...facts: readonly Fact[]): Promise<void> {
    try {
      await this.writer.write((tx) => this.facts.note(tx, facts));
    } catch (error) {
      this.logger.error(`What people should hear of cannot be stored: ${String(error)}`);
    }
  }

  private factOf(row: AuditRowView): Fact | undefined {
    const { kind, target, ok, code, agent_id, approval_id, tool, actor, args } = row;
    const subject = this.subjectOf(agent_id);
    if (kind === 'decision' && target === 'request' && subject && approval_id !== null) {
      const asked = { tool: tool ?? '', args: args ?? {} };
      const fix = fixTitle(this.fleet.row(subject.agent_id)?.meta?.os, asked);
      return {
        ...{ name: 'approval', id: approval_id, subject, tool: asked.tool, by: actor.name },
        ...(fix === undefined ? {} : { fix }),
      };
    }
    if (kind === 'decision' && ENDS.has(target ?? '') && approval_id !== null) {
      return { name: 'decided', id: approval_id, subject: null };
    }
    if (kind === 'agent' && target === 'enroll' && ok && subject && this.hadKey(subject)) {
      const detail = 'It enrolled with another key';
      return { name: 'burst', kind: 'agent_identity', subject, count: 1, detail };
    }
    if (kind === 'call' && code === 'blocked' && !ok) {
      const detail = `${actor.name} asked for ${tool ?? 'a tool'}`;
      return { name: 'burst', kind: 'guard_hit', subject, count: 1, detail };
    }
    if (kind === 'login' && !ok) {
      const more = Number(args?.['not_written'] ?? 0);
      const from = args?.['address'];
      const detail = typeof from === 'string' ? `Last from ${from}` : 'From many addresses';
      const count = Math.max(1, more);
      return { name: 'burst', kind: 'login_failed', subject: null, count, detail };
    }
    return undefined;
  }

  /** Before this transaction: the index is of what was committed. */
  private hadKey({ agent_uid }: AlertSubject): boolean {
    return (this.agents.getByUid(agent_uid)?.enrolled_at ?? null) !== null;
  }

  private subjectOf(agentId: string | null): AlertSubject | null {
    const agent = agentId === null ? undefined : this.agents.get(agentId);
    return agent ? { agent_uid: agent.agent_uid, agent_id: agent.agent_id } : null;
  }
}
