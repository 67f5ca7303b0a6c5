import { randomUUID } from 'node:crypto';
import { EventRedaction, withoutSecrets } from './redaction.js';
import { invalid, refusal } from './refusal.js';

/** A `turn/event` as the server sends it; `place` is for taking up again, and stays here. */
export interface PlacedEvent {
  readonly sequence: number;
  readonly turnId: string;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly place: string;
}

/** One conversation as the editor knows it: under an id that this process has made. */
export class Handle {
  /** The last event that the editor was sent, or that there was when it came. */
  place: string | null = null;
  /** The last event that was not dropped: what the editor is told then. */
  last: { turnId: string; lastSequence: number } | null = null;
  private readonly turns = new Map<string, EventRedaction<PlacedEvent>>();
  /** What the editor was asked, with the texts as the server has them. */
  private readonly questions = new Map<string, Map<string, string>>();

  constructor(
    readonly id: string,
    readonly conversation: string,
    /** The editor's folder, or the PC's address: a label. */
    readonly root: string,
  ) {}

  /** The events that may leave now, without secrets. */
  take(event: PlacedEvent): PlacedEvent[] {
    const { turnId, type } = event;
    const redaction = this.turns.get(turnId) ?? new EventRedaction<PlacedEvent>();
    this.turns.set(turnId, redaction);
    const leaving = redaction.take(event);
    if (type === 'turnFinished') this.turns.delete(turnId);
    const last = leaving.at(-1);
    if (last) this.place = last.place;
    return leaving;
  }

  /** A new connection sends what was held back once more. */
  forgetHeld(): void {
    this.turns.clear();
  }

  /** Whether the editor has not been asked this before. */
  asked(id: string, texts: readonly string[]): boolean {
    const fresh = !this.questions.has(id);
    this.questions.set(id, new Map(texts.map((text) => [withoutSecrets(text), text])));
    return fresh;
  }

  settled(id: string): void {
    this.questions.delete(id);
  }

  /** The text as the server has it: an approval counts only for exactly that. */
  original(questionId: string, shown: string): string {
    return this.questions.get(questionId)?.get(shown) ?? shown;
  }
}

/** Turns whose handle is remembered; an older one shows the newest handle of its conversation. */
const TURNS = 1_000;

/** Handles of this process, by their id and by conversation. */
export class Handles {
  private readonly byId = new Map<string, Handle>();
  /** Which handle began a turn: two may be open on one conversation. */
  private readonly byTurn = new Map<string, Handle>();

  open(conversation: string, root: string): Handle {
    const handle = new Handle(randomUUID(), conversation, root);
    this.byId.set(handle.id, handle);
    return handle;
  }

  /** @throws RpcError `invalid_params` when it is no id, `unknown_session` */
  get(id: unknown): Handle {
    if (id === undefined) throw invalid("Invalid params: must have required property 'sessionId'");
    if (typeof id !== 'string') throw invalid('Invalid params: sessionId: must be string');
    const handle = this.byId.get(id);
    if (handle) return handle;
    throw refusal('unknown_session', `Unknown session: ${id.slice(0, 100)}`, 'not_found');
  }

  /** The newest first: it is the one that the editor shows. */
  of(conversation: unknown): Handle[] {
    return this.all.filter((handle) => handle.conversation === conversation).reverse();
  }

  get all(): Handle[] {
    return [...this.byId.values()];
  }

  began(turnId: string, handle: Handle): void {
    this.byTurn.delete(turnId);
    this.byTurn.set(turnId, handle);
    const [oldest] = this.byTurn.keys();
    if (this.byTurn.size > TURNS && oldest !== undefined) this.byTurn.delete(oldest);
  }

  /** The one that began it, while that is open. */
  ofTurn(turnId: unknown): Handle | undefined {
    const handle = typeof turnId === 'string' ? this.byTurn.get(turnId) : undefined;
    return handle && this.byId.get(handle.id);
  }

  drop(handle: Handle): void {
    this.byId.delete(handle.id);
    for (const [turnId, of] of this.byTurn) if (of === handle) this.byTurn.delete(turnId);
  }
}
