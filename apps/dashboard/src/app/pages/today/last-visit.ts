import { DOCUMENT, Injectable, computed, inject, signal } from '@angular/core';
import { isObject } from '@kenny/kernel';
import { Session } from '../../core/session/session';

/** Shorter absences do not count. */
const AWAY_MS = 30 * 60_000;
/** So exactly is it known when somebody left. */
const NOTED_EVERY_MS = 60_000;
const KEY = 'kenny.visit.';

/** When somebody was not here, in epoch milliseconds. */
export interface Absence {
  readonly from: number;
  readonly until: number;
}

interface Visit {
  /** When this page was looked at last. */
  readonly seen: number;
  /** Before this visit; none at the first. */
  readonly away: Absence | null;
}

/**
 * When this person was here before, in this browser. Nothing but times is kept: who uses the same
 * computer learns nothing of the fleet from it.
 */
@Injectable({ providedIn: 'root' })
export class LastVisit {
  private readonly document = inject(DOCUMENT);
  private readonly session = inject(Session);
  private readonly visit = signal<Visit | null>(null);
  /** The time between the last visit and this one. */
  readonly away = computed(() => this.visit()?.away ?? null, {
    equal: (a, b) => a?.from === b?.from && a?.until === b?.until,
  });

  /** This page is open now; where nobody looks at it, that is no visit. */
  note(now: number): void {
    const id = this.session.me()?.id;
    if (id === undefined || this.document.visibilityState !== 'visible') return;
    const key = KEY + id;
    const before = parsed(localStorage.getItem(key), now);
    if (before && now - before.seen < NOTED_EVERY_MS) return this.visit.set(before);
    const returned = before !== null && now - before.seen >= AWAY_MS;
    const away = returned ? { from: before.seen, until: now } : (before?.away ?? null);
    const visit = { seen: now, away };
    localStorage.setItem(key, JSON.stringify(visit));
    this.visit.set(visit);
  }
}

/** Null for what this page did not write, or what lies ahead of the clock. */
function parsed(text: string | null, now: number): Visit | null {
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Somebody else's text under our name: as if nobody had been here.
    return null;
  }
  if (!isObject(value) || !isMoment(value['seen'], now)) return null;
  const seen = value['seen'];
  const away = value['away'];
  if (!isObject(away)) return { seen, away: null };
  const { from, until } = away;
  const whole = isMoment(from, now) && isMoment(until, now) && from < until;
  return { seen, away: whole ? { from, until } : null };
}

function isMoment(value: unknown, now: number): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value <= now;
}
