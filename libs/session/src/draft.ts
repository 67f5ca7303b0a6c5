import type { TurnEvent, TurnEventType } from '@kenny/contract/agent';
import type { Effect } from './inputs.js';
import {
  isOver,
  type CallState,
  type Changes,
  type ConversationChange,
  type Entry,
  type EntryContent,
  type NewPicture,
  type PictureRef,
  type StoredPicture,
  type ConversationRecord,
  type ConversationState,
  type TurnRecord,
} from './records.js';

/** When a step is taken, and where its ids come from. */
export interface Moment {
  /** Epoch ms. */
  readonly now: number;
  newId(): string;
}

/** One step in the making: the state after it, what to write, and what to do once it is written. */
export class Draft {
  session: ConversationRecord;
  active: TurnRecord | null;
  queue: readonly TurnRecord[];
  audited: ConversationChange | undefined;
  readonly effects: Effect[] = [];
  private readonly touched = new Map<string, TurnRecord>();
  private readonly entries: Entry[] = [];
  private readonly events: TurnEvent[] = [];
  private readonly pictures: StoredPicture[] = [];
  private readonly before: ConversationRecord;

  constructor(
    state: ConversationState,
    readonly moment: Moment,
  ) {
    ({ session: this.session, active: this.active, queue: this.queue } = state);
    this.before = state.session;
  }

  get state(): ConversationState {
    return { session: this.session, active: this.active, queue: this.queue };
  }

  /** What is to be written; null when nothing has happened. */
  get changes(): Changes | null {
    const { session, touched, entries, events, pictures, audited } = this;
    if (session === this.before && touched.size === 0) return null;
    const updated = { ...session, updated_at: this.moment.now };
    this.session = updated;
    const turns = [...touched.values()];
    return {
      ...{ session: updated, turns, entries, events },
      ...(pictures.length > 0 ? { pictures } : {}),
      ...(audited ? { audited } : {}),
    };
  }

  change(fields: Partial<ConversationRecord>): void {
    this.session = { ...this.session, ...fields };
  }

  /** Writes a turn back to where it stands: at work, in the queue, or over. */
  put(turn: TurnRecord): TurnRecord {
    this.touched.set(turn.id, turn);
    if (this.active?.id === turn.id) this.active = isOver(turn) ? null : turn;
    this.queue = this.queue.map((queued) => (queued.id === turn.id ? turn : queued));
    return turn;
  }

  patch(turn: TurnRecord, fields: Partial<TurnRecord>): TurnRecord {
    return this.put({ ...turn, ...fields });
  }

  patchCall(turn: TurnRecord, call: CallState, fields: Partial<CallState>): TurnRecord {
    const calls = turn.calls.map((one) =>
      one.tool_call_id === call.tool_call_id ? { ...one, ...fields } : one,
    );
    return this.patch(turn, { calls });
  }

  enqueue(turn: TurnRecord): TurnRecord {
    this.queue = [...this.queue, turn];
    return this.put(turn);
  }

  /** Takes it out of the queue; the caller decides whether it starts. */
  unqueue(turn: TurnRecord): void {
    this.queue = this.queue.filter(({ id }) => id !== turn.id);
  }

  /** Numbers follow each other within the turn, because they are given where they are stored. */
  event(
    turn: TurnRecord,
    type: TurnEventType,
    payload: Readonly<Record<string, unknown>>,
  ): TurnRecord {
    const sequence = turn.sequence + 1;
    const { id: turn_id, session_id } = turn;
    this.events.push({ session_id, turn_id, sequence, at: this.moment.now, type, payload });
    return this.patch(turn, { sequence });
  }

  /** Records and events name the picture; they are written too often to carry it. */
  keep({ data, ...picture }: NewPicture): PictureRef {
    const id = this.moment.newId();
    this.pictures.push({ id, session_id: this.session.id, data });
    return { id, ...picture };
  }

  append(turn: Pick<TurnRecord, 'id' | 'session_id'>, content: EntryContent): void {
    const number = this.session.entries + 1;
    this.change({ entries: number });
    this.entries.push({
      id: this.moment.newId(),
      session_id: turn.session_id,
      turn_id: turn.id,
      number,
      at: this.moment.now,
      content,
    });
  }
}
