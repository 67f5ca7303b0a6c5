import type { CleanTarget } from '@kenny/contract/agent';

/** Where something lies that may be deleted. The folder itself always stays. */
export interface Place {
  /** Absolute; a part that is `*` stands for every folder there. */
  readonly folder: string;
  /** Files with other names stay, and with them the folders that hold them. */
  readonly only?: RegExp;
  /** Entries directly in the folder with these names stay, with all that is in them. */
  readonly except?: RegExp;
  /** Files that were used or changed within this time stay. */
  readonly olderThanMs?: number;
  /** Folders in it stay: others may write to them while we are there. */
  readonly flat?: boolean;
}

export type Places = Readonly<Partial<Record<CleanTarget, readonly Place[]>>>;
