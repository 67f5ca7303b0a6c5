import type { Os } from '@kenny/contract/agent';

/**
 * The files of an update, all in the program's own folder: the program itself, the new one that was
 * staged, the old one that is kept, and on Windows one that still runs and was moved out of the way.
 */
export type SwapFile = 'program' | 'fresh' | 'kept' | 'away';

/** One change that is there whole or not at all, but for `keep`, which may leave half a file. */
export type SwapStep =
  /** `to` has the content of `from`, which stays. */
  | { readonly do: 'keep'; readonly from: SwapFile; readonly to: SwapFile }
  /** `to` is replaced. */
  | { readonly do: 'move'; readonly from: SwapFile; readonly to: SwapFile }
  /** From the next start on the service manager starts this file. */
  | { readonly do: 'point'; readonly at: SwapFile };

export interface SwapSteps {
  /** The new program comes into the place of the old one. */
  readonly forward: readonly SwapStep[];
  /** The old one comes back while the new one runs. */
  readonly back: readonly SwapStep[];
  /** The old one comes back into its place while it runs as the kept file. */
  readonly mend: readonly SwapStep[];
}

/**
 * In whatever state a `kill -9` or a power cut leaves the files, what the service manager starts is
 * there and whole; a property of the tests. On Linux a rename replaces a program that runs. Windows
 * refuses that, so for a moment the place is empty: for that moment the service points at the kept file.
 */
const LINUX: SwapSteps = {
  forward: [
    { do: 'keep', from: 'program', to: 'kept' },
    { do: 'move', from: 'fresh', to: 'program' },
  ],
  back: [{ do: 'move', from: 'kept', to: 'program' }],
  // Nothing there is ever started as the kept file.
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

/** What is removed when nothing is on its way; the program never. */
export const LEFT_OVER: readonly Exclude<SwapFile, 'program'>[] = ['fresh', 'kept', 'away'];
