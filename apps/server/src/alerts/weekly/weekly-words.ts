import {
  APPROVAL_STATE_WORDS,
  DECISION_WORDS,
  HEALTH_WORDS,
  needsAttention,
  NOT_CONNECTED_YET,
  PC_HEALTH_ORDER,
  sectionTitle,
  toolTitle,
  type FleetAgent,
  type FleetTrend,
} from '@kenny/contract';
import type { GateRecord } from '@kenny/gate';
import type { NeverConnected, PcCounts } from '@kenny/health';
import { listed, zoneOf } from '@kenny/kernel';
import { plainLine } from '../rules/words.js';

/** What the mail of a week says; plain text, as it waits in the database. */
export interface WeeklyWords {
  readonly sentence: string;
  readonly counts: PcCounts;
  /** Which PCs need attention and why, worst first; the first few. */
  readonly needing: readonly string[];
  /** Fullest first. */
  readonly disks: readonly { readonly name: string; readonly percent: number }[];
  /** Oldest first. */
  readonly days: readonly { readonly name: string; readonly counts: PcCounts }[];
  /** Newest first. */
  readonly done: readonly string[];
  readonly furtherDone: number;
  /** For an owner: who looks after their PCs. Null: it is for somebody who opens the dashboard. */
  readonly carers: readonly string[] | null;
}

export interface WeeklyMail extends WeeklyWords {
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

const LINKS = [
  { label: 'Open Today', page: '/today' },
  { label: 'Audit log of these 7 days', page: '/audit?range=week' },
] as const;

/** An owner has no dashboard to open. */
export function withLinks(words: WeeklyWords, publicUrl: string): WeeklyMail {
  const links = LINKS.map(({ label, page }) => ({ label, url: `${publicUrl}${page}` }));
  return { ...words, links: words.carers === null ? links : [] };
}

export const MOST_NEEDING = 5;
export const MOST_DISKS = 5;
export const MOST_DONE = 10;
const NAME_LENGTH = 40;

export const shortName = (name: string): string => plainLine(name, NAME_LENGTH);

/** `Your PCs this week: 2 need attention`. */
export function subjectOf(counts: PcCounts, { lately, longer }: NeverConnected): string {
  const all = totalOf(counts);
  const needing = needingOf(counts);
  const absent = [
    { count: counts.offline, words: 'offline' },
    { count: lately + longer, words: NOT_CONNECTED_YET.toLowerCase() },
    { count: counts.unknown - lately - longer, words: 'never reported' },
  ].filter(({ count }) => count > 0);
  const news =
    needing > 0
      ? `${needing} ${needing === 1 ? 'needs' : 'need'} attention`
      : absent.map(({ count, words }) => `${count} ${words}`).join(', ');
  const fine = all === 1 ? 'fine' : 'all fine';
  return `Your ${all === 1 ? 'PC' : 'PCs'} this week: ${news || fine}`;
}

interface NeedingPc extends Pick<FleetAgent, 'name' | 'overall'> {
  readonly worst: { readonly name: string } | null;
}

/** `Mum's laptop: Disk, critical`. */
export function needingLines(agents: readonly NeedingPc[]): string[] {
  const needing = agents.filter(({ overall }) => needsAttention(overall));
  const lines = needing.slice(0, MOST_NEEDING).map(({ name, overall, worst }) => {
    const what = worst ? `${sectionTitle(worst.name) ?? shortName(worst.name)}, ` : '';
    return `${shortName(name)}: ${what}${HEALTH_WORDS[overall].toLowerCase()}`;
  });
  return [...lines, ...andMore(needing.length - lines.length)];
}

export const andMore = (count: number): string[] => (count > 0 ? [`and ${count} more`] : []);

/** `1 critical, 4 OK`. */
export function countWords(counts: PcCounts): string {
  return PC_HEALTH_ORDER.filter((health) => counts[health] > 0)
    .map((health) => {
      const word = HEALTH_WORDS[health];
      return `${counts[health]} ${health === 'ok' ? word : word.toLowerCase()}`;
    })
    .join(', ');
}

/** `Mon 0, Tue 2`: on each day, how many needed attention. */
export function dayWords(days: WeeklyWords['days']): string {
  return days.map(({ name, counts }) => `${name} ${needingOf(counts)}`).join(', ');
}

/** Days of the trend begin and end by UTC: so are they named. */
export function daysOf({ points }: FleetTrend): WeeklyWords['days'] {
  const format = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
  return points.map(({ at, crit, warn, offline, unknown, ok }) => ({
    name: format.format(Date.parse(at)),
    counts: { crit, warn, offline, unknown, ok },
  }));
}

/** `Anna approved “Restart a service” on Mum's laptop, Tue 14:02: done`. */
export function doneLine(
  { decisions, tool, state }: Pick<GateRecord, 'decisions' | 'tool' | 'state'>,
  pcName: string,
  timeZone: string,
): string[] {
  const last = decisions.findLast(({ decision }) => decision !== 'cancel');
  if (!last) return [];
  const same = decisions.filter(({ decision }) => decision === last.decision);
  const who = listed(same.map(({ by }) => shortName(by.name)));
  const what = `${who} ${DECISION_WORDS[last.decision]} “${plainLine(toolTitle(tool), NAME_LENGTH)}”`;
  const ended = last.decision === 'deny' ? '' : `: ${lower(APPROVAL_STATE_WORDS[state])}`;
  return [`${what} on ${shortName(pcName)}, ${timeWords(last.at, timeZone)}${ended}`];
}

export function totalOf(counts: PcCounts): number {
  return PC_HEALTH_ORDER.reduce((sum, health) => sum + counts[health], 0);
}

function needingOf(counts: PcCounts): number {
  return PC_HEALTH_ORDER.filter(needsAttention).reduce((sum, health) => sum + counts[health], 0);
}

/** `Tue 14:02`. */
function timeWords(at: number, timeZone: string): string {
  const zone = { timeZone: zoneOf(timeZone) };
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', ...zone });
  const time = new Intl.DateTimeFormat('en-GB', {
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone },
  });
  return `${day.format(at)} ${time.format(at)}`;
}

const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
