import type {
  AcpStopReason,
  SessionOrigin,
  TaskEventData,
  TaskEventType,
  TaskFault,
} from '@kenny/contract';
import { TASK_FAULTS } from '@kenny/contract';
import type { TaskEntity, TaskRunEntity } from '../store/index.js';

/** Why an agent could not be used, or its turn came to no good end. */
export class AgentFault extends Error {
  override readonly name = 'AgentFault';

  constructor(
    readonly code: TaskFault,
    message: string = TASK_FAULTS[code],
  ) {
    super(message);
  }
}

export interface AgentEnd {
  readonly exit_code: number | null;
  /** Of its last output, for people. */
  readonly words: string;
}

/** How a turn ended, by the agent's word. */
export interface TurnResult {
  readonly stop: AcpStopReason;
  readonly summary: string | null;
  /** The whole of what it said to the person. */
  readonly text: string;
}

/** What an agent says while a turn is at work. */
export interface TurnVoice {
  text(channel: 'message' | 'thought', text: string): void;
  toolStarted(call: { id: string; name: string; args: unknown }): void;
  toolEnded(call: { id: string; name: string; failed: boolean; result: unknown }): void;
}

/** The start of an agent for a task. */
export interface AgentAsk {
  readonly task: TaskEntity;
  readonly run: TaskRunEntity;
  /** With whose rights. */
  readonly token_id: string;
  /** A session that may be gone on with; the newest first. */
  readonly sessions: readonly string[];
  /** Whether there is anything that a new session would have to be told. */
  readonly begun: boolean;
  /** What happens, for the log; a promise while much of it is not stored yet. */
  readonly tell: <T extends TaskEventType>(type: T, data: TaskEventData[T]) => void | Promise<void>;
  /** It gave a sign of life. */
  readonly heard: () => void;
  /** A question of its own is open, or none is. */
  readonly asks: (question: string | null) => void;
}

/** One live agent with one session. */
export interface LiveAgent {
  readonly run_id: string;
  readonly origin: SessionOrigin;
  readonly facts: Pick<
    TaskRunEntity,
    'acp_session_id' | 'dialect' | 'capabilities' | 'workspace'
  > & {
    readonly sandboxed: boolean;
    /** Its session can be opened again by another process. */
    readonly resumable: boolean;
  };
  /** Resolves when it and all that it started have ended. Never rejects. */
  readonly ended: Promise<AgentEnd>;
  /**
   * One turn. The signal cancels it: the agent is asked to end it, and this waits for that.
   * @throws AgentFault
   */
  prompt(
    turn: { readonly turn_id: string; readonly text: string },
    voice: TurnVoice,
    signal: AbortSignal,
  ): Promise<TurnResult>;
  /** Resolves when no process of it is left. By force it is not asked first. */
  end(force: boolean): Promise<void>;
}

export interface AdmittedType {
  readonly frozen: Record<string, unknown>;
  /** Of one turn. */
  readonly timeoutMs: number;
}

/** How agents are run. */
export abstract class AgentStarter {
  /**
   * Whether that agent may be started now, and what its run keeps of its type: no secrets.
   * @throws KennyError `not_found`, `unavailable`, in words
   */
  abstract admit(agent_type: string): Promise<AdmittedType>;
  /** By which a later process finds what this run leaves, also when this one dies at its start. */
  abstract markerOf(run: Pick<TaskRunEntity, 'id' | 'type_frozen'>): string;
  /** @throws AgentFault; the signal's reason */
  abstract start(ask: AgentAsk, signal: AbortSignal): Promise<LiveAgent>;
  /** What an earlier process of this server left running. */
  abstract killLeftovers(markers: readonly string[]): Promise<number>;
}
