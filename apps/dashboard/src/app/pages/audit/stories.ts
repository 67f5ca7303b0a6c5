import { READ_WORDS, REQUEST_STEP_WORDS, toolTitle, type AuditRowView } from '@kenny/contract/web';
import { askerOf, deedOf, doerOf, whoOf } from '../../core/approvals/call-words';
import { tookNews } from '../../core/facts/quantity';
import { byDay } from '../../core/time/relative';
import { failedWords } from '../../core/approvals/failed-words';
import { sentenceCase } from '../../core/words';
import {
  ALREADY_DENIED,
  isAskedAgain,
  timesWords,
  withoutRepeats,
} from '../../core/approvals/repeats';
import { deedOfRow, type Deed } from './deeds';
import { isLook, looksOf, type ReadBefore } from './looks';
import { startedTask, taskStarts } from './task-starts';

/**
 * Everything that the audit log has of one request, permission, invitation or start of a task, newest
 * first, or somebody's logins one after the other, or what they read or asked for again and again; any
 * other row is alone.
 */
export interface Story {
  /** Stays the same while newer rows join it: what somebody has opened stays open. */
  readonly key: string;
  readonly rows: readonly [AuditRowView, ...AuditRowView[]];
}

/** How a story ended, for the eye and in words. */
export interface StoryEnd {
  readonly mood: 'ok' | 'bad' | 'open' | 'none';
  readonly words: string;
}

/** A sentence with the names of a person and of a PC in it, which are shown as text. */
export interface StorySentence extends Deed {
  readonly who: string;
  /** PC ID. */
  readonly where: string | null;
  /** Who asked; `themselves` where the same person approved it. */
  readonly asked: string | null;
}

const WITHOUT_RUN = new Map<string | null, string>([
  ['deny', 'Denied'],
  ['cancel', 'Withdrawn'],
  ['expire', 'Expired'],
  ['outdate', 'Expired'],
  ['lapse', 'Did not run'],
  ['restore', 'Did not run'],
]);
const STEPS = new Map<string | null, string>([
  ...WITHOUT_RUN,
  ['request', 'Asked'],
  ['approve', 'Approved'],
  ['claim', 'Started'],
  ['respond', 'Finished'],
  ['lose', 'May have run'],
  ['hand_over', 'Collected the result'],
]);
const DECISIONS = new Set<string | null>(['approve', 'deny', 'cancel']);
const STEP_SENTENCES = new Map<string | null, string>(Object.entries(REQUEST_STEP_WORDS));

/**
 * @param rows - newest first
 * @param related - other rows of the same approvals, which the filter leaves out
 * @param readBefore - a look at what a request is about is part of its story
 * @returns by the time that each shows, latest first; each row is in exactly one
 */
export function storiesOf(
  rows: readonly AuditRowView[],
  related: readonly AuditRowView[] = [],
  readBefore: ReadBefore = () => undefined,
): Story[] {
  const stories = new Map<string, Map<string, AuditRowView>>();
  let [last, lastKey]: [AuditRowView | undefined, string] = [undefined, ''];
  const looks = looksOf([...rows, ...related], readBefore);
  const others = rows.filter(({ id }) => !looks.has(id));
  const repeated = new Map(
    withoutRepeats(others).flatMap((all) => all.map(({ id }) => [id, all[0].id] as const)),
  );
  const starts = taskStarts(rows);
  for (const row of rows) {
    const joined = starts.get(row.id) ?? repeated.get(row.id) ?? row.id;
    const own = isPermission(row) ? (row.target ?? row.id) : joined;
    const isOne = isNextLogin(row, last) || isTokenOfInvitation(row, last);
    const key: string = row.approval_id ?? looks.get(row.id) ?? (isOne ? lastKey : own);
    [last, lastKey] = [row, key];
    const story = stories.get(key);
    if (story) story.set(row.id, row);
    else stories.set(key, new Map([[row.id, row]]));
  }
  for (const row of related) stories.get(row.approval_id ?? '')?.set(row.id, row);
  const told = [...stories].flatMap(([key, own]) => {
    const [newest, ...older] = [...own.values()].sort((a, b) => b.seq - a.seq);
    if (!newest) return [];
    // Without a name of its own it is called by its oldest row.
    const stays = own.has(key) ? (older.at(-1) ?? newest).id : key;
    return [{ key: stays, rows: [newest, ...older] as const }];
  });
  return told.sort((a, b) => shownAt(b) - shownAt(a));
}

/** A story belongs to the day of the act that it tells. */
export const daysOf = (stories: readonly Story[], now: number) =>
  byDay(stories, (story) => actOf(story).at, now);

/** The row that the sentence tells, whatever followed: the decision, before it the request. */
export function actOf(story: Story): AuditRowView {
  const rows = stepsOf(story);
  const [newest] = rows;
  if (newest.tool === null) return startedTask(story)?.row ?? newest;
  return decisionIn(rows) ?? requestIn(rows) ?? newest;
}

/** Without what only looked at what a request is about. */
export function stepsOf({ rows }: Story): Story['rows'] {
  const [newest, ...older] = rows.filter((row) => !isLook(row, rows));
  return newest ? [newest, ...older] : rows;
}

const shownAt = (story: Story): number => Date.parse(actOf(story).at);

/** The newest: of two people who have to approve, the second may deny. */
const decisionIn = (rows: Story['rows']): AuditRowView | undefined =>
  rows.find(({ target }) => DECISIONS.has(target));

const requestIn = (rows: Story['rows']): AuditRowView | undefined =>
  rows.find(({ target }) => target === 'request');

const isNextLogin = (row: AuditRowView, last: AuditRowView | undefined): boolean =>
  [row, last].every((one) => one?.kind === 'login' && one.target === 'login' && one.ok) &&
  row.actor.id === last?.actor.id;

/** Whoever invites somebody makes a token and a link to it: one act. */
const isTokenOfInvitation = (row: AuditRowView, last: AuditRowView | undefined): boolean =>
  isTokenAct(row, 'create') && isTokenAct(last, 'invite') && row.target === last?.target;

const isTokenAct = (row: AuditRowView | undefined, action: string): boolean =>
  row?.kind === 'token' && row.args?.['action'] === action;

/** Of a task's AI agent, which wants to use a tool of its own. */
const isPermission = ({ kind, tool, target }: AuditRowView): boolean =>
  kind === 'decision' && tool === null && (target ?? '').startsWith('permission ');

/** Somebody approved, denied or withdrew it. */
export const isDecided = ({ rows }: Story): boolean => decisionIn(rows) !== undefined;

export function endOf(story: Story): StoryEnd {
  const rows = stepsOf(story);
  const [newest] = rows;
  if (isPermission(newest)) {
    if (newest.args?.['action'] === 'ask') return { mood: 'open', words: 'Waiting' };
    return newest.ok ? { mood: 'ok', words: 'Allowed' } : failed(newest);
  }
  const ran = rows.find(({ kind }) => kind === 'call');
  if (ran?.target === 'lose') return { mood: 'bad', words: stepWords('lose') };
  if (ran && isAskedAgain(ran)) return { mood: 'bad', words: ALREADY_DENIED };
  if (ran) return ran.ok ? { mood: 'ok', words: doneWords(ran) } : failed(ran);
  if (newest.kind !== 'decision') return newest.ok ? { mood: 'ok', words: 'OK' } : failed(newest);
  const [over] = rows.filter(({ target }) => WITHOUT_RUN.has(target));
  // Nobody refused what somebody took back themselves.
  if (over?.target)
    return { mood: over.target === 'cancel' ? 'none' : 'bad', words: stepWords(over.target) };
  const approved = rows.some(({ target }) => target === 'approve');
  return { mood: 'open', words: approved ? 'Approved' : 'Waiting' };
}

/**
 * What happened, by whom; null for a row that there are no words for.
 * @param fix - what the request is called, where it is a fix of kenny's own
 */
export function sentenceOf(story: Story, fix?: string): StorySentence | null {
  const rows = stepsOf(story);
  const [newest] = rows;
  const { tool, args } = newest;
  // What the server answers from its own data names the PC in its arguments.
  const about = tool !== null && typeof args?.['id'] === 'string' ? args['id'] : null;
  const where = newest.agent_id ?? about;
  if (tool === null) {
    const begun = startedTask(story);
    if (begun) {
      const { row, did, title } = begun;
      return { did, named: title, join: null, who: whoOf(row.actor), where, asked: null };
    }
    const deed = deedOfRow(newest, rows.at(-1));
    const times = newest.kind === 'login' ? timesWords(rows.length) : '';
    const did = `${deed?.did ?? ''} ${times}`.trim();
    return deed && { ...deed, did, who: whoOf(newest.actor), where, asked: null };
  }
  const on = { where, join: 'on', named: null } as const;
  const [decided, request] = [decisionIn(rows), requestIn(rows)];
  if (decided) {
    const isOther = ({ actor }: AuditRowView) =>
      actor.id !== decided.actor.id || actor.kind === 'chat';
    // Who approves what they asked for themselves stands out.
    const isOwn = decided.target === 'approve' ? 'themselves' : null;
    const asked = request ? (isOther(request) ? byWhom(request) : isOwn) : null;
    const did = `${STEP_SENTENCES.get(decided.target) ?? ''} ${deedOf({ tool, fix })}`;
    return { ...on, who: whoOf(decided.actor), did, asked };
  }
  if (request)
    return {
      ...on,
      who: whoOf(request.actor),
      did: `${REQUEST_STEP_WORDS.request} ${deedOf({ tool, fix })}`,
      asked: null,
    };
  const ran = newest.kind === 'call' && newest.approval_id === null;
  const verb = ran ? READ_WORDS : 'handled';
  // What was refused or failed did not, or not quite, happen.
  const tried = isAskedAgain(newest) ? 'asked again' : 'tried';
  const times = ran ? timesWords(rows.length) : '';
  const did =
    ran && !newest.ok
      ? [tried, times, 'to', deedOf({ tool, fix })]
      : [verb, `“${toolTitle(tool)}”`, times];
  const told = did.filter((words) => words !== '').join(' ');
  return { ...on, who: whoOf(newest.actor), did: told, asked: null };
}

/** The task whose AI agent acted or asked. */
export function taskOf({ rows }: Story): AuditRowView['actor'] | null {
  return rows.find(({ actor }) => actor.kind === 'task')?.actor ?? null;
}

/** A step of an approval: `Asked`, `Approved`, `Finished`. */
export function stepWords(target: string): string {
  return STEPS.get(target) ?? sentenceCase(target);
}

/** The task is named below. */
function byWhom(row: AuditRowView): string {
  const { who, way } = doerOf(row);
  return row.actor.kind === 'task' ? askerOf(row.actor).within : `${who} ${way}`.trim();
}

function doneWords({ duration_ms }: AuditRowView): string {
  const took = tookNews(duration_ms);
  return took === null ? 'Done' : `Done in ${took}`;
}

function failed(row: AuditRowView): StoryEnd {
  return { mood: 'bad', words: failedWords(row) };
}
