import { Nullable, OneOf, Text, Whole } from '../define/decorators.js';
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
