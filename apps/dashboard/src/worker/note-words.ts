import {
  ALERT_KINDS,
  approvalPagePath,
  PUSH_WORDS,
  RISK_WORDS,
  type AlertKind,
  type PushNote,
} from '@kenny/contract/web';

/** What a notification says, and where a tap on it leads. */
export interface NoteWords {
  readonly title: string;
  readonly body: string;
  readonly page: string;
  /** It takes the place of what was shown under this name. */
  readonly tag: string;
  readonly silent: boolean;
}

const OTHER: PushNote = { kind: 'digest', id: 'kenny', risk: null, count: 0 };

/** Whatever arrives: a newer server may say what this worker does not know. */
export function noteOf(text: string): PushNote {
  try {
    const { kind, id, risk, count, pc }: Partial<PushNote> = JSON.parse(text) as object;
    return {
      kind: kind !== undefined && labelOf(kind) !== undefined ? kind : OTHER.kind,
      id: typeof id === 'string' ? id : OTHER.id,
      risk: risk === 'low' || risk === 'medium' || risk === 'high' ? risk : null,
      count: typeof count === 'number' ? count : 0,
      ...(typeof pc === 'string' ? { pc } : {}),
    };
  } catch {
    return OTHER;
  }
}

export function noteWords({ kind, id, risk, count, pc }: PushNote): NoteWords {
  const isApproval = kind === 'approval_waiting' || kind === 'decided';
  const waiting = count > 1 ? `${count} wait for approval` : '';
  const parts = [pc ?? '', kind === 'approval_waiting' && risk ? RISK_WORDS[risk] : '', waiting];
  return {
    title: labelOf(kind) ?? 'kenny',
    body: parts.filter((part) => part !== '').join(' · '),
    page: isApproval ? approvalPagePath(id) : '/settings/alerts',
    tag: id,
    silent: kind === 'decided',
  };
}

function labelOf(kind: PushNote['kind']): string | undefined {
  if (Object.hasOwn(PUSH_WORDS, kind)) return PUSH_WORDS[kind as keyof typeof PUSH_WORDS];
  return Object.hasOwn(ALERT_KINDS, kind) ? ALERT_KINDS[kind as AlertKind].label : undefined;
}
