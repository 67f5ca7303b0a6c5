import { compareVersions, UPDATE_ROLLED_BACK } from '@kenny/contract/agent';

/**
 * What a PC remembers of its updates; pure, so that every order of crashes can be tested (ADR
 * 0040).
 */
export interface UpdateRecord {
  /**
   * Highest version that ever ran here; older ones are refused, since they bring back old faults.
   */
  readonly highest: string;
  /** Version that was rolled back; refused until another one works. */
  readonly failed?: { readonly version: string; readonly why: string };
  readonly pending?: PendingUpdate;
  /** Last update that was confirmed, for `status`. */
  readonly done?: { readonly from: string; readonly to: string };
}

/** An update from before its files are touched until the new version is confirmed. */
export interface PendingUpdate {
  readonly from: string;
  readonly to: string;
  /** How often the new version was started. */
  readonly tries: number;
  /** Set once a rollback is decided. */
  readonly giveUp?: string;
  /** Failed rollback attempts since. */
  readonly failedWaysBack?: number;
}

/** Which file this process was started from: the program, or the copy kept for a rollback. */
export type StartedFrom = 'program' | 'kept';

export type StartAction =
  /** No update is in progress. */
  | 'run'
  /** This is the new version: it has a while to reach the server. */
  | 'trial'
  /** This is the new version, and it failed: restore the old one, then restart. */
  | 'go_back'
  /**
   * This is the new version; its rollback failed too often. It keeps running, and nothing is
   * touched.
   */
  | 'stay'
  /** This is the old version, run from the kept file: restore it to its place, then restart. */
  | 'mend';

export interface StartVerdict {
  /** Must be on disk before the action is taken. */
  readonly record: UpdateRecord;
  readonly action: StartAction;
  /** For the log, which the server sees. */
  readonly news?: string;
}

/** At this start the new version counts as failed. */
const LAST_TRY = 3;

/** Rollback attempts; after these a person has to fix it. */
export const LAST_WAY_BACK = 6;

/** What a process start means for an update. */
export function atStart(
  before: UpdateRecord | undefined,
  version: string,
  startedFrom: StartedFrom,
): StartVerdict {
  const record = withHighest(before, version);
  const { pending } = record;
  if (!pending) return { record, action: startedFrom === 'kept' ? 'mend' : 'run' };
  if (isSame(version, pending.to)) return startOfNew(record, pending);
  if (startedFrom === 'kept') return { record, action: 'mend' };
  if (isSame(version, pending.from)) return startOfOld(record, pending);
  const news = `the update to ${pending.to} was overtaken: this PC was installed anew`;
  return { record: settled(record), action: 'run', news };
}

function startOfNew(record: UpdateRecord, pending: PendingUpdate): StartVerdict {
  const stuck = whyStuck(record);
  if (stuck !== undefined) return { record, action: 'stay', news: stuck };
  if (pending.giveUp !== undefined) return { record, action: 'go_back' };
  const tries = pending.tries + 1;
  const next = { ...record, pending: { ...pending, tries } };
  if (tries < LAST_TRY) return { record: next, action: 'trial' };
  const why = `it was started ${LAST_TRY} times and did not reach the server`;
  return { record: givenUp(next, why), action: 'go_back' };
}

function startOfOld(record: UpdateRecord, { to, tries, giveUp }: PendingUpdate): StartVerdict {
  if (giveUp !== undefined) {
    const failed = { version: to, why: giveUp };
    const news = `the update to ${to} ${UPDATE_ROLLED_BACK}: ${giveUp}`;
    return { record: { ...settled(record), failed }, action: 'run', news };
  }
  const what = tries === 0 ? 'was interrupted before it began' : 'was undone at this PC';
  return { record: settled(record), action: 'run', news: `the update to ${to} ${what}` };
}

/** Why this version is refused now; undefined when it may be installed. */
export function whyNot(record: UpdateRecord, running: string, wanted: string): string | undefined {
  const { pending, failed, highest } = record;
  if (pending) return whyStuck(record) ?? `an update to ${pending.to} is on its way`;
  if (compareVersions(wanted, running) !== 1) {
    return `this PC runs ${running}; an update must be newer than that`;
  }
  if (failed && isSame(failed.version, wanted)) {
    return `version ${wanted} was rolled back on this PC (${failed.why}); send another version`;
  }
  if (compareVersions(wanted, highest) === 1) return undefined;
  return `version ${highest} ran on this PC before; an update must be newer than that`;
}

/** Call before the files are touched. */
export function begun(record: UpdateRecord, from: string, to: string): UpdateRecord {
  return { ...record, pending: { from, to, tries: 0 } };
}

/** Call before the files are restored. */
export function givenUp(record: UpdateRecord, why: string): UpdateRecord {
  if (!record.pending) return record;
  return { ...record, pending: { ...record.pending, giveUp: why } };
}

/** Call after a restore failed. */
export function wayBackFailed(record: UpdateRecord): UpdateRecord {
  if (!record.pending) return record;
  const failedWaysBack = (record.pending.failedWaysBack ?? 0) + 1;
  return { ...record, pending: { ...record.pending, failedWaysBack } };
}

/** Why nothing more is tried; undefined while something is. */
export function whyStuck({ pending }: UpdateRecord): string | undefined {
  if (!pending || (pending.failedWaysBack ?? 0) < LAST_WAY_BACK) return undefined;
  const { to, giveUp } = pending;
  return (
    `the update to ${to} cannot be taken back, which was tried ${LAST_WAY_BACK} times ` +
    `(${giveUp ?? 'no reason kept'}): install another version at this PC`
  );
}

/**
 * The new version reached the server: no rollback any more, and an earlier failure is forgotten.
 */
export function confirmed({ highest, pending }: UpdateRecord): UpdateRecord {
  return { highest, ...(pending ? { done: { from: pending.from, to: pending.to } } : {}) };
}

/** Result of the last update in words; undefined when there was none. */
export function updateWords(record: UpdateRecord): string | undefined {
  const { pending, failed, done } = record;
  const stuck = whyStuck(record);
  if (stuck !== undefined) return stuck;
  if (pending) return pendingWords(pending);
  if (failed) return `to ${failed.version}, rolled back: ${failed.why}`;
  return done && `from ${done.from} to ${done.to}, done`;
}

function pendingWords({ from, to, tries, giveUp }: PendingUpdate): string {
  if (giveUp !== undefined) return `to ${to}, being rolled back: ${giveUp}`;
  const state = tries === 0 ? 'is not started yet' : `has to reach the server (start ${tries})`;
  return `from ${from} to ${to}, which ${state}`;
}

export function settled({ highest, failed }: UpdateRecord): UpdateRecord {
  return { highest, ...(failed ? { failed } : {}) };
}

function withHighest(record: UpdateRecord | undefined, version: string): UpdateRecord {
  if (!record) return { highest: version };
  return compareVersions(version, record.highest) === 1 ? { ...record, highest: version } : record;
}

/** "0.2" is "0.2.0". */
export const isSame = (a: string, b: string): boolean => compareVersions(a, b) === 0;
