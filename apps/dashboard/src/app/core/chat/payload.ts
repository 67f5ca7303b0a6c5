import {
  TOOL_CALL_STATUSES,
  type AskedQuestion,
  type ChatFault,
  type ChatQuestion,
  type ToolCallStatus,
} from '@kenny/contract/web';
import { isObject } from '@kenny/kernel';

/** Event payloads are open objects: values of the wrong type count as missing. */

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

export function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? { ...value } : {};
}

export function nullableTextIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function callStatusIn(value: unknown): ToolCallStatus {
  return TOOL_CALL_STATUSES.find((status) => status === value) ?? 'error';
}

export function faultIn(value: unknown): ChatFault | null {
  const { code, message, details } = objectIn(value);
  if (typeof code !== 'string' || typeof message !== 'string') return null;
  return { code, message, ...(details === undefined ? {} : { details: { ...objectIn(details) } }) };
}

/** What a message carries beside its words; the pictures themselves stay on the server. */
export function picturesIn(input: unknown): string[] {
  const { images } = objectIn(input);
  return Array.isArray(images) ? images.map((image) => pictureName(objectIn(image))) : [];
}

export function pictureName({ name }: { readonly name?: unknown }): string {
  return textIn(name) || 'without a name';
}

export function questionIn(value: unknown): ChatQuestion | null {
  const { id, questions, asked_at, answer_by } = objectIn(value);
  if (typeof id !== 'string' || !Array.isArray(questions)) return null;
  return {
    id,
    questions: questions.map(askedIn),
    asked_at: textIn(asked_at),
    answer_by: textIn(answer_by),
  };
}

function askedIn(value: unknown): AskedQuestion {
  const { header, question, options } = objectIn(value);
  const asked = { header: textIn(header), question: textIn(question) };
  if (!Array.isArray(options)) return asked;
  const offered = options.map((option: unknown) => {
    const { label, description } = objectIn(option);
    return { label: textIn(label), description: textIn(description) };
  });
  return { ...asked, options: offered };
}
