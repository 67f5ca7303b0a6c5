import { STRIP, type Health, type SectionHealth } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { stripChar, stripSlot, worstOf } from '@kenny/health';

/** What kenny knows of one PC's health right now. Times are epoch ms by the server's clock. */
export interface PcState {
  readonly agent_uid: string;
  readonly received_at: number;
  readonly collected_at: number | null;
  readonly sections: readonly SectionHealth[];
  readonly refs: Readonly<Record<string, string>>;
  readonly strip: string;
  readonly strip_slot: number;
  /** As people say it, where its last snapshot names it. */
  readonly system?: string;
  /** Set while its snapshots are dropped because its daily quota is spent. */
  readonly dropped_since?: number;
}

type StripState = Pick<PcState, 'strip' | 'strip_slot'>;

const EMPTY_STRIP = STRIP.noData.repeat(STRIP.slots);
/** Worst last: a half hour shows its worst state. */
const RANK: readonly string[] = [
  STRIP.noData,
  STRIP.chars.unknown,
  STRIP.chars.ok,
  STRIP.chars.warn,
  STRIP.chars.crit,
];

/** The strip shifted to the half hour of `now`; slots in between had no data. */
export function stripAt(state: StripState | undefined, now: number): string {
  return stripIn(state, stripSlot(now));
}

/** As `stripAt`, for a half hour by its number. */
export function stripIn(state: StripState | undefined, slot: number): string {
  if (!state) return EMPTY_STRIP;
  const passed = Math.max(0, Math.min(STRIP.slots, slot - state.strip_slot));
  return state.strip.slice(passed) + STRIP.noData.repeat(passed);
}

/**
 * The strip with what was seen just now in its newest slot. What was so until now is part of it: whoever
 * is well again since ten past midnight was not well all day.
 */
export function stripWith(before: PcState | undefined, health: Health, now: number): string {
  const strip = stripAt(before, now);
  // Longer ago than a report takes nobody knows what was in between: it was off, or out of reach.
  const isRecent = before !== undefined && stripSlot(now) - before.strip_slot <= 1;
  const until = isRecent ? stripChar(worstOf(before.sections)) : STRIP.noData;
  return strip.slice(0, -1) + worseOf(worseOf(strip.slice(-1), until), stripChar(health));
}

/** The worse of two strip characters. */
export function worseOf(a: string, b: string): string {
  return RANK.indexOf(b) > RANK.indexOf(a) ? b : a;
}

/** The worst of several strip characters. */
export function worstIn(strip: string): string {
  return RANK.findLast((char) => strip.includes(char)) ?? STRIP.noData;
}

/** The latest state of every PC, in memory, in step with what is committed. */
@Injectable()
export class HealthBoard {
  private readonly states = new Map<string, PcState>();

  get(agentUid: string): PcState | undefined {
    return this.states.get(agentUid);
  }

  set(state: PcState): void {
    this.states.set(state.agent_uid, state);
  }

  remove(agentUid: string): void {
    this.states.delete(agentUid);
  }
}
