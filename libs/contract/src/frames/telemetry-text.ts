import { CAPS } from '../constants.js';
import { check, describeIssues } from '../validate.js';
import { endOfString } from '@kenny/kernel';
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
const SNAPSHOT_KEY = `"${'snapshot' satisfies keyof TelemetryFrame}"`;

/**
 * How a telemetry frame of that agent begins as senders write it, so that it is known for what it is
 * before anybody parses it. One that begins otherwise is a frame like any other.
 */
export function telemetryBeginning(agentId: string): string {
  const { type, agent_id }: Pick<TelemetryFrame, 'type' | 'agent_id'> = {
    type: TYPE,
    agent_id: agentId,
  };
  return `${JSON.stringify({ type, agent_id }).slice(0, -1)},`;
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

/**
 * Says why when the text is not worth it. Walks over all of it by itself: a call for each token, as
 * `walkJson` makes, is most of the work of a server that thousands of PCs report to.
 */
function cutSections(text: string): Cut | string {
  const places = new SectionPlaces(text);
  let depth = 0;
  let commas = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case CODES.quote: {
        const end = endOfString(text, at + 1);
        if (depth === FRAME_DEPTH) places.key(at, end);
        at = end - 1;
        break;
      }
      case CODES.brace:
      case CODES.bracket:
        if (depth === FRAME_DEPTH) places.open();
        depth += 1;
        if (depth > CAPS.depth) return `deeper than ${CAPS.depth} levels`;
        break;
      case CODES.endBrace:
      case CODES.endBracket:
        if (depth === SNAPSHOT_DEPTH) places.end(at);
        depth -= 1;
        break;
      case CODES.comma:
        if (depth === SNAPSHOT_DEPTH) places.end(at);
        commas += 1;
        if (commas > CAPS.nodes) return `more than ${CAPS.nodes} values`;
        break;
      case CODES.colon:
        if (depth === SNAPSHOT_DEPTH) places.begin(at + 1);
    }
  }
  return places.cut();
}

const FRAME_DEPTH = 1;
const SNAPSHOT_DEPTH = 2;
const CODES = {
  ...{ quote: 0x22, comma: 0x2c, colon: 0x3a },
  ...{ brace: 0x7b, endBrace: 0x7d, bracket: 0x5b, endBracket: 0x5d },
} as const;

/** Takes the sections out of a frame as it is told where they are. */
class SectionPlaces {
  private readonly texts: string[] = [];
  private frame = '';
  private copied = 0;
  private isSnapshot = false;
  private inSnapshot = false;
  private start = -1;

  constructor(private readonly text: string) {}

  /** The last string of the frame itself before something opens is that one's key. */
  key(start: number, end: number): void {
    this.isSnapshot =
      end - start === SNAPSHOT_KEY.length && this.text.startsWith(SNAPSHOT_KEY, start);
  }

  open(): void {
    this.inSnapshot = this.isSnapshot;
  }

  begin(start: number): void {
    if (this.inSnapshot) this.start = start;
  }

  end(end: number): void {
    if (this.start < 0) return;
    this.frame += this.text.slice(this.copied, this.start) + String(this.texts.length);
    this.texts.push(this.text.slice(this.start, end).trim());
    this.copied = end;
    this.start = -1;
  }

  cut(): Cut {
    return { frame: this.frame + this.text.slice(this.copied), texts: this.texts };
  }
}
