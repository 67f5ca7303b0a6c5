import type { EnrollmentIssued, InstallerIssued } from '@kenny/contract/web';

/** What was given out for the PC: a link of the installer, or the lines to type. */
export interface Ticket {
  readonly agentId: string;
  readonly expiresAt: string;
  readonly installer?: InstallerIssued;
  readonly lines?: EnrollmentIssued['install'];
  /** A PC that was here before counts as back only with a connection made after this. */
  readonly connectedBefore: string | null;
}
