import { Bool, Nested, Nullable, OneOf, Text, TextList } from '../define/decorators.js';
import {
  RUN_KINDS,
  TAILSCALE_BLOCKS,
  TAILSCALE_STATES,
  type RunKind,
  type TailscaleBlock,
  type TailscaleState,
} from './vocabulary.js';

/** How other devices reach the server through Tailscale: `/api/server/tailscale` (ADR 0108). */
export class TailscaleView {
  @OneOf(TAILSCALE_STATES)
  state!: TailscaleState;

  /** The one line to paste in a terminal of the server's computer, where that is the next step. */
  @Nullable()
  @Text({ max: 500 })
  command!: string | null;

  /** The page to open in a browser, where that is the next step. */
  @Nullable()
  @Text({ max: 500 })
  open!: string | null;

  /** What Tailscale itself said of what is wrong. */
  @Nullable()
  @Text({ max: 500 })
  told!: string | null;

  /** The address that Tailscale gives this computer, without a trailing slash; null: it is not known. */
  @Nullable()
  @Text({ max: 300 })
  address!: string | null;

  /** Where the server is now, whoever said so. */
  @Text({ max: 600 })
  public_url!: string;

  /** An admin turned it on: that address is kept, and each start uses it unless it is blocked. */
  @Bool()
  on!: boolean;

  /** Why it cannot be turned on here. */
  @Nullable()
  @OneOf(TAILSCALE_BLOCKS)
  blocked!: TailscaleBlock | null;

  /** The variables that were given by hand and win. */
  @TextList({ max: 8, length: 64 })
  variables!: string[];

  /** As KENNY_RUNS_AS says, else as far as it can be seen; null: a person may have to start it again. */
  @Nullable()
  @OneOf(RUN_KINDS)
  runs_as!: RunKind | null;
}

/** Answer to `POST` and `DELETE`. */
export class TailscaleTurned {
  @Nested(() => TailscaleView)
  view!: TailscaleView;

  /** False: it was so already, or `view` says what is still to be done. */
  @Bool()
  restarts!: boolean;

  /** Logs the browser that asked in at the new address, once; null for a program, which needs none. */
  @Nullable()
  @Text({ max: 600 })
  link!: string | null;
}
