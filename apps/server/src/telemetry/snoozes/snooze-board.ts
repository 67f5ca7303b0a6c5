import { needsAttention, type Health, type SectionHealth, type SnoozeView } from '@kenny/contract';
import { compareSeverity } from '@kenny/health';
import { Injectable } from '@nestjs/common';
import type { SnoozeEntity } from '../entities/index.js';

/** A section as far as its snooze is concerned. */
type Judged = Pick<SectionHealth, 'name' | 'status'>;

/** Says whether somebody has put off what is wrong with a section. */
export type SnoozeOf = (section: Judged) => SnoozeView | undefined;

interface Snooze {
  readonly until: number;
  readonly status: Health;
  /** One object for all who show it: who compares sections compares references. */
  readonly view: SnoozeView;
}

/** Every snooze, in memory, in step with what is committed. */
@Injectable()
export class SnoozeBoard {
  private readonly ofPcs = new Map<string, Map<string, Snooze>>();

  /** What covers the sections of a PC at a time: until its end, and only what is no worse than then. */
  coverOf(agentUid: string, now: number): SnoozeOf {
    const snoozes = this.ofPcs.get(agentUid);
    if (!snoozes) return () => undefined;
    return ({ name, status }) => {
      if (!needsAttention(status)) return undefined;
      const snooze = snoozes.get(name);
      if (!snooze || snooze.until <= now) return undefined;
      return compareSeverity(status, snooze.status) > 0 ? undefined : snooze.view;
    };
  }

  has(agentUid: string, section: string): boolean {
    return this.ofPcs.get(agentUid)?.has(section) ?? false;
  }

  set({ agent_uid, section, status, until, reason, by_name }: SnoozeEntity): void {
    const snoozes = this.ofPcs.get(agent_uid) ?? new Map<string, Snooze>();
    const view = { until: new Date(until).toISOString(), reason, by: by_name };
    this.ofPcs.set(agent_uid, snoozes.set(section, { until, status, view }));
  }

  remove(agentUid: string, section: string): void {
    const snoozes = this.ofPcs.get(agentUid);
    snoozes?.delete(section);
    if (snoozes?.size === 0) this.ofPcs.delete(agentUid);
  }

  /** All of a PC that is gone. */
  forget(agentUid: string): void {
    this.ofPcs.delete(agentUid);
  }

  /** PCs with a snooze that has come to its end. */
  endedBy(now: number): { agent_uid: string; section: string }[] {
    return [...this.ofPcs].flatMap(([agent_uid, snoozes]) =>
      [...snoozes]
        .filter(([, { until }]) => until <= now)
        .map(([section]) => ({ agent_uid, section })),
    );
  }
}

/** The section with what covers it; the same object when that is as it was. */
export function withSnooze(section: SectionHealth, snoozed: SnoozeView | undefined): SectionHealth {
  if (section.snoozed === snoozed) return section;
  const { snoozed: _, ...rest } = section;
  return snoozed ? { ...rest, snoozed } : rest;
}
