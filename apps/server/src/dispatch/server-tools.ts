import type { ArgsOf, ResultOf, ServerToolName } from '@kenny/contract';
import { isServerToolName } from '@kenny/contract';
import { type Clock, DAY_MS } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, KennyError, type CallContext } from '../kernel/index.js';
import { FleetService, HealthHistoryService, HistoryService } from '../telemetry/index.js';
import type { CheckedCall } from './tool-call.js';

type ServerHandlers = {
  [N in ServerToolName]: (ctx: CallContext, args: ArgsOf<N>) => ResultOf<N> | Promise<ResultOf<N>>;
};

/** Tools that the server answers itself; a missing one does not compile. */
@Injectable()
export class ServerTools {
  private readonly handlers: ServerHandlers;

  constructor(
    fleet: FleetService,
    history: HistoryService,
    past: HealthHistoryService,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.handlers = {
      list_agents: ({ principal }) => ({
        agents: fleet
          .view(principal)
          .agents.map(
            ({ agent_id, name, tags, meta, online, last_seen, overall, last_overall }) => ({
              ...{ agent_id, name, tags, online, last_seen, overall },
              ...(last_overall === undefined ? {} : { last_overall }),
              os: meta?.os ?? null,
            }),
          ),
      }),
      // Which PC a session means is the session's own state, kept by its door (D4).
      select_agent: ({ principal }, { id }) => {
        const { agent_id, name, online, overall } = fleet.agent(principal, id);
        return { agent_id, name, online, overall, remembered: false };
      },
      fleet_overview: ({ principal }) => fleet.view(principal),
      agent_health: ({ principal }, { id }) => fleet.agent(principal, id),
      agent_snapshot: ({ principal }, { id, section }) =>
        history.latest(fleet.subject(principal, id), section),
      health_history: ({ principal }, { id, days }) => {
        const to = clock.now();
        return past.changes(principal, { from: to - days * DAY_MS, to }, id);
      },
    };
  }

  async run(ctx: CallContext, { tool, args }: CheckedCall): Promise<Record<string, unknown>> {
    if (!isServerToolName(tool.name))
      throw new KennyError('internal', `${tool.name} is no server tool`);
    const handler = this.handlers[tool.name] as (
      ctx: CallContext,
      args: Record<string, unknown>,
    ) => object | Promise<object>;
    return { ...(await handler(ctx, args)) };
  }
}
