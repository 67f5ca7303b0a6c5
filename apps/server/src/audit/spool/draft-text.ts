import type { AuditDraft } from '../audit-draft.js';

/** A spooled row; undefined for a text that is none. */
export function draftIn(text: string): AuditDraft | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const whole = typeof value === 'object' && value !== null && 'id' in value && 'actor' in value;
    return whole && 'kind' in value && 'at' in value ? (value as AuditDraft) : undefined;
  } catch {
    return undefined;
  }
}
