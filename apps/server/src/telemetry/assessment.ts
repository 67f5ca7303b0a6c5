import {
  check,
  describeIssues,
  isSectionName,
  type Health,
  type Os,
  type SectionHealth,
} from '@kenny/contract';
import { evaluateSection, isShown, worstOf } from '@kenny/health';

const SECTION_NAME = /^[a-z][a-z0-9_]{0,63}$/;
const MOST_SECTIONS = 100;

export interface AssessedSection {
  readonly name: string;
  readonly payload: unknown;
  /** Undefined when nothing can be said about it on this system: kept, but not shown as health. */
  readonly status: Health | undefined;
  readonly reason: string;
}

/**
 * Judges a snapshot section by section (design §1.5): known sections by their schema and their
 * rule, those of later protocols by what the agent says. A section of the wrong shape is `unknown`
 * with its fault as reason and is not kept; it never harms the others.
 */
export function assess(
  snapshot: Readonly<Record<string, unknown>>,
  os: Os | undefined,
  now: number,
): AssessedSection[] {
  return Object.entries(snapshot)
    .filter(([name]) => SECTION_NAME.test(name))
    .slice(0, MOST_SECTIONS)
    .map(([name, payload]) => assessOne(name, payload, os, now));
}

function assessOne(
  name: string,
  payload: unknown,
  os: Os | undefined,
  now: number,
): AssessedSection {
  const issues = isSectionName(name) ? check(`section:${name}`, payload) : [];
  if (issues.length > 0) {
    const reason = `The PC sent this in a wrong shape: ${describeIssues(issues)}`.slice(0, 500);
    return { name, payload: undefined, status: 'unknown', reason };
  }
  const { status, reason } = evaluateSection(name, payload, now);
  return { name, payload, status: isShown(name, payload, os) ? status : undefined, reason };
}

/** The shown health of each section; `since` stays while a section's status stays. */
export function sectionHealths(
  assessed: readonly AssessedSection[],
  before: readonly SectionHealth[],
  now: number,
): SectionHealth[] {
  const previous = new Map(before.map((section) => [section.name, section]));
  return assessed.flatMap(({ name, status, reason }) => {
    if (status === undefined) return [];
    const known = previous.get(name);
    const since = known?.status === status ? known.since : new Date(now).toISOString();
    return [{ name, status, reason, since }];
  });
}

export function overallOf(sections: readonly SectionHealth[]): Health {
  return worstOf(sections);
}
