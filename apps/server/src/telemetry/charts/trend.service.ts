import {
  CHART_LIMITS,
  STRIP,
  type FleetTrend,
  type PcHealth,
  type TrendPoint,
  type TrendStep,
} from '@kenny/contract';
import { type Clock, DAY_MS, HOUR_MS } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AgentsService, type AgentRecord } from '../../auth/index.js';
import { CLOCK, EventBus, maySee, type Principal } from '../../kernel/index.js';
import { FleetService } from '../fleet.service.js';
import { HealthBoard, worstIn } from '../health-board.js';
import { TelemetryRepository } from '../telemetry.repository.js';
import { dayOf, healthOf, hoursOf, HOURS_A_DAY } from './health-day.js';

/** PCs counted in one turn of the event loop: a millisecond or two. */
const PCS_PER_TURN = 200;

/** Day → its hours, of one PC. */
type Days = Map<number, string>;

/**
 * How the fleet was: how many PCs in which state, by the day or the hour. Days are read once, when
 * somebody first asks, and kept in step with what comes in: a request reads no rows at all.
 */
@Injectable()
export class TrendService {
  private days: Promise<Map<string, Days>> | undefined;

  constructor(
    private readonly agents: AgentsService,
    private readonly fleet: FleetService,
    private readonly board: HealthBoard,
    private readonly repository: TelemetryRepository,
    events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    events.on('telemetry.stored', ({ agent_id, at }) => this.note(agent_id, at));
    events.on('agent.changed', async ({ agent_uid, change }) => {
      if (change === 'removed') (await this.days)?.delete(agent_uid);
    });
  }

  /** @param days - today and those before it */
  async trend(
    principal: Pick<Principal, 'agents'>,
    days: number,
    by: TrendStep,
  ): Promise<FleetTrend> {
    const known = await this.loaded();
    const now = this.clock.now();
    const stepMs = by === 'day' ? DAY_MS : HOUR_MS;
    const last = Math.floor(now / stepMs);
    const first = last + 1 - days * (DAY_MS / stepMs);
    const points = Array.from({ length: last - first + 1 }, (_, i) =>
      emptyAt((first + i) * stepMs),
    );
    const agents = this.agents.list().filter(({ agent_id }) => maySee(principal, agent_id));
    for (const [index, agent] of agents.entries()) {
      if (index % PCS_PER_TURN === PCS_PER_TURN - 1) await new Promise(setImmediate);
      this.count(agent, known.get(agent.agent_uid) ?? new Map<number, string>(), {
        points,
        first,
        stepMs,
      });
    }
    return {
      from: new Date(first * stepMs).toISOString(),
      to: new Date(now).toISOString(),
      resolution_s: stepMs / 1000,
      points,
    };
  }

  private count(agent: AgentRecord, days: Days, chart: Chart): void {
    const { points, first, stepMs } = chart;
    const oldest = Math.min(...days.keys()) * DAY_MS;
    const since = Math.floor(Math.min(agent.created_at, oldest) / stepMs);
    let wasHeard = oldest < first * stepMs;
    for (const [index, point] of points.entries()) {
      const step = first + index;
      const seen = stepMs === DAY_MS ? worstOfDay(days.get(step)) : hourOf(days, step);
      const health = healthOf(seen);
      wasHeard ||= health !== undefined;
      // What is not over yet: it may not have had the time to say anything.
      const isLast = index === points.length - 1;
      if (health) point[health] += 1;
      else if (isLast) point[this.now(agent)] += 1;
      else if (step >= since) point[wasHeard ? 'offline' : 'unknown'] += 1;
    }
  }

  private now({ agent_id }: AgentRecord): PcHealth {
    return this.fleet.row(agent_id)?.overall ?? 'unknown';
  }

  /** What a snapshot has just added to the day. */
  private async note(agentId: string, at: number): Promise<void> {
    const known = await this.days;
    const record = this.agents.get(agentId);
    if (!known || !record) return;
    const days = known.get(record.agent_uid) ?? new Map<number, string>();
    known.set(record.agent_uid, days);
    days.set(dayOf(at), hoursOf(this.board.get(record.agent_uid), at));
    for (const day of days.keys()) if (day < oldestDay(at)) days.delete(day);
  }

  /** A day after the other: each is as many rows as there are PCs. */
  private loaded(): Promise<Map<string, Days>> {
    const load = async () => {
      const known = new Map<string, Days>();
      const today = dayOf(this.clock.now());
      for (let day = oldestDay(this.clock.now()); day <= today; day += 1) {
        for (const { agent_uid, hours } of await this.repository.daysOf(day)) {
          const days = known.get(agent_uid) ?? new Map<number, string>();
          known.set(agent_uid, days.set(day, hours));
        }
      }
      return known;
    };
    this.days ??= load().catch((error: unknown) => {
      this.days = undefined;
      throw error;
    });
    return this.days;
  }
}

interface Chart {
  readonly points: readonly TrendPoint[];
  /** Number of the first step since 1970. */
  readonly first: number;
  readonly stepMs: number;
}

function emptyAt(time: number): TrendPoint {
  const at = new Date(time).toISOString();
  return { at, crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0 };
}

/** One more than is ever asked for: an hour of the first day may be half over. */
function oldestDay(now: number): number {
  return dayOf(now) - CHART_LIMITS.trendDays;
}

function hourOf(days: Days, hour: number): string {
  const day = days.get(Math.floor(hour / HOURS_A_DAY));
  return day?.charAt(hour % HOURS_A_DAY) ?? STRIP.noData;
}

function worstOfDay(hours: string | undefined): string {
  return worstIn(hours ?? '');
}
