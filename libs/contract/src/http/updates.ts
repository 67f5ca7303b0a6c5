import { Bool, Field, Nested, Nullable, OneOf, Text } from '../define/decorators.js';
import { NewerVersion } from './service.js';
import { FEED_ADDRESS_LENGTH, RUN_KINDS, type RunKind } from './vocabulary.js';

/** The git checkout that this kenny runs from, and is updated in by a button (ADR 0110). */
export class KennySource {
  /** Where it came from, without a password. */
  @Text({ max: 500 })
  address!: string;

  /** When what runs here was committed. */
  @Text({ max: 40 })
  committed_at!: string;
}

/** How the last update by the button went. */
export class KennyUpdate {
  @Text({ max: 40 })
  at!: string;

  /** Null: it worked; else why this kenny is the one of before. */
  @Nullable()
  @Text({ max: 500 })
  trouble!: string | null;
}

/** Answer of `/api/server/updates`: whether there is a newer kenny, and how this one is upgraded. */
export class UpdatesView {
  /** What runs here. */
  @Text({ max: 64 })
  version!: string;

  /** Null: none is known. */
  @Nullable()
  @Nested(() => NewerVersion)
  newer!: NewerVersion | null;

  /** When the server looked last, answered or not. */
  @Nullable()
  @Text({ max: 40 })
  looked_at!: string | null;

  /** Why it learned nothing then. */
  @Nullable()
  @Text({ max: 500 })
  trouble!: string | null;

  /** Where it looks once a day (ADR 0102), `git` for its own source; null: it does not. */
  @Nullable()
  @Text({ max: 2_000 })
  feed!: string | null;

  /** KENNY_RELEASE_FEED says where: nobody else can. */
  @Bool()
  fixed!: boolean;

  /** As KENNY_RUNS_AS says, else as far as it can be seen; null: the page asks. */
  @Nullable()
  @OneOf(RUN_KINDS)
  runs_as!: RunKind | null;

  /** Its base of links, which a container is started with. */
  @Text({ max: 2_000 })
  public_url!: string;

  /** Null: only a person at the server's terminal can update it. */
  @Nullable()
  @Nested(() => KennySource)
  source!: KennySource | null;

  /** Null: none was made yet. */
  @Nullable()
  @Nested(() => KennyUpdate)
  last_update!: KennyUpdate | null;
}

/** `PUT /api/server/updates`. */
export class ReleaseFeedBody {
  /** `git`: its own source, where it has one; empty: it looks nowhere by itself. */
  @Text({ max: FEED_ADDRESS_LENGTH })
  @Field({ label: 'Address' })
  feed!: string;
}
