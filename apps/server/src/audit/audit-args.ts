import { createHash } from 'node:crypto';
import { redact } from '../secrets/index.js';

/** Longer texts are truncated, with length and hash, so that the whole can be proven. */
export const LONGEST_TEXT = 16 * 1024;
/** Beyond this in total, arguments are stored as one hash. */
export const LONGEST_ARGS = 128 * 1024;

/**
 * Arguments as the audit log stores them: bounded plain JSON without secrets. They come from
 * people, models and agents, so their shape is not trusted.
 */
export function auditedArgs(
  args: Readonly<Record<string, unknown>> | null | undefined,
): Record<string, unknown> | null {
  if (!args) return null;
  const text = jsonOf(redact(args, cutText));
  if (text.length > LONGEST_ARGS) {
    return { cut: `arguments of ${text.length} characters, sha256 ${sha256(text)}` };
  }
  return JSON.parse(text) as Record<string, unknown>;
}

/** Auditing must not fail its caller, whatever it is given. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    return JSON.stringify({ cut: `arguments that are no JSON: ${String(error)}` });
  }
}

function cutText(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  return `${text.slice(0, LONGEST_TEXT)}… [cut: ${text.length} characters, sha256 ${sha256(text)}]`;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
