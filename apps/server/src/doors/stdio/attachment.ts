import type {
  ApprovalView,
  Door,
  RpcQuestionOutcome,
  RpcSessionEvent,
  RpcTurnEvent,
  TurnEvent,
} from '@kenny/contract';
import type {
  ChatReader,
  ChatService,
  TurnReader,
  WaitingCall,
  WorkInHand,
} from '../../chat/index.js';
import type { Principal } from '../../kernel/index.js';
import type { RpcClient } from './rpc-call.js';
import { outcomeOf, questionView } from './views/question-view.js';
import { WireEvents } from './views/wire-events.js';

export interface AttachmentSources {
  readonly chat: ChatService;
  readonly reader: ChatReader;
  readonly turns: TurnReader;
  readonly work: WorkInHand;
}

/** A question that was sent and has not ended. */
interface Asked {
  readonly toolCallId: string;
  readonly isApproval: boolean;
}

const DELTAS: readonly string[] = ['assistantDelta', 'reasoningDelta'];
/** Events that wait to be told as they happen; beyond them only the stored ones count. */
const MOST_LIVE = 64;
/** Turns of which is remembered how far they were told. */
const TURNS = 32;

/**
 * One conversation on one socket. The stored events are read from a place on, and on whenever
 * something happens, so each event is sent exactly once and never faster than the client reads. Who
 * has read all of them is told what happens before it is read.
 */
export class Attachment {
  private readonly events: WireEvents;
  private readonly asked = new Map<string, Asked>();
  private readonly answeredHere = new Set<string>();
  /** Its own client is deleting the conversation. */
  leaving = false;
  private told: Promise<void> = Promise.resolve();
  private held = 0;
  private release: () => void = () => undefined;
  private gate: Promise<void> | undefined;
  private wanted = false;
  /** All that has happened behind what was read; null: not all of it was kept, and it is read first. */
  private live: TurnEvent[] | null = null;
  /** By turn, the number of the last event that was told. */
  private readonly toldUpTo = new Map<string, number>();
  private reading: Promise<void> | undefined;
  private over = false;
  /** The client did not keep up: deltas are left out until it has. */
  private behind = false;
  private lost: { turnId: string; lastSequence: number } | undefined;
  private last: { turnId: string; sequence: number } | undefined;

  constructor(
    readonly sessionId: string,
    readonly client: RpcClient,
    private readonly principal: Principal,
    private position: number,
    private readonly sources: AttachmentSources,
    private readonly ended: (error?: unknown) => void,
  ) {
    this.events = new WireEvents(sources.turns);
  }

  /** Holds everything back until the returned function is called. */
  hold(): () => void {
    this.held += 1;
    this.gate ??= new Promise((resolve) => (this.release = resolve));
    let done = false;
    return () => {
      if (done) return;
      done = true;
      this.held -= 1;
      if (this.held > 0) return;
      this.gate = undefined;
      this.release();
    };
  }

  /** Something happened: reads on. */
  wake(events: readonly TurnEvent[] = []): void {
    this.wanted = true;
    if (this.live && this.live.length + events.length <= MOST_LIVE) this.live.push(...events);
    else this.live = null;
    this.reading ??= this.readAll();
  }

  stop(): void {
    this.over = true;
  }

  /** Asks what waits already: for a client that has seen none of it. */
  async askPending(): Promise<void> {
    const { waiting } = await this.sources.work.of(this.sessionId);
    await this.gate;
    for (const call of waiting) this.ask(call);
  }

  /** This client knows already how a question ended: it has answered. */
  noteAnswered(id: string): void {
    this.answeredHere.add(id);
  }

  /** It has not counted after all. */
  notAnswered(id: string): void {
    this.answeredHere.delete(id);
  }

  /** @param door - where; null: nobody decided */
  decided({ id, state }: ApprovalView, door: Door | null): void {
    if (this.asked.has(id)) this.resolve(id, outcomeOf(state), door);
  }

  /** The summary is part of the conversation: only whoever may still read that hears of it. */
  compacting(event: RpcSessionEvent): void {
    const { chat } = this.sources;
    const { principal, sessionId } = this;
    const telling = async (): Promise<void> => {
      await this.gate;
      if (this.over) return;
      if (!(await chat.mayGoOn({ principal }, sessionId))) return this.lose();
      this.client.notify('session/event', event);
    };
    this.told = this.told.then(telling).catch((error: unknown) => this.ended(error));
  }

  /** What was to be told of compactions has been told. */
  get compactionsTold(): Promise<void> {
    return this.told;
  }

  /** What has happened until now has been sent. */
  async caughtUp(): Promise<void> {
    this.wake();
    await this.reading;
  }

  private async readAll(): Promise<void> {
    try {
      while (this.wanted && !this.over) {
        this.wanted = false;
        await this.readOn();
      }
    } catch (error) {
      this.over = true;
      this.ended(error);
    } finally {
      this.reading = undefined;
    }
  }

  private async readOn(): Promise<void> {
    const { chat, reader } = this.sources;
    const { principal, sessionId } = this;
    for (let more = true; more && !this.over;) {
      const live = this.live ?? [];
      // While the client does not read, only the store keeps what happens.
      this.live = null;
      await this.client.drained();
      this.live = [];
      // A sensitive read may have been made since: then it is no longer theirs to see.
      if (!(await chat.mayGoOn({ principal }, sessionId))) return this.lose();
      for (const event of live) await this.tell(event);
      const page = await reader.eventsAfter(sessionId, this.position);
      for (const event of page.events) await this.tell(event);
      this.position = page.position;
      more = page.cut;
      if (more) this.live = null;
    }
    this.catchUp();
  }

  private async tell(event: TurnEvent): Promise<void> {
    await this.gate;
    if (this.over || event.sequence <= this.lastTold(event.turn_id)) return;
    this.noteTold(event);
    const told = await this.events.told(event);
    if (told) this.send(told);
    else await this.askAbout(event);
    if (event.type === 'toolResult') this.answered(event.payload);
  }

  private lastTold(turnId: string): number {
    return this.toldUpTo.get(turnId) ?? 0;
  }

  private noteTold({ turn_id, sequence }: TurnEvent): void {
    this.toldUpTo.delete(turn_id);
    this.toldUpTo.set(turn_id, sequence);
    const [oldest] = this.toldUpTo.keys();
    if (this.toldUpTo.size > TURNS && oldest !== undefined) this.toldUpTo.delete(oldest);
  }

  private send(event: RpcTurnEvent): void {
    const { turnId, sequence, type } = event;
    if (this.behind && DELTAS.includes(type)) {
      const known = this.last?.turnId === turnId ? this.last.sequence : sequence - 1;
      if (this.lost?.turnId !== turnId) this.lost = { turnId, lastSequence: known };
      return;
    }
    if (!this.lost) this.last = { turnId, sequence };
    if (!this.client.notify('turn/event', event)) this.behind = true;
  }

  private catchUp(): void {
    const { lost, sessionId } = this;
    this.behind = false;
    this.lost = undefined;
    if (lost) this.client.notify('session/updated', { sessionId, reason: 'resync', ...lost });
  }

  /** The conversation does not exist for them any more. */
  private lose(): void {
    this.over = true;
    this.client.notify('session/updated', { sessionId: this.sessionId, reason: 'deleted' });
    this.ended();
  }

  /** By now it may have ended: only what still waits is asked. */
  private async askAbout({ payload }: TurnEvent): Promise<void> {
    const { waiting } = await this.sources.work.of(this.sessionId);
    const call = waiting.find(({ tool_call_id }) => tool_call_id === payload['toolCallId']);
    if (call) this.ask(call);
  }

  private ask(call: WaitingCall): void {
    const question = questionView(this.sessionId, call);
    if (!question || this.over || this.asked.has(question.questionRequestId)) return;
    this.asked.set(question.questionRequestId, {
      ...{ toolCallId: call.tool_call_id, isApproval: call.approval !== null },
    });
    this.client.notify('ui/question', question);
  }

  /** The end of a call ends its question; an approval's own end was told before. */
  private answered({ toolCallId, status }: TurnEvent['payload']): void {
    for (const [id, asked] of this.asked) {
      if (asked.toolCallId !== toolCallId) continue;
      const ended = asked.isApproval ? 'canceled' : QUESTION_ENDS.get(status);
      this.resolve(id, ended ?? 'canceled');
    }
  }

  private resolve(id: string, outcome: RpcQuestionOutcome, door: Door | null = null): void {
    this.asked.delete(id);
    if (this.answeredHere.delete(id) || this.over) return;
    const { sessionId } = this;
    this.client.notify('ui/questionResolved', {
      ...{ sessionId, questionRequestId: id, outcome, door },
    });
  }
}

const QUESTION_ENDS = new Map<unknown, RpcQuestionOutcome>([
  ['ok', 'answered'],
  ['denied', 'none'],
  ['expired', 'expired'],
]);
