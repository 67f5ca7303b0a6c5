import type {
  ApprovalView,
  Door,
  AuditRowView,
  LogFrame,
  PermissionView,
  RegisterMeta,
  ResponseFrame,
  AgentInstanceState,
  StoredTaskEvent,
  TaskState,
  WaitingTask,
  TelemetryText,
  TurnEvent,
  TurnStatus,
} from '@kenny/contract';

/** Facts, told after they are true. Whoever emits does not know who listens. Times are epoch ms. */
export interface EventMap {
  'agent.online': {
    agent_id: string;
    agent_uid: string;
    connection_id: string;
    meta: RegisterMeta;
    protocol: string;
    at: number;
  };
  'agent.offline': {
    agent_id: string;
    agent_uid: string;
    connection_id: string;
    reason: string;
    /** Its last frame: silence is noticed long after it. */
    last_heard_at: number;
    at: number;
  };
  /** Two machines take turns with one identity: somebody copied a disk or a key. */
  'agent.cloned': { agent_id: string; agent_uid: string; addresses: string[]; at: number };
  'agent.refused': {
    agent_id: string | null;
    address: string;
    close_code: number;
    reason: string;
    at: number;
  };
  /** Somebody changed the PC's record: created, renamed, tagged, removed, re-keyed, enrolled. */
  'agent.changed': {
    agent_id: string;
    agent_uid: string;
    change: 'created' | 'updated' | 'removed' | 'rekeyed' | 'enrolled';
    /** True when a socket that used the old identity must end. */
    disconnect: boolean;
    at: number;
  };
  /**
   * A token was revoked (`session_id` null: all it opened ends with it) or one browser session
   * ended: sockets that were opened with it must close. `session_id` is no secret.
   */
  'access.ended': {
    token_id: string;
    session_id: string | null;
    /** The token stands with other rights: what it opened ends, and may be opened again. */
    changed?: true;
    at: number;
  };
  /** A task lost its token: it ended, or the token that it was started with did. */
  'task.access_ended': { task_id: string; at: number };
  /** The client of a task's agent at `/mcp`: it has initialized, listed the tools, called one. */
  'task.tools': { task_id: string; step: 'initialized' | 'listed' | 'called'; at: number };
  'telemetry.received': {
    agent_id: string;
    agent_uid: string;
    /** Parses it: whoever stores it does so in its turn. Undefined when it is malformed. */
    read: () => TelemetryText | undefined;
    bytes: number;
    at: number;
  };
  'log.received': {
    agent_id: string;
    agent_uid: string;
    frame: LogFrame;
    bytes: number;
    at: number;
  };
  /** A frame that was dropped: malformed, forged, too large, too often. */
  'frame.dropped': {
    agent_id: string;
    agent_uid: string;
    reason: string;
    forged: boolean;
    at: number;
  };
  /** Its daily quota is used up: what it sends is dropped until midnight UTC. */
  'allowance.spent': {
    agent_id: string;
    agent_uid: string;
    of: 'telemetry' | 'log';
    bytes: number;
    at: number;
  };
  /** An answer that came after its call had ended here (timeout, restart). */
  'response.late': { agent_id: string; agent_uid: string; frame: ResponseFrame; at: number };
  /** A PC holds a large answer that nobody waits for any more. */
  'response.offered': { agent_id: string; agent_uid: string; call_id: string; at: number };
  /** A PC has sent a picture of its screen to somebody who may see it. Base64, as it came. */
  'screen.captured': { agent_id: string; agent_uid: string; image_b64: string; at: number };
  /** A snapshot is in the database; `health.changed` follows when a person would see a change. */
  'telemetry.stored': { agent_id: string; at: number };
  'health.changed': { agent_id: string; at: number };
  /** The door is there where somebody has just decided. */
  'approval.changed': { approval: ApprovalView; door?: Door };
  /** A step of a conversation is stored: its events and the state of its turns. */
  'chat.stepped': {
    session_id: string;
    events: readonly TurnEvent[];
    turns: readonly { readonly id: string; readonly status: TurnStatus }[];
    deleted: boolean;
    /** Sensitive reads were made in it, by this step or before. */
    sensitive: boolean;
    /** A person allowed one for its owner alone. */
    granted: boolean;
    owner_id: string;
  };
  /** The model service answered the chat, and counts what that cost. */
  'model.answered': { usage: Readonly<Record<string, number>> };
  /** Older messages of a conversation are being summarised; the error is for people. */
  'chat.compacting': {
    session_id: string;
    phase: 'start' | 'end';
    result: { summary: string; first_kept_entry_id: string; tokens_before: number } | null;
    error: string | null;
  };
  /** A task is another one than before: its state, what people wrote in it, or it is gone. */
  'task.changed': {
    task_id: string;
    state: TaskState;
    previous_state: TaskState;
    /** Its PCs; null = all. */
    agents: readonly string[] | null;
    previous_agents: readonly string[] | null;
    owner_id: string;
    deleted: boolean;
    /** As people are told of it; null: it needs nobody. */
    waiting: WaitingTask | null;
  };
  /** Stored events of a task, in order. A heartbeat is not stored: it has the last one's number. */
  'task.events': { task_id: string; events: readonly StoredTaskEvent[] };
  /** An agent of a task is at another point of its life. */
  'task.run': { task_id: string; run_id: string; status: AgentInstanceState };
  /** A permission was asked for, or is answered. */
  'permission.changed': {
    task_id: string;
    pending_id: string;
    open: boolean;
    permission: PermissionView;
  };
  'policy.changed': { at: number };
  /** New rows of the audit log, by `seq`. */
  'audit.appended': { rows: readonly AuditRowView[] };
}

export type EventName = keyof EventMap;
