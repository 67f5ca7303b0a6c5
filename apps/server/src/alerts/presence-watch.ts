import { AWAY_HOURS } from '@kenny/contract';
import { HOUR_MS, MINUTE_MS, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { Like } from 'typeorm';
import { AgentDirectory, AgentsService, type AgentRecord } from '../auth/index.js';
import { Reads, Writer } from '../database/index.js';
import { CLOCK } from '../kernel/index.js';
import type { ScheduledTask } from '../scheduling/index.js';
import { AlertStateEntity } from './entities.js';
import { FactLog } from './fact-log.js';
import type { PresenceFact } from './rules/fact.js';

/** After a start, PCs have so long to come back before anybody counts them as away. */
const GRACE_MS = 15 * MINUTE_MS;
/** Facts per transaction. */
const AT_ONCE = 500;

/** How many of the hours that people can choose have passed since then; 0: none. */
export function awayHours(lastSeen: number, now: number): number {
  const hours = (now - lastSeen) / HOUR_MS;
  return AWAY_HOURS.findLast((step) => hours >= step) ?? 0;
}

/** Sees who has been offline for long, and who is back. */
@Injectable()
export class PresenceWatch implements ScheduledTask {
  readonly id = 'alerts.presence';
  readonly everyMs = MINUTE_MS;
  private told = new Map<string, number>();
  private readonly started: number;

  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly facts: FactLog,
    private readonly agents: AgentsService,
    private readonly directory: AgentDirectory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.started = clock.monotonic();
  }

  /** What was told before this start; called once. */
  async load(): Promise<void> {
    const rows = await this.reads.manager.findBy(AlertStateEntity, { key: Like('presence:%') });
    const known = rows.map(({ body }) => (JSON.parse(body) as { fact: PresenceFact }).fact);
    this.told = new Map(known.map(({ subject, hours }) => [subject.agent_uid, hours]));
  }

  async run(now: number): Promise<void> {
    const settled = this.clock.monotonic() - this.started >= GRACE_MS;
    const here = new Set(this.directory.list().map(({ agent_uid }) => agent_uid));
    const news = this.agents.list().flatMap((agent): PresenceFact[] => {
      const { agent_uid, agent_id } = agent;
      const last_seen = seenLast(agent);
      if (last_seen === null) return [];
      const hours = here.has(agent_uid) ? 0 : awayHours(last_seen, now);
      const before = this.told.get(agent_uid) ?? 0;
      if (hours === before || (hours > 0 && !settled)) return [];
      return [{ name: 'presence', subject: { agent_uid, agent_id }, hours, last_seen }];
    });
    for (let from = 0; from < news.length; from += AT_ONCE) {
      const some = news.slice(from, from + AT_ONCE);
      await this.writer.write((tx) => this.facts.note(tx, some));
      for (const { subject, hours } of some) this.told.set(subject.agent_uid, hours);
    }
  }
}

/** Null before it has ever connected. */
function seenLast({ last_seen, enrolled_at }: AgentRecord): number | null {
  return enrolled_at === null ? null : (last_seen ?? null);
}
