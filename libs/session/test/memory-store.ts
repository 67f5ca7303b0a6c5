import type { TurnEvent } from '@kenny/contract/agent';
import {
  isOver,
  type Changes,
  type ConversationChange,
  type Entry,
  type ConversationRecord,
  type ConversationState,
  type ConversationStore,
  type TurnRecord,
} from '../src/index.js';

/** What a database would hold. Refuses what a real one would refuse too: numbers given twice. */
export class MemoryStore implements ConversationStore {
  readonly sessions = new Map<string, ConversationRecord>();
  readonly turns = new Map<string, TurnRecord>();
  readonly allEntries: Entry[] = [];
  readonly events: TurnEvent[] = [];
  readonly allPictures = new Map<string, string>();
  readonly audited: ConversationChange[] = [];
  /** The next so many commits fail; nothing of them is stored. */
  failing = 0;

  create(session: ConversationRecord): Promise<void> {
    this.sessions.set(session.id, session);
    return Promise.resolve();
  }

  load(sessionId: string): Promise<ConversationState | undefined> {
    const session = this.sessions.get(sessionId);
    if (!session) return Promise.resolve(undefined);
    const open = [...this.turns.values()]
      .filter((turn) => turn.session_id === sessionId && !isOver(turn))
      .sort((a, b) => a.number - b.number);
    const queue = open.filter(({ status }) => status === 'queued');
    const [active = null] = open.filter(({ status }) => status !== 'queued');
    return Promise.resolve(
      JSON.parse(JSON.stringify({ session, active, queue })) as ConversationState,
    );
  }

  commit(changes: Changes): Promise<void> {
    if (this.failing > 0) {
      this.failing -= 1;
      return Promise.reject(new Error('the disk is full'));
    }
    const { session, turns, entries, events, pictures, audited } = JSON.parse(
      JSON.stringify(changes),
    ) as Changes;
    for (const { turn_id, sequence } of events) {
      const last = this.eventsOf(turn_id).length;
      if (sequence !== last + 1) throw new Error(`event ${sequence} after ${last}`);
      this.events.push(
        ...events.filter((event) => event.turn_id === turn_id && event.sequence === sequence),
      );
    }
    for (const entry of entries) {
      if (this.entriesOf(session.id).some(({ number }) => number >= entry.number)) {
        throw new Error(`entry ${entry.number} is there already`);
      }
      this.allEntries.push(entry);
    }
    for (const { id, data } of pictures ?? []) this.allPictures.set(`${session.id} ${id}`, data);
    if (audited) this.audited.push(audited);
    this.sessions.set(session.id, session);
    for (const turn of turns) this.turns.set(turn.id, turn);
    return Promise.resolve();
  }

  entries(sessionId: string): Promise<readonly Entry[]> {
    return Promise.resolve(this.entriesOf(sessionId));
  }

  pictures(sessionId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = ids.flatMap((id) => {
      const data = this.allPictures.get(`${sessionId} ${id}`);
      return data === undefined ? [] : [[id, data] as const];
    });
    return Promise.resolve(new Map(found));
  }

  turn(turnId: string): Promise<TurnRecord | undefined> {
    return Promise.resolve(this.turns.get(turnId));
  }

  busy(): Promise<readonly string[]> {
    const open = [...this.turns.values()].filter((turn) => !isOver(turn));
    return Promise.resolve([...new Set(open.map(({ session_id }) => session_id))]);
  }

  eventsOf(turnId: string): TurnEvent[] {
    return this.events.filter(({ turn_id }) => turn_id === turnId);
  }

  typesOf(turnId: string): string[] {
    return this.eventsOf(turnId).map(({ type }) => type);
  }

  entriesOf(sessionId: string): Entry[] {
    return this.allEntries.filter(({ session_id }) => session_id === sessionId);
  }
}
