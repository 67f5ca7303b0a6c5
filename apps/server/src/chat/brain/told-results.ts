import type { ToolOutcome, ToolResult } from '@kenny/session';
import { isObject } from '@kenny/kernel';
import {
  cleanedToFit,
  dataEnvelope,
  errorEnvelope,
  isAgentId,
  isOperatorsWord,
  isPicture,
  NO_PICTURE,
  operatorEnvelope,
  pictureEnvelope,
  pictureOf,
  refusalText,
  type Origin,
  type Source,
} from '../../model-tools/index.js';
import { MODEL_LIMITS } from '../limits.js';

/** A tool's result as the model is told it. */
export interface ToldResult {
  /** The envelope as JSON. */
  readonly text: string;
  /** Base64 characters of the picture that belongs to it; 0 without one. */
  readonly pictureChars: number;
  readonly isError: boolean;
  /** Stands for a picture that no tool can take again, once it is too long ago. */
  readonly gone?: string;
}

/** Cache of encoded results: every round sends all of them again. */
const KEPT_CHARS = 8_000_000;

/**
 * Tells results, each once: a conversation is told again in every round, and its old results are
 * always the same text.
 */
export class ToldResults {
  private readonly kept = new Map<string, ToldResult>();
  private chars = 0;

  /** Undefined when not cached. */
  known(key: string): ToldResult | undefined {
    const told = this.kept.get(key);
    if (told) {
      this.kept.delete(key);
      this.kept.set(key, told);
    }
    return told;
  }

  tell(key: string, result: ToolResult, limit: number): ToldResult {
    const told = tell(result, limit);
    this.forget(key);
    this.kept.set(key, told);
    this.chars += told.text.length;
    for (const oldest of this.kept.keys()) {
      if (this.chars <= KEPT_CHARS) break;
      this.forget(oldest);
    }
    return told;
  }

  private forget(key: string): void {
    this.chars -= this.kept.get(key)?.text.length ?? 0;
    this.kept.delete(key);
  }
}

function tell({ tool, outcome }: ToolResult, limit: number): ToldResult {
  const origin: Origin = { source: sourceOf(outcome), tool: { name: tool } };
  if (outcome.status !== 'ok') return failure(origin, outcome, limit);
  const result = isObject(outcome.result) ? outcome.result : {};
  if (isOperatorsWord(origin.tool)) {
    return plain(operatorEnvelope(origin.tool, cleanedToFit(result, limit)));
  }
  if (isPicture(origin.tool)) return picture(origin, result, limit);
  return plain(dataEnvelope(origin, cleanedToFit(result, limit)));
}

/** Denied, expired, failed: what an operator or a PC said about it stands in the message. */
function failure(origin: Origin, { status, error }: ToolOutcome, limit: number): ToldResult {
  const { message, ...rest } = error ?? { code: status, message: 'no reason was given' };
  const text = refusalText(status, message.slice(0, limit));
  const envelope = errorEnvelope(origin, { ...rest, message: text });
  return { ...plain({ ...envelope, status }), isError: true };
}

function picture(origin: Origin, result: Record<string, unknown>, limit: number): ToldResult {
  const found = pictureOf(result);
  const sides = found && pngSides(found.data);
  if (!found || !sides) {
    const error = { code: NO_PICTURE.code, message: NO_PICTURE.message };
    return failure(origin, { status: 'error', error, call_id: null, agent_id: null }, limit);
  }
  const { pictureChars, pictureSide } = MODEL_LIMITS;
  if (found.data.length <= pictureChars && Math.max(...sides) <= pictureSide) {
    return { ...plain(pictureEnvelope(origin)), pictureChars: found.data.length };
  }
  const why = `⟨left out: the picture is too large, ${sides.join(' × ')} pixels⟩`;
  return plain(dataEnvelope(origin, why));
}

function plain(envelope: object): ToldResult {
  return { text: JSON.stringify(envelope), pictureChars: 0, isError: false };
}

function sourceOf({ agent_id }: ToolOutcome): Source {
  return isAgentId(agent_id) ? `agent:${agent_id}` : 'kenny';
}

const HEADER_CHARS = 44;
const [WIDTH_AT, HEIGHT_AT] = [16, 20];

/** Both sides of a PNG in pixels, from the head of its base64; undefined when it has none. */
function pngSides(base64: string): readonly [number, number] | undefined {
  const head = Buffer.from(base64.slice(0, HEADER_CHARS), 'base64');
  if (head.length < HEIGHT_AT + 4 || head.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return [head.readUInt32BE(WIDTH_AT), head.readUInt32BE(HEIGHT_AT)];
}
