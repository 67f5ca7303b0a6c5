import type { AuditRowView } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { AuditStore } from '../audit/index.js';
import { AgentsService } from '../auth/index.js';
import { IngestService } from '../telemetry/index.js';
import { FactLog } from './fact-log.js';
import type { AlertSubject } from './rules/alert.js';
import type { Fact } from './rules/fact.js';

/** What is written with a fact in its own transaction: rows of the audit log, and telemetry. */
@Injectable()
export class FactSources {
  constructor(
    private readonly facts: FactLog,
    private readonly audit: AuditStore,
    private readonly ingest: IngestService,
    private readonly agents: AgentsService,
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

  private factOf(row: AuditRowView): Fact | undefined {
    const { kind, target, ok, code, agent_id, approval_id, tool, actor, args } = row;
    const subject = this.subjectOf(agent_id);
    if (kind === 'decision' && target === 'request' && subject && approval_id !== null) {
      return { name: 'approval', id: approval_id, subject, tool: tool ?? '', by: actor.name };
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

  private subjectOf(agentId: string | null): AlertSubject | null {
    const agent = agentId === null ? undefined : this.agents.get(agentId);
    return agent ? { agent_uid: agent.agent_uid, agent_id: agent.agent_id } : null;
  }
}
