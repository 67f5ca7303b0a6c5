/** The call that an approval was used for, as the PC knows it. */
export interface ApprovalUse {
  call_id: string;
  /** Milliseconds since the epoch, by the clock of the PC. */
  at: number;
  state: 'running' | 'interrupted' | 'finished';
}

const STATES: Readonly<Record<ApprovalUse['state'], string>> = {
  running: 'is still running',
  interrupted: 'was interrupted: it may have run in part',
  finished: 'has ended',
};

/** What the PC says with `approval_used`. */
export function usedApprovalMessage({ call_id, at, state }: ApprovalUse): string {
  const time = new Date(at).toISOString();
  return `this approval was used before, by the call ${call_id} of ${time}, which ${STATES[state]}; nothing was run this time`;
}
