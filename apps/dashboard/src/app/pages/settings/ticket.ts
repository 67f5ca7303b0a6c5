import type { EnrollmentIssued, InstallerIssued } from '@kenny/contract/web';

/** Systems whose lines somebody can type who has the program there. */
export type HandOs = keyof EnrollmentIssued['install'];

/** What enrols a PC: an installer link, or the lines to type. */
export interface Ticket {
  readonly agentId: string;
  /** As people call it; whoever wrote it may have written anything. */
  readonly name: string;
  readonly expiresAt: string;
  readonly installer?: InstallerIssued;
  /** Why the address that the PC is told was not reached from here. */
  readonly unreached: string | null;
  /** PEM of the authority that the lines name as a file. */
  readonly authority?: string;
  readonly lines?: { readonly os: HandOs; readonly text: string };
  /** A known PC counts as enrolled only with a connection after this. */
  readonly connectedBefore: string | null;
}
