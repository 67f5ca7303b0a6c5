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
import {
  CHAT_EFFORTS,
  CHAT_MODEL_PATTERN,
  COMPACTION_TOKENS,
  MODEL_KEY,
  MODEL_KEY_SOURCES,
  SERVERS_OWN,
  type ChatEffort,
  type ModelKeySource,
} from './vocabulary.js';

/**
 * What operators set for their own chat, and admins for the server's (ADR 0064): the one list of what
 * can be set. A key that is not here is refused by its name, at every door.
 */

const { least, most } = COMPACTION_TOKENS;

export class CompactionSettings {
  @Bool()
  @Field({ description: 'Whether a long conversation is shortened by itself.' })
  enabled!: boolean;

  @Whole({ min: least, max: most })
  @Field({ description: 'Tokens that stay free for the answer.' })
  reserve_tokens!: number;

  @Whole({ min: least, max: most })
  @Field({ description: 'Tokens of the newest messages that stay as they are.' })
  keep_recent_tokens!: number;
}

export class MemorySettings {
  @Bool()
  enabled!: boolean;

  /** Whether completed turns are searched for something to remember; only while `enabled`. */
  @Bool()
  auto_summary!: boolean;
}

/** Answer of `GET /api/chat/settings`. */
export class ChatSettings {
  /** Null: the server's, `KENNY_CHAT_MODEL`. */
  @Nullable()
  @Text({ pattern: CHAT_MODEL_PATTERN, max: 128 })
  chat_model!: string | null;

  /** Null: as the model does by itself. */
  @Nullable()
  @OneOf(CHAT_EFFORTS)
  reasoning_effort!: ChatEffort | null;

  @Nested(() => CompactionSettings)
  compaction!: CompactionSettings;

  @Nested(() => MemorySettings)
  memory!: MemorySettings;
}

/** Some of `CompactionSettings`. */
export class CompactionPatch implements Partial<CompactionSettings> {
  @Optional()
  @Bool()
  enabled?: boolean;

  @Optional()
  @Whole({ min: least, max: most })
  reserve_tokens?: number;

  @Optional()
  @Whole({ min: least, max: most })
  keep_recent_tokens?: number;
}

/** Some of `MemorySettings`. */
export class MemoryPatch implements Partial<MemorySettings> {
  @Optional()
  @Bool()
  enabled?: boolean;

  @Optional()
  @Bool()
  auto_summary?: boolean;
}

/** `PATCH /api/chat/settings`: what is not named stays. */
export class PatchChatSettingsBody {
  @Optional()
  @Text({ pattern: CHAT_MODEL_PATTERN, max: 128 })
  @Field({ description: `Id of a model, or "${SERVERS_OWN}" for the server's.` })
  chat_model?: string;

  @Optional()
  @OneOf([SERVERS_OWN, ...CHAT_EFFORTS])
  @Field({ description: `"${SERVERS_OWN}": as the model does by itself.` })
  reasoning_effort?: ChatEffort | typeof SERVERS_OWN;

  @Optional()
  @Nested(() => CompactionPatch)
  compaction?: CompactionPatch;

  @Optional()
  @Nested(() => MemoryPatch)
  memory?: MemoryPatch;
}

/** `PUT /api/chat/key`. */
export class StoreModelKeyBody {
  @Text(MODEL_KEY)
  key!: string;
}

/** Answer of `/api/chat/key`; the key itself is never shown. */
export class ModelKeyState {
  /** Where the key in use comes from; null without one. */
  @Nullable()
  @OneOf(MODEL_KEY_SOURCES)
  source!: ModelKeySource | null;

  /** Whether one is stored; one in the environment is used before it. */
  @Bool()
  stored!: boolean;

  /** Why the stored key cannot be used, and what to do. */
  @Nullable()
  @Text({ max: 500 })
  trouble!: string | null;
}

export class ChatModel {
  @Text({ pattern: CHAT_MODEL_PATTERN, max: 128 })
  id!: string;

  @Text({ max: 200 })
  name!: string;

  /** In tokens. */
  @Nullable()
  @Whole({ min: 0 })
  context_window!: number | null;

  /** Whether it takes a reasoning effort. */
  @Bool()
  reasoning!: boolean;
}

/** Answer of `GET /api/chat/models`. */
export class ChatModelList {
  @ListOf(() => ChatModel, 500)
  items!: ChatModel[];

  /** The server's own, `KENNY_CHAT_MODEL`. */
  @Text({ pattern: CHAT_MODEL_PATTERN, max: 128 })
  default_model!: string;
}
