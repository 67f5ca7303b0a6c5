import { guardRefusal } from '@kenny/contract/agent';

/** What the guard says of a call. */
export type Verdict = Allowed | Refusal;

export interface Allowed {
  readonly blocked: false;
}

export interface Refusal {
  readonly blocked: true;
  /** A rule of `docs/policy/deny_rules.json`, an operator's own, or one of `LIMITS`. */
  readonly rule_id: string;
  /** Completes "this call …". */
  readonly reason: string;
  /** As it travels with the error code `blocked` (seed 001). */
  readonly message: string;
}

export const ALLOWED: Allowed = { blocked: false };

export function blocked(rule_id: string, reason: string): Refusal {
  return { blocked: true, rule_id, reason, message: guardRefusal({ rule_id, reason }) };
}

export const refuse = (rule: { readonly id: string; readonly reason: string }): Refusal =>
  blocked(rule.id, rule.reason);

/** Refusals that no pattern stands for. */
export const LIMITS = {
  tooLong: { id: 'text_too_long', reason: 'is longer than kenny can check; split it' },
  tooConvoluted: {
    id: 'text_too_convoluted',
    reason: 'puts more inside itself than kenny can check; write it plainly',
  },
  unknownTool: { id: 'unknown_tool', reason: 'names a tool that kenny does not have' },
  relativePath: {
    id: 'path_not_absolute',
    reason: 'names a path that does not begin with a drive letter or a slash',
  },
  parentSegment: { id: 'path_parent_segment', reason: 'names a path with a ".." in it' },
  networkPath: {
    id: 'path_network_or_device',
    reason:
      'names a path on the network, or one that Windows reads in a special way; use a drive letter',
  },
  oddSpelling: {
    id: 'path_odd_spelling',
    reason: 'spells a path in a way that systems read differently; write it plainly',
  },
  shortName: { id: 'path_short_name', reason: 'uses a shortened name (8.3); write the long one' },
  stream: { id: 'path_stream', reason: 'names data hidden behind a file (alternate data stream)' },
  privateFolder: { id: 'path_private_folder', reason: 'reads a folder that is private to kenny' },
  privateFile: {
    id: 'path_private_file',
    reason: 'reads a file that kenny itself is set up with',
  },
  privateKey: { id: 'path_private_key_text', reason: 'reads a file that holds a private key' },
  kernelFile: {
    id: 'path_kernel_file',
    reason: 'reads the memory of the system or of a program, which may hold secrets',
  },
  notRegular: { id: 'path_not_regular', reason: 'reads something that is no file or folder' },
  secondName: {
    id: 'path_second_name',
    reason: 'reads a file that is not for everybody and has another name (hard link) elsewhere',
  },
  changed: {
    id: 'path_changed',
    reason: 'reads a path that changed while it was judged; try again',
  },
} as const;
