import {
  CATALOG,
  STATUSES,
  isSectionName,
  type Os,
  type SectionName,
  type SectionPayload,
  type Status,
} from '@kenny/contract/agent';
import { isObject } from '@kenny/kernel';
import { gradeBy, type Limit } from './limits.js';
import { RULES, THRESHOLDS } from './rules/index.js';
import { grade, type Grade } from './threshold.js';
import { toMs, type Instant, type Judgement, type Verdict } from './verdict.js';
import { REASON_LENGTH, plain } from './wording.js';

type Payload = Readonly<Record<string, unknown>>;

/**
 * kenny's verdict for one section (design §1.2). A rule's verdict replaces what the agent reported,
 * up or down; where the rule defers, and for sections of later protocols, the agent's status and
 * summary count. Never throws, whatever the payload.
 * @param limits - of this section, as they were moved for the PC
 */
export function evaluateSection(
  name: string,
  payload: unknown,
  now: Instant,
  limits: readonly Limit[] = [],
): Verdict {
  if (!isPayload(payload)) return { status: 'unknown', reason: 'The section has no readable form' };
  if (payload['readable'] === false) return unreadable(payload);
  return judge(name, payload, now, limits) ?? reported(payload);
}

/**
 * Verdicts of all sections in a snapshot. With the PC's `os`, an empty section that does not exist
 * on that system (`defender` on Linux) is omitted: there is nothing to say about it, not even `ok`.
 * Facts are judged wherever they come from.
 */
export function evaluateSnapshot(
  snapshot: unknown,
  now: Instant,
  os?: Os,
): Record<string, Verdict> {
  if (!isPayload(snapshot)) return {};
  return Object.fromEntries(
    Object.entries(snapshot)
      .filter(([name, payload]) => isShown(name, payload, os))
      .map(([name, payload]) => [name, evaluateSection(name, payload, now)]),
  );
}

/**
 * True when an unchanged section may get another verdict tomorrow: its rule uses the time. All
 * other verdicts follow from the payload alone.
 */
export function dependsOnTime(name: string): boolean {
  return (
    isSectionName(name) &&
    THRESHOLDS[name].some(({ measure }) => measure === 'age' || measure === 'left')
  );
}

/**
 * What an agent puts into `status`: the rule's verdict, else its collector's. An unreadable section
 * stays `ok` on the wire; `readable: false` beside it says the rest.
 */
export function sectionStatus(name: SectionName, payload: unknown, now: Instant): Status {
  const { status } = evaluateSection(name, payload, now);
  return status === 'unknown' ? 'ok' : status;
}

const SYSTEMS = new Map<string, readonly Os[]>(CATALOG.sections.map(({ name, os }) => [name, os]));

/** False when the section does not exist on this system; sections of later protocols do. */
export function existsOn(section: string, os: Os): boolean {
  return SYSTEMS.get(section)?.includes(os) ?? true;
}

/**
 * False for a section that does not exist on this system and has no facts. Facts count wherever
 * they come from: a Linux PC may have Microsoft Defender.
 */
export function isShown(section: string, payload: unknown, os: Os | undefined): boolean {
  return os === undefined || existsOn(section, os) || holdsFacts(payload);
}

const FRAME_OF_A_SECTION = new Set<string>([
  'status',
  'summary',
  'readable',
  'unreadable_reason',
] satisfies (keyof SectionPayload)[]);

/** False for what an agent sends of a section that its system does not have: nulls, empty lists. */
export function holdsFacts(payload: unknown): boolean {
  if (!isPayload(payload) || payload['readable'] === false) return false;
  return Object.entries(payload).some(
    ([key, value]) =>
      !FRAME_OF_A_SECTION.has(key) &&
      value !== null &&
      value !== undefined &&
      !(Array.isArray(value) && value.length === 0),
  );
}

function judge(
  name: string,
  payload: Payload,
  now: Instant,
  limits: readonly Limit[],
): Judgement | undefined {
  if (!isSectionName(name)) return undefined;
  const own = limits.filter(({ section }) => section === name);
  const by = (grade: Grade) => RULES[name].judge(payload, toMs(now), grade);
  const verdict = by(gradeBy(own));
  // The agent knows only the rule's own limits: what it says by those does not count here.
  if (!verdict && own.length > 0 && by(grade)) return fineBy(payload);
  return verdict && { status: verdict.status, reason: plain(verdict.reason, '', REASON_LENGTH) };
}

function fineBy({ summary }: Payload): Judgement {
  return { status: 'ok', reason: plain(summary, 'Within its limits', REASON_LENGTH) };
}

function reported({ status, summary }: Payload): Verdict {
  const known = STATUSES.find((one) => one === status);
  if (!known) return { status: 'unknown', reason: 'The agent reported no valid status' };
  return { status: known, reason: plain(summary, `The agent reports ${known}`, REASON_LENGTH) };
}

function unreadable({ unreadable_reason }: Payload): Verdict {
  const reason = plain(unreadable_reason, 'The PC could not read this', REASON_LENGTH);
  return { status: 'unknown', reason };
}

function isPayload(value: unknown): value is Payload {
  return isObject(value);
}
