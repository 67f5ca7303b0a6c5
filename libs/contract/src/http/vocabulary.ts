/** Words of the HTTP door. Nothing here is a class: browsers and the command line import it too. */

export const APPROVAL_STATES = [
  'pending',
  'approved',
  'sent',
  'done',
  'failed',
  'unknown',
  'denied',
  'expired',
  'cancelled',
  'lapsed',
  'not_run',
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export const REKEY_MODES = ['rotate', 'revoke'] as const;
export type RekeyMode = (typeof REKEY_MODES)[number];

/** `?format=` of `/api/audit/export`. */
export const AUDIT_EXPORT_FORMATS = ['jsonl', 'csv'] as const;
export type AuditExportFormat = (typeof AUDIT_EXPORT_FORMATS)[number];

/** Characters of the words with which somebody says why they ask for a call, or decide so. */
export const CALL_REASON_LENGTH = 280;
