import {
  AnyJson,
  AnyObject,
  Bool,
  BoolList,
  ListOf,
  Nested,
  Nullable,
  Num,
  ObjectList,
  OneOf,
  Optional,
  Text,
  TextList,
  Whole,
} from '../../define/decorators.js';
import { CHAT_LIMITS } from '../../http/vocabulary.js';
import { RPC_UPDATE_REASONS, type RpcUpdateReason } from '../vocabulary.js';

/**
 * Conversations as seed 004 shows them. Params are open: a key that is not known is ignored. Times are
 * ISO 8601 with milliseconds, UTC.
 */

export class RpcSessionParams {
  /** On stdout a handle, on the socket the conversation's id. */
  @Text({ min: 1, max: 64 })
  sessionId!: string;
}

export class RpcSession {
  /** On stdout a handle, new for each create, resume, clone and fork. */
  @Text({ max: 64 })
  id!: string;

  /** The conversation's own. */
  @Text({ max: 64 })
  persistentId!: string;

  /** `kenny://session/<persistentId>`. */
  @Text({ max: 200 })
  path!: string;

  /** `kenny://agent/<id>` or what was given; null is the folder in which `kenny rpc` was started. */
  @Nullable()
  @Text({ max: 4096 })
  workspaceRoot!: string | null;

  @Nullable()
  @Text({ max: 4096 })
  cwd!: string | null;

  @Nullable()
  @Text({ max: CHAT_LIMITS.name })
  name!: string | null;

  @Text({ max: 40 })
  createdAt!: string;

  @Text({ max: 40 })
  modifiedAt!: string;

  /** The conversation from which it was cloned or forked. */
  @Nullable()
  @Text({ max: 64 })
  parentId!: string | null;

  @Nullable()
  @Text({ max: 200 })
  parentPath!: string | null;
}

export class RpcCreateSession {
  @Nullable()
  @Text({ max: 4096 })
  workspaceRoot?: string | null;

  /** Blank: none. */
  @Nullable()
  @Text({ max: CHAT_LIMITS.name })
  name?: string | null;
}

export class RpcResumeSession {
  /** `kenny://session/<id>` or the bare id. */
  @Text({ min: 1, max: 200 })
  path!: string;

  @Nullable()
  @Text({ max: 4096 })
  workspaceRoot?: string | null;
}

export class RpcListSessions {
  /** Only those of this PC; a folder selects nothing. */
  @Nullable()
  @Text({ max: 4096 })
  workspaceRoot?: string | null;

  /** Default, and in place of what is below 1: 20. */
  @Nullable()
  @Num()
  limit?: number | null;

  /** `nextCursor` of the page before. */
  @Nullable()
  @Text({ max: 200 })
  cursor?: string | null;
}

/** Here `id` is the conversation's own on both ends: nothing is attached yet. */
export class RpcSessionItem extends RpcSession {
  @Nullable()
  @Text({ max: 500 })
  firstMessage!: string | null;

  @Whole({ min: 0 })
  messageCount!: number;

  /** In the tree of clones and forks; a parent that is not in this page makes a root. */
  @Whole({ min: 0 })
  depth!: number;

  @Bool()
  isLast!: boolean;

  /** Of each ancestor below the root, whether another one follows it. */
  @BoolList()
  ancestorContinues!: boolean[];
}

export class RpcSessionList {
  @ListOf(() => RpcSessionItem)
  sessions!: RpcSessionItem[];

  @Nullable()
  @Text({ max: 200 })
  nextCursor!: string | null;
}

export class RpcRenameSession extends RpcSessionParams {
  /** Blank or null: none. */
  @Nullable()
  @Text({ max: CHAT_LIMITS.name })
  name?: string | null;
}

export class RpcCompactSession extends RpcSessionParams {
  @Nullable()
  @Text({ max: CHAT_LIMITS.message })
  customInstructions?: string | null;
}

/** Always empty: a conversation remembers no files that were read. */
export class RpcCompactionDetails {
  @TextList()
  read_files!: string[];

  @TextList()
  modified_files!: string[];
}

export class RpcCompaction {
  @Text({ max: CHAT_LIMITS.text })
  summary!: string;

  @Text({ max: 128 })
  firstKeptEntryId!: string;

  @Whole({ min: 0 })
  tokensBefore!: number;

  @Nested(() => RpcCompactionDetails)
  details!: RpcCompactionDetails;
}

export class RpcForkMessage {
  @Text({ max: 128 })
  entryId!: string;

  /** Shortened for a list. */
  @Text({ max: 200 })
  text!: string;
}

export class RpcForkMessages {
  @ListOf(() => RpcForkMessage, 20_000)
  messages!: RpcForkMessage[];
}

export class RpcForkSession extends RpcSessionParams {
  /** From `sessions/forkMessages`; `message:N` names a message by its place in the transcript, from 0. */
  @Text({ min: 1, max: 128 })
  entryId!: string;
}

export class RpcFork {
  @Nested(() => RpcSession)
  session!: RpcSession;

  /** The message before which the history was cut, to be edited and sent again. */
  @Text({ max: CHAT_LIMITS.text })
  text!: string;

  /** Its pictures, as `turns/start` takes them. */
  @Optional()
  @AnyJson()
  attachments?: unknown;

  @Bool()
  cancelled!: boolean;
}

export class RpcExportSession extends RpcSessionParams {
  @Nullable()
  @Text({ max: 4096 })
  path?: string | null;

  /** `markdown` (default), `md`, `html` or `jsonl`. */
  @Nullable()
  @Text({ max: 40 })
  format?: string | null;

  @Nullable()
  @Bool()
  overwrite?: boolean | null;
}

export class RpcExport {
  @Text({ max: 4096 })
  path!: string;

  @Text({ max: 40 })
  format!: string;
}

export class RpcDeletedSession {
  @Bool()
  deleted!: boolean;

  @Text({ max: 200 })
  path!: string;
}

export class RpcClosedSession {
  @Bool()
  closed!: boolean;
}

export class RpcTranscript {
  @Nested(() => RpcSession)
  session!: RpcSession;

  /** Of role `user`, `assistant`, `toolResult` or `compactionSummary`; parts `text`, `thinking`, `toolCall`, `image`. */
  @ObjectList()
  messages!: Record<string, unknown>[];
}

/** What a client knows of a conversation is old; with `resync`, events after `lastSequence` were dropped. */
export class RpcSessionUpdated {
  @Text({ max: 64 })
  sessionId!: string;

  @OneOf(RPC_UPDATE_REASONS)
  reason!: RpcUpdateReason;

  /** Of `resync`: the turn whose events are missing, and the last one that was sent of it. */
  @Optional()
  @Text({ max: 64 })
  turnId?: string;

  @Optional()
  @Whole({ min: 0 })
  lastSequence?: number;
}

export class RpcSessionEvent {
  @Text({ max: 40 })
  timestamp!: string;

  @Text({ max: 64 })
  sessionId!: string;

  @OneOf(['compactionStart', 'compactionEnd'])
  type!: 'compactionStart' | 'compactionEnd';

  /** `{}`, and at the end `{result, aborted, willRetry, errorMessage}`. */
  @AnyObject()
  payload!: Record<string, unknown>;
}
