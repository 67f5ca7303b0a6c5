import { AGENT_ID_PATTERN } from '../constants.js';
import {
  AnyObject,
  Bool,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
  Whole,
} from '../define/decorators.js';
import { TURN_EVENTS, TURN_STATUSES, type TurnEventType, type TurnStatus } from '../turn-events.js';
import { ApprovalView } from './approval.js';
import { ChatCost, ChatFault, ChatPart, ChatPicture, ChatToolEvent } from './chat-turn-parts.js';
import { AskedQuestion, QuestionReply } from '../tools/ask-operator.js';
import {
  CALL_REASON_LENGTH,
  CHAT_LIMITS,
  CHAT_PENDING_KINDS,
  CHAT_STATES,
  QUESTION_LIMITS,
  SAID_BEFORE_LENGTH,
  type ChatPendingKind,
  type ChatState,
} from './vocabulary.js';

/** Requests and answers of `/api/chat` (seed 002, design §4.1). Times are ISO 8601. */

/** What a prepared question is about: a section of a PC that somebody wants explained. */
export class ExplainBody {
  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  agent_id!: string;

  @Text({ pattern: '^[a-z][a-z0-9_]{0,63}$', max: 64 })
  section!: string;
}

/** `POST /api/chat`: a message, or a section that kenny itself asks about. */
export class ChatBody {
  /** The conversation to go on with; without it a new one begins. */
  @Optional()
  @Text({ min: 1, max: 64 })
  session_id?: string;

  @Optional()
  @Text({ min: 1, max: CHAT_LIMITS.message })
  message?: string;

  /** From now on the PC that is meant when a call names none. */
  @Optional()
  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  agent_id?: string;

  @Optional()
  @Nested(() => ExplainBody)
  explain?: ExplainBody;
}

/** `POST /api/chat/confirm` (design §5). */
export class ConfirmBody {
  @Text({ min: 1, max: 64 })
  session_id!: string;

  @Bool()
  approve!: boolean;

  /** Without it, only the approval in the last answer to this caller is meant, once. */
  @Optional()
  @Text({ min: 1, max: 64 })
  approval_id?: string;

  /** Hash of the call as it was shown. */
  @Optional()
  @Text({ pattern: '^[0-9a-f]{64}$', max: 64 })
  call_sha256?: string;

  @Optional()
  @Text({ max: CALL_REASON_LENGTH })
  reason?: string;
}

/** `POST /api/chat/answer`: what the operator says to a question of the model. */
export class AnswerChatBody {
  @Text({ min: 1, max: 64 })
  session_id!: string;

  @Text({ min: 1, max: 64 })
  question_id!: string;

  /** One to each question. Without it: there will be no answer, and the model is told so. */
  @Optional()
  @ListOf(() => QuestionReply, QUESTION_LIMITS.questions, 1)
  answers?: QuestionReply[];
}

export class RenameChatBody {
  @Text({ min: 1, max: CHAT_LIMITS.name })
  name!: string;
}

export class CancelChatBody {
  /** Without it: the turn at work. */
  @Optional()
  @Text({ min: 1, max: 64 })
  turn_id?: string;
}

/** What the model said in a conversation right before it asked for a change: data, and no reason. */
export class SaidBefore {
  /** null: nothing, or the change comes from no conversation. */
  @Nullable()
  @Text({ max: SAID_BEFORE_LENGTH })
  text!: string | null;

  /** There is more before this. */
  @Bool()
  cut!: boolean;
}

/** A question of the model that waits for an answer: its words are data, and approve nothing. */
export class ChatQuestion {
  @Text({ max: 64 })
  id!: string;

  @ListOf(() => AskedQuestion, QUESTION_LIMITS.questions)
  questions!: AskedQuestion[];

  @Text({ max: 40 })
  asked_at!: string;

  /** Until then; after it the model goes on without. */
  @Text({ max: 40 })
  answer_by!: string;
}

/** A call that waits for a person. */
export class ChatPending {
  @OneOf(CHAT_PENDING_KINDS)
  kind!: ChatPendingKind;

  @Text({ max: 64 })
  tool!: string;

  /** Of a change: those that would run. */
  @AnyObject()
  args!: Record<string, unknown>;

  /** null for a question: no PC is asked. */
  @Nullable()
  @Text({ max: 64 })
  agent_id!: string | null;

  /** Of kind `approval`. */
  @Optional()
  @Nested(() => ApprovalView)
  approval?: ApprovalView;

  /** Of kind `question`. */
  @Optional()
  @Nested(() => ChatQuestion)
  question?: ChatQuestion;
}

/** The turn has come to its end, or waits; what has happened since the answer before this one. */
export class ChatAnswer {
  @Text({ max: 64 })
  session_id!: string;

  @Text({ max: 64 })
  turn_id!: string;

  @Text({ max: CHAT_LIMITS.text })
  assistant_text!: string;

  @ListOf(() => ChatToolEvent, CHAT_LIMITS.toolEvents)
  tool_events!: ChatToolEvent[];

  @Nullable()
  @Nested(() => ChatPending)
  pending!: ChatPending | null;

  /** False exactly while something is pending. */
  @Bool()
  done!: boolean;

  /** Why the turn has failed. */
  @Nullable()
  @Nested(() => ChatFault)
  error!: ChatFault | null;
}

export class ChatSessionView {
  @Text({ max: 64 })
  id!: string;

  /** Whose it is: an operator's id. */
  @Text({ max: 128 })
  owner_id!: string;

  @Nullable()
  @Text({ max: CHAT_LIMITS.name })
  name!: string | null;

  @Nullable()
  @Text({ max: 64 })
  agent_id!: string | null;

  @OneOf(CHAT_STATES)
  state!: ChatState;

  /** How many there have been. */
  @Whole({ min: 0 })
  turns!: number;

  /** The conversation that this is a copy of. */
  @Optional()
  @Text({ max: 64 })
  parent_id?: string;

  /** Chosen for this conversation. */
  @Optional()
  @Text({ max: 128 })
  model?: string;

  @Text({ max: 40 })
  created_at!: string;

  @Text({ max: 40 })
  updated_at!: string;
}

export class ChatSessionList {
  @ListOf(() => ChatSessionView)
  items!: ChatSessionView[];

  @Nullable()
  @Text({ max: 200 })
  next_cursor!: string | null;
}

export class ChatTurnView {
  @Text({ max: 64 })
  id!: string;

  /** 1, 2, 3 … within the conversation. */
  @Whole({ min: 1 })
  number!: number;

  @OneOf(TURN_STATUSES)
  status!: TurnStatus;

  /** What was asked. */
  @Text({ max: CHAT_LIMITS.text })
  message!: string;

  /** Older messages were summarised for the model in it or after it: tokens that there were. */
  @Optional()
  @Whole({ min: 0 })
  compacted_tokens?: number;

  /** Sent with it, and with what was said meanwhile. */
  @Optional()
  @ListOf(() => ChatPicture)
  pictures?: ChatPicture[];

  @Text({ max: CHAT_LIMITS.text })
  assistant_text!: string;

  @ListOf(() => ChatToolEvent, CHAT_LIMITS.toolEvents)
  tool_events!: ChatToolEvent[];

  /** The same text and calls as they followed one another, and what was said meanwhile. */
  @ListOf(() => ChatPart, CHAT_LIMITS.toolEvents)
  parts!: ChatPart[];

  @Nullable()
  @Nested(() => ChatFault)
  error!: ChatFault | null;

  /** What the model counted, by name. */
  @AnyObject()
  usage!: Record<string, number>;

  /** Where the server knows the price of its model. */
  @Optional()
  @Nested(() => ChatCost)
  cost?: ChatCost;

  @Text({ max: 40 })
  created_at!: string;

  @Nullable()
  @Text({ max: 40 })
  started_at!: string | null;

  @Nullable()
  @Text({ max: 40 })
  finished_at!: string | null;
}

/** One conversation with its turns, newest first. */
export class ChatSessionDetail extends ChatSessionView {
  @Nullable()
  @Nested(() => ChatPending)
  pending!: ChatPending | null;

  /** The last event that there was when this was read: where to go on from. */
  @Text({ max: 80 })
  last_event!: string;

  /** Of all its turns; only with the newest page. */
  @Optional()
  @Nested(() => ChatCost)
  cost?: ChatCost;

  @ListOf(() => ChatTurnView, 100)
  history!: ChatTurnView[];

  /** For the turns before these. */
  @Nullable()
  @Text({ max: 200 })
  next_cursor!: string | null;
}

/** One event of a turn, the same on the stream of events and on `/ws`; seed 004 names them. */
export class ChatEventView {
  @Text({ max: 64 })
  session_id!: string;

  @Text({ max: 64 })
  turn_id!: string;

  /** 1, 2, 3 … within its turn, without a gap. */
  @Whole({ min: 1 })
  sequence!: number;

  @Text({ max: 40 })
  at!: string;

  @OneOf(TURN_EVENTS)
  type!: TurnEventType;

  @AnyObject()
  payload!: Record<string, unknown>;
}
