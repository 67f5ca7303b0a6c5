import { OPERATING_SYSTEMS, type Os } from '../constants.js';
import {
  Bool,
  Field,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
  Whole,
} from '../define/decorators.js';
import type { ReleaseFacts, ReleaseManifest } from '../release.js';
import { RELEASE_VERSION_PATTERN } from '../version.js';
import { ActorRef } from './approval.js';
import { CALL_REASON_LENGTH } from './vocabulary.js';

/** What was signed of a release. */
class ReleaseFactsView implements ReleaseFacts {
  @Text({ max: 27 })
  version!: string;

  @OneOf(OPERATING_SYSTEMS)
  os!: Os;

  /** Of the processor, as in `register.meta.arch`. */
  @Text({ max: 32 })
  arch!: string;

  @Whole({ min: 1 })
  size!: number;

  @Text({ max: 64 })
  sha256!: string;
}

/** Agent releases that this server hands out (design §4.1). Times are ISO 8601. */
export class ReleaseView extends ReleaseFactsView {
  /** Of its file, at `RELEASE_PATHS.file`; it never means another file. */
  @Text({ max: 128 })
  name!: string;

  /** The server has the public release key and has judged the signature; agents do so always. */
  @Bool()
  verified!: boolean;

  @Text({ max: 40 })
  published_at!: string;

  @Nested(() => ActorRef)
  published_by!: ActorRef;
}

/** What lies beside a release, word for word as it was signed (`ReleaseManifest`). */
export class ReleaseManifestView extends ReleaseFactsView implements ReleaseManifest {
  @Text({ max: 88 })
  sig!: string;
}

/** Answer of `GET /api/releases`: all there are, newest version first within a system. */
export class ReleaseList {
  @ListOf(() => ReleaseView, 1000)
  items!: ReleaseView[];

  @Nullable()
  @Text({ max: 128 })
  next_cursor!: string | null;
}

/** Body of `POST /api/agents/{id}/update`. */
export class UpdateAgentBody {
  /** Without it the newest that is published for the PC's system and processor. */
  @Optional()
  @Text({ pattern: RELEASE_VERSION_PATTERN, max: 27 })
  @Field({ label: 'Version', example: '0.2.0' })
  version?: string;

  /** For whoever decides. */
  @Optional()
  @Text({ min: 1, max: CALL_REASON_LENGTH })
  reason?: string;
}
