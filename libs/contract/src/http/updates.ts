import { Bool, Field, Nested, Nullable, OneOf, Text } from '../define/decorators.js';
import { NewerVersion } from './service.js';
import { FEED_ADDRESS_LENGTH, RUN_KINDS, type RunKind } from './vocabulary.js';

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

  /** Where it looks (ADR 0102); null: nowhere. */
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
}

/** `PUT /api/server/updates`. */
export class ReleaseFeedBody {
  /** Empty: it looks nowhere. */
  @Text({ max: FEED_ADDRESS_LENGTH })
  @Field({ label: 'Address' })
  feed!: string;
}
