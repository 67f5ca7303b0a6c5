import type { Os } from '@kenny/contract/agent';

/**
 * Files of an update, all in the program's folder: the program, the staged new one, the kept old
 * one, and on Windows a running one that was moved out of the way.
 */
export type SwapFile = 'program' | 'fresh' | 'kept' | 'away';

/** Each step is atomic, except `keep`, which may leave half a file. */
export type SwapStep =
  /** `to` has the content of `from`, which stays. */
  | { readonly do: 'keep'; readonly from: SwapFile; readonly to: SwapFile }
  /** `to` is replaced. */
  | { readonly do: 'move'; readonly from: SwapFile; readonly to: SwapFile }
  /** The service manager starts this file from its next start on. */
  | { readonly do: 'point'; readonly at: SwapFile };

export interface SwapSteps {
  /** The new program replaces the old one. */
  readonly forward: readonly SwapStep[];
  /** The old one is restored while the new one runs. */
  readonly back: readonly SwapStep[];
  /** The old one, running as the kept file, is restored to its place. */
  readonly mend: readonly SwapStep[];
}

/**
 * Whatever state a `kill -9` or a power cut leaves, the file that the service manager starts exists
 * and is complete (a property test). On Linux a rename replaces a running program. Windows refuses
 * that, so the place is briefly empty: meanwhile the service points at the kept file.
 */
const LINUX: SwapSteps = {
  forward: [
    { do: 'keep', from: 'program', to: 'kept' },
    { do: 'move', from: 'fresh', to: 'program' },
  ],
  back: [{ do: 'move', from: 'kept', to: 'program' }],
  // Linux never starts the kept file.
  mend: [],
};

const WINDOWS: SwapSteps = {
  forward: [
    { do: 'keep', from: 'program', to: 'kept' },
    { do: 'point', at: 'kept' },
    { do: 'move', from: 'program', to: 'away' },
    { do: 'move', from: 'fresh', to: 'program' },
    { do: 'point', at: 'program' },
  ],
  back: [
    { do: 'point', at: 'kept' },
    { do: 'move', from: 'program', to: 'away' },
    { do: 'keep', from: 'kept', to: 'program' },
    { do: 'point', at: 'program' },
  ],
  mend: [
    { do: 'keep', from: 'kept', to: 'program' },
    { do: 'point', at: 'program' },
  ],
};

export function swapSteps(os: Os): SwapSteps {
  return os === 'windows' ? WINDOWS : LINUX;
}

/** Removed when no update is in progress; the program never is. */
export const LEFT_OVER: readonly Exclude<SwapFile, 'program'>[] = ['fresh', 'kept', 'away'];
