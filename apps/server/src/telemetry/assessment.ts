import {
  check,
  describeIssues,
  exceedsCaps,
  isSectionName,
  type Health,
  type Os,
  type SectionHealth,
  type SectionText,
} from '@kenny/contract';
import {
  dependsOnTime,
  evaluateSection,
  existsOn,
  holdsFacts,
  worstOf,
  type Limit,
  type Verdict,
} from '@kenny/health';
import type { KnownContent, KnownContents } from './known-contents.js';
import { pointsOf } from './points.js';
import { bodyIdOf } from './section-codec.js';
import { withSnooze, type SnoozeOf } from './snoozes/snooze-board.js';
import { systemIn } from './system-in.js';

const SECTION_NAME = /^[a-z][a-z0-9_]{0,63}$/;
const MOST_SECTIONS = 100;

/** What a snapshot is judged by, beside its own content. */
export interface JudgedPc {
  readonly os: Os | undefined;
  /** Epoch ms. */
  readonly now: number;
  /** As they were moved for this PC. */
  readonly limits: readonly Limit[];
}

export interface AssessedSection extends SectionText {
  /** Undefined when the section says nothing on this system: stored, but not shown as health. */
  readonly verdict: Verdict | undefined;
  /** Undefined when its shape is wrong: then it is not stored. */
  readonly kept: { readonly id: string; readonly content: KnownContent } | undefined;
}

/**
 * Judges a snapshot section by section (design §1.5): known sections by their schema and their
 * rule, those of later protocols by what the agent says. A section of the wrong shape is `unknown`
 * with its fault as reason and is not kept; it never harms the others. A content that is known is
 * not even parsed, unless its verdict depends on the time or on a limit of this PC.
 */
export function assess(
  sections: readonly SectionText[],
  pc: JudgedPc,
  known: KnownContents,
): AssessedSection[] {
  return sections
    .filter(({ name }) => SECTION_NAME.test(name))
    .slice(0, MOST_SECTIONS)
    .map((section) => assessOne(section, pc, known));
}

function assessOne(
  section: SectionText,
  { os, now, limits }: JudgedPc,
  known: KnownContents,
): AssessedSection {
  const { name, text } = section;
  const id = bodyIdOf(name, text);
  const before = known.get(id);
  const content = before ?? contentOf(section, now);
  if (typeof content === 'string') return { name, text, verdict: wrong(content), kept: undefined };
  if (!before) known.set(id, content);
  const isShown = os === undefined || existsOn(name, os) || content.holdsFacts;
  const own = limits.filter((limit) => limit.section === name);
  // What is known of a content is known by the rule's own limits.
  const verdict =
    (own.length === 0 ? content.verdict : undefined) ??
    evaluateSection(name, JSON.parse(text), now, own);
  return { name, text, verdict: isShown ? verdict : undefined, kept: { id, content } };
}

/** What a new content says, or what is wrong with it. */
function contentOf({ name, text }: SectionText, now: number): KnownContent | string {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch {
    return 'not JSON';
  }
  const tooMuch =
    typeof payload === 'object' && payload !== null ? exceedsCaps(payload) : undefined;
  if (tooMuch !== undefined) return tooMuch;
  const issues = isSectionName(name) ? check(`section:${name}`, payload) : [];
  if (issues.length > 0) return describeIssues(issues);
  return {
    verdict: dependsOnTime(name) ? undefined : evaluateSection(name, payload, now),
    holdsFacts: holdsFacts(payload),
    points: pointsOf(name, payload),
    system: systemIn(name, payload),
    storedAt: undefined,
  };
}

function wrong(fault: string): Verdict {
  const reason = `The PC sent this in a wrong shape: ${fault}`.slice(0, 500);
  return { status: 'unknown', reason };
}

/**
 * The shown health of each section; `since` stays while a section's status stays, and what is the
 * same in all is the same object as before.
 */
export function sectionHealths(
  assessed: readonly AssessedSection[],
  before: readonly SectionHealth[],
  now: number,
  snoozeOf: SnoozeOf,
): SectionHealth[] {
  const previous = new Map(before.map((section) => [section.name, section]));
  const at = new Date(now).toISOString();
  return assessed.flatMap(({ name, verdict }) => {
    if (!verdict) return [];
    const { status, reason } = verdict;
    const last = previous.get(name);
    const since = last?.status === status ? last.since : at;
    const same = last?.status === status && last.reason === reason;
    return [withSnooze(same ? last : { name, status, reason, since }, snoozeOf({ name, status }))];
  });
}

export function overallOf(sections: readonly SectionHealth[]): Health {
  return worstOf(sections);
}
