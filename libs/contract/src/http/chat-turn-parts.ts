import {
  AnyJson,
  AnyObject,
  Bool,
  Nested,
  Nullable,
  Num,
  OneOf,
  Optional,
  Text,
  Whole,
} from '../define/decorators.js';
import { TOOL_CALL_STATUSES, type ToolCallStatus } from '../turn-events.js';
import {
  CHAT_LIMITS,
  CHAT_PART_KINDS,
  CHAT_PICTURE_TYPES,
  type ChatPartKind,
  type ChatPictureType,
} from './vocabulary.js';

/** What a turn is made of, as people see it. */

/** A picture that somebody sent with a message: named, its data stays on the server. */
export class ChatPicture {
  @Text({ max: 64 })
  id!: string;

  @OneOf(CHAT_PICTURE_TYPES)
  mime_type!: ChatPictureType;

  @Whole({ min: 0 })
  bytes!: number;

  @Nullable()
  @Text({ max: CHAT_LIMITS.name })
  name!: string | null;
}

/** One piece of a turn, in the order in which it happened. */
export class ChatPart {
  @OneOf(CHAT_PART_KINDS)
  kind!: ChatPartKind;

  /** The text, or of a call its `tool_call_id`. */
  @Text({ max: CHAT_LIMITS.text })
  value!: string;
}

export class ChatFault {
  /** One of the table of errors, or one of a turn's own. */
  @Text({ max: 64 })
  code!: string;

  @Text({ max: 64_000 })
  message!: string;

  @Optional()
  @AnyObject()
  details?: Record<string, unknown>;
}

/** What models have cost, as the server's prices have it: an estimate. */
export class ChatCost {
  @Num({ min: 0 })
  amount!: number;

  /** ISO 4217. */
  @Text({ pattern: '^[A-Z]{3}$', max: 3 })
  currency!: string;
}

/** One call of a turn, as it stands. */
export class ChatToolEvent {
  @Text({ max: 128 })
  tool_call_id!: string;

  @Text({ max: 128 })
  tool!: string;

  /** Where it ran, or was to run. */
  @Nullable()
  @Text({ max: 64 })
  agent_id!: string | null;

  /** As the model gave them. */
  @AnyObject()
  args!: Record<string, unknown>;

  @OneOf(TOOL_CALL_STATUSES)
  status!: ToolCallStatus;

  /** What the PC answered: data. */
  @AnyJson()
  result?: unknown;

  @Optional()
  @Nested(() => ChatFault)
  error?: ChatFault;

  /** null while it is under way. */
  @Nullable()
  @Whole({ min: 0 })
  duration_ms!: number | null;

  /** A person was waited for, which `duration_ms` counts. */
  @Optional()
  @Bool()
  waited?: boolean;

  /** How long it ran once it was approved, where that is known. */
  @Optional()
  @Whole({ min: 0 })
  ran_ms?: number;

  @Nullable()
  @Text({ max: 64 })
  call_id!: string | null;
}
