import { CAPS } from '../constants.js';
import { check, describeIssues } from '../validate.js';
import { walkJson } from '../text/json-tokens.js';
import { exceedsCaps } from './caps.js';
import type { TelemetryFrame } from './frames.js';

/** One section of a snapshot as it was sent: JSON that nobody has parsed yet. */
export interface SectionText {
  readonly name: string;
  readonly text: string;
}

/** A telemetry frame with its sections still as text. */
export interface TelemetryText extends Pick<TelemetryFrame, 'type' | 'agent_id' | 'collected_at'> {
  readonly sections: readonly SectionText[];
}

export type ParsedTelemetry = { ok: true; frame: TelemetryText } | { ok: false; reason: string };

const TYPE = 'telemetry' satisfies TelemetryFrame['type'];
const BEGINNING = `{"type":"${TYPE}"`;
const SNAPSHOT_KEY = `"${'snapshot' satisfies keyof TelemetryFrame}"`;

/** True for a telemetry frame as senders write it: with its type first. */
export function isTelemetryText(text: string): boolean {
  return text.startsWith(BEGINNING);
}

/**
 * Parses a telemetry frame except for its sections, which are only cut out: most of them are word
 * for word those of the snapshot before, so parsing them would be for nothing. Whoever uses a
 * section parses it, and must expect that it is no JSON. Caps as in `parseFrame`; never throws.
 */
export function parseTelemetry(text: string): ParsedTelemetry {
  const cut = cutSections(text);
  if (typeof cut === 'string') return { ok: false, reason: cut };
  let value: unknown;
  try {
    value = JSON.parse(cut.frame);
  } catch {
    return { ok: false, reason: 'not JSON' };
  }
  const reason = faultOf(value);
  if (reason !== undefined) return { ok: false, reason };
  const { type, agent_id, collected_at, snapshot } = value as TelemetryFrame;
  const sections = Object.entries(snapshot).map(([name, index]) => ({
    name,
    text: cut.texts[Number(index)] ?? '',
  }));
  return { ok: true, frame: { type, agent_id, collected_at, sections } };
}

/** A parsed frame as if its sections had not been parsed. */
export function telemetryText({ snapshot, ...frame }: TelemetryFrame): TelemetryText {
  const sections = Object.entries(snapshot).map(([name, payload]) => ({
    name,
    text: JSON.stringify(payload),
  }));
  return { ...frame, sections };
}

function faultOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'not a JSON object';
  const tooMuch = exceedsCaps(value);
  if (tooMuch) return tooMuch;
  const issues = check(`frame:${TYPE}`, value);
  return issues.length > 0 ? `${TYPE}: ${describeIssues(issues)}` : undefined;
}

interface Cut {
  /** The frame with a number in place of each section: its place in `texts`. */
  readonly frame: string;
  readonly texts: readonly string[];
}

const FRAME_DEPTH = 1;
const SNAPSHOT_DEPTH = 2;

/** Says why when the text is not worth it. */
function cutSections(text: string): Cut | string {
  const texts: string[] = [];
  let frame = '';
  let copied = 0;
  let [depth, commas, keyStart, keyEnd] = [0, 0, 0, 0];
  let inSnapshot = false;
  let sectionStart = -1;
  let refused: string | undefined;
  const cutUpTo = (end: number): void => {
    if (sectionStart < 0) return;
    frame += text.slice(copied, sectionStart) + String(texts.length);
    texts.push(text.slice(sectionStart, end).trim());
    copied = end;
    sectionStart = -1;
  };
  walkJson(text, (token, start, end) => {
    if (token === 'string') {
      if (depth === FRAME_DEPTH) [keyStart, keyEnd] = [start, end];
    } else if (token === '{' || token === '[') {
      if (depth === FRAME_DEPTH) inSnapshot = text.slice(keyStart, keyEnd) === SNAPSHOT_KEY;
      depth += 1;
      if (depth > CAPS.depth) refused = `deeper than ${CAPS.depth} levels`;
    } else if (token === '}' || token === ']') {
      if (depth === SNAPSHOT_DEPTH) cutUpTo(start);
      depth -= 1;
    } else if (token === ',') {
      commas += 1;
      if (depth === SNAPSHOT_DEPTH) cutUpTo(start);
      if (commas > CAPS.nodes) refused = `more than ${CAPS.nodes} values`;
    } else if (depth === SNAPSHOT_DEPTH && inSnapshot) {
      sectionStart = end;
    }
    return refused === undefined;
  });
  return refused ?? { frame: frame + text.slice(copied), texts };
}
