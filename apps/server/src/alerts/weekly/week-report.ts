import { disk, type DiskPayload } from '@kenny/contract';
import { headlineOf, neverConnectedOf } from '@kenny/health';
import { DAY_MS } from '@kenny/kernel';
import { Injectable } from '@nestjs/common';
import type { AgentRecord } from '../../auth/index.js';
import { KennyError } from '../../kernel/index.js';
import { ApprovalsReader } from '../../policy/index.js';
import { FleetService, HistoryService, TrendService } from '../../telemetry/index.js';
import type { OwnWords } from '../deliveries.js';
import {
  daysOf,
  doneLine,
  MOST_DISKS,
  MOST_DONE,
  needingLines,
  shortName,
  subjectOf,
  type WeeklyWords,
} from './weekly-words.js';

const DAYS = 7;

/** Which PCs a mail is about, and for whom. */
export interface WeekSubject {
  /** At least one. */
  readonly pcs: readonly AgentRecord[];
  /** These are all PCs of this server. */
  readonly all: boolean;
  /** They may decide: requests that wait are told. */
  readonly decides: boolean;
  readonly time_zone: string;
  readonly carers: readonly string[] | null;
}

/** What a week was like, in words: of the PCs that are named, and of nothing else. */
@Injectable()
export class WeekReport {
  constructor(
    private readonly fleet: FleetService,
    private readonly trends: TrendService,
    private readonly snapshots: HistoryService,
    private readonly approvals: ApprovalsReader,
  ) {}

  async of(subject: WeekSubject, now: number): Promise<OwnWords> {
    const { pcs, all, decides, carers } = subject;
    const agents = all ? null : pcs.map(({ agent_id }) => agent_id);
    const fleet = this.fleet.view({ agents });
    const { counts } = fleet;
    const trend = await this.trends.trend({ agents }, DAYS, 'day');
    const never = neverConnectedOf(fleet.agents, now);
    const waiting = decides ? await this.approvals.countPending(agents) : 0;
    const weekly: WeeklyWords = {
      sentence: headlineOf(counts, waiting, never),
      needing: needingLines(fleet.agents),
      ...{ counts, carers, disks: await this.disks(pcs), days: daysOf(trend) },
      ...(await this.done(subject, now)),
    };
    const title = subjectOf(counts, never);
    return { severity: 'warn', title, text: weekly.sentence, page: '/today', weekly };
  }

  private async disks(pcs: readonly AgentRecord[]): Promise<WeeklyWords['disks']> {
    let fullest: WeeklyWords['disks'] = [];
    for (const pc of pcs) {
      const volumes = (await this.volumesOf(pc)).map(({ mount, percent_used }) => ({
        name: `${shortName(pc.name)}, ${shortName(mount)}`,
        percent: percent_used,
      }));
      const all = [...fullest, ...volumes];
      fullest = all.sort((a, b) => b.percent - a.percent).slice(0, MOST_DISKS);
    }
    return fullest;
  }

  /** As it was last reported. */
  private async volumesOf(pc: AgentRecord): Promise<NonNullable<DiskPayload['volumes']>> {
    try {
      const { snapshot } = await this.snapshots.latest(pc, disk.name);
      return (snapshot[disk.name] as Partial<DiskPayload> | undefined)?.volumes ?? [];
    } catch (error) {
      if (error instanceof KennyError && error.code === 'not_found') return [];
      throw error;
    }
  }

  private async done(
    { pcs, all, time_zone }: WeekSubject,
    now: number,
  ): Promise<Pick<WeeklyWords, 'done' | 'furtherDone'>> {
    const names = new Map(pcs.map(({ agent_uid, name }) => [agent_uid, name]));
    const since = now - DAYS * DAY_MS;
    const decided = await this.approvals.decidedSince(
      since,
      all ? null : [...names.keys()],
      MOST_DONE,
    );
    const done = decided.records.flatMap((record) =>
      doneLine(record, names.get(record.agent_uid) ?? record.agent_id, time_zone),
    );
    return { done, furtherDone: decided.count - decided.records.length };
  }
}
