import {
  isServerToolName,
  WAITING_REQUESTS_MOST,
  type ArgsOf,
  type ResultOf,
  type ServerToolName,
} from '@kenny/contract';
import type { GateRecord } from '@kenny/gate';
import { DAY_MS, iso, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import {
  CLOCK,
  KennyError,
  principalKey,
  type CallContext,
  type Principal,
} from '../kernel/index.js';
import { ApprovalsService } from '../policy/index.js';
import { FleetService, HealthHistoryService, HistoryService } from '../telemetry/index.js';
import { ToldCalls } from './told-calls.js';
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
    approvals: ApprovalsService,
    told: ToldCalls,
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
      waiting_requests: async ({ principal }) => {
        const isTold = requestsToldTo(principal);
        const open = await approvals.listOpen(principal.agents);
        const waiting = open.filter((record) => record.state === 'pending' && isTold(record));
        return {
          requests: waiting
            .slice(0, WAITING_REQUESTS_MOST)
            .map((record) => waitingRequest(record, told.sentence(record))),
          truncated: waiting.length > WAITING_REQUESTS_MOST,
        };
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

/**
 * A person is told of all, as on every page; a model at a door of its own of what it asked for.
 * @throws KennyError `forbidden`
 */
function requestsToldTo(principal: Principal): (record: GateRecord) => boolean {
  const { scope } = principal;
  if (scope === 'admin' || scope === 'operator') return () => true;
  if (scope === 'viewer')
    throw new KennyError(
      'forbidden',
      'A token of scope viewer cannot see what waits for approval.',
    );
  const own = principalKey(principal);
  return ({ principal_key }) => principal_key === own;
}

function waitingRequest(
  record: GateRecord,
  sentence: string,
): ResultOf<'waiting_requests'>['requests'][number] {
  const { id, agent_id, tool, requested_by, reason } = record;
  return {
    ...{ approval_id: id, agent_id, sentence, tool, reason, requested_by: requested_by.name },
    requested_at: iso(record.requested_at),
    approve_by: iso(record.approve_by),
  };
}
