import { CHART_LIMITS, type HealthChangeList } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../auth/index.js';
import { maySee, type Principal } from '../../kernel/index.js';
import { TelemetryRepository } from '../telemetry.repository.js';
import { resolutionOf, type Span } from './resolution.js';

/** Which checks got worse or better, and when. */
@Injectable()
export class HealthHistoryService {
  constructor(
    private readonly repository: TelemetryRepository,
    private readonly agents: AgentsService,
  ) {}

  /**
   * Newest first. @param only - of that PC; undefined: of every PC that one may see
   * @throws KennyError `validation` for a span that is none, `not_found` for a PC one may not see
   */
  async changes(principal: Principal, span: Span, only?: string): Promise<HealthChangeList> {
    resolutionOf(span);
    const all = this.agents.list();
    const seen =
      only === undefined
        ? all.filter(({ agent_id }) => maySee(principal, agent_id))
        : [this.agents.mustGet({ principal }, only)];
    const names = new Map(seen.map(({ agent_uid, agent_id }) => [agent_uid, agent_id]));
    const of = seen.length === all.length ? undefined : [...names.keys()];
    const rows = await this.repository.changes(span, of, CHART_LIMITS.changes + 1);
    return {
      from: new Date(span.from).toISOString(),
      to: new Date(span.to).toISOString(),
      items: rows.slice(0, CHART_LIMITS.changes).flatMap((row) => {
        const agent_id = names.get(row.agent_uid);
        const { section, status, snoozed, reason } = row;
        const at = new Date(row.at).toISOString();
        return agent_id === undefined ? [] : [{ agent_id, at, section, status, snoozed, reason }];
      }),
      truncated: rows.length > CHART_LIMITS.changes,
    };
  }
}
