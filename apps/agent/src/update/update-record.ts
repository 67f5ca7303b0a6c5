import { compareVersions } from '@kenny/contract/agent';

/** What a PC remembers of its updates; pure, so that every order of crashes can be tried (ADR 0040). */
export interface UpdateRecord {
  /** The highest version that ever ran here: whoever brings an older one wants its faults back. */
  readonly highest: string;
  /** The version that was taken back; it is refused until another one works. */
  readonly failed?: { readonly version: string; readonly why: string };
  readonly pending?: PendingUpdate;
  /** The last update that came to a good end, for whoever asks the PC. */
  readonly done?: { readonly from: string; readonly to: string };
}

/** An update from the moment before its files are touched until the new version is confirmed. */
export interface PendingUpdate {
  readonly from: string;
  readonly to: string;
  /** How often the new version was started. */
  readonly tries: number;
  /** Set once it is decided that the old version comes back. */
  readonly giveUp?: string;
  /** How often putting the old version back has failed since. */
  readonly failedWaysBack?: number;
}

/** Which file this process was started from: its place, or the copy that was kept for the way back. */
export type StartedFrom = 'program' | 'kept';

export type StartAction =
  /** Nothing is on its way. */
  | 'run'
  /** This is the new version: it has a while to reach the server. */
  | 'trial'
  /** This is the new version, and it goes: put the old one back, then start again. */
  | 'go_back'
  /** This is the new version; it should go and cannot. It runs on, and nothing is touched any more. */
  | 'stay'
  /** This is the old version from the kept file: put it back into its place, then start again. */
  | 'mend';

export interface StartVerdict {
  /** To be on the disk before the action is taken. */
  readonly record: UpdateRecord;
  readonly action: StartAction;
  /** For the log, and so for the server. */
  readonly news?: string;
}

/** At this start of the new version nobody believes in it any more. */
const LAST_TRY = 3;

/** So often the old version is put back: what does not work by then is for a person to mend. */
export const LAST_WAY_BACK = 6;

/** What the start of a process means for an update. */
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
    const news = `the update to ${to} was rolled back: ${giveUp}`;
    return { record: { ...settled(record), failed }, action: 'run', news };
  }
  const what = tries === 0 ? 'was interrupted before it began' : 'was undone at this PC';
  return { record: settled(record), action: 'run', news: `the update to ${to} ${what}` };
}

/** Why this version is not taken now; undefined when it may come. */
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

/** Before the files are touched. */
export function begun(record: UpdateRecord, from: string, to: string): UpdateRecord {
  return { ...record, pending: { from, to, tries: 0 } };
}

/** Before the files are put back. */
export function givenUp(record: UpdateRecord, why: string): UpdateRecord {
  if (!record.pending) return record;
  return { ...record, pending: { ...record.pending, giveUp: why } };
}

/** After the files could not be put back. */
export function wayBackFailed(record: UpdateRecord): UpdateRecord {
  if (!record.pending) return record;
  const failedWaysBack = (record.pending.failedWaysBack ?? 0) + 1;
  return { ...record, pending: { ...record.pending, failedWaysBack } };
}

/** Why nothing is tried any more; undefined as long as something is. */
export function whyStuck({ pending }: UpdateRecord): string | undefined {
  if (!pending || (pending.failedWaysBack ?? 0) < LAST_WAY_BACK) return undefined;
  const { to, giveUp } = pending;
  return (
    `the update to ${to} cannot be taken back, which was tried ${LAST_WAY_BACK} times ` +
    `(${giveUp ?? 'no reason kept'}): install another version at this PC`
  );
}

/** The new version has reached the server: there is no way back, and the failure of another is past. */
export function confirmed({ highest, pending }: UpdateRecord): UpdateRecord {
  return { highest, ...(pending ? { done: { from: pending.from, to: pending.to } } : {}) };
}

/** For people: what became of the last update; undefined when there was none. */
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

/** Nothing is on its way any more. */
export function settled({ highest, failed }: UpdateRecord): UpdateRecord {
  return { highest, ...(failed ? { failed } : {}) };
}

function withHighest(record: UpdateRecord | undefined, version: string): UpdateRecord {
  if (!record) return { highest: version };
  return compareVersions(version, record.highest) === 1 ? { ...record, highest: version } : record;
}

/** "0.2" is "0.2.0". */
export const isSame = (a: string, b: string): boolean => compareVersions(a, b) === 0;
