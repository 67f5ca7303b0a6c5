import type { Params, PeerLog } from '@kenny/jsonrpc';
import { isObject } from '@kenny/kernel';
import type { AcpEvent, AcpEventBody, EventFacts } from '../events/event.js';
import { readLegacyLine } from '../events/read-legacy.js';
import { SeedReader } from '../events/read-seed.js';
import { readV1Update, unknown } from '../events/read-v1.js';
import { ACP_LIMITS } from '../limits/limits.js';
import { cutJson, readId, Reading } from '../limits/reading.js';
import type { CallsSeen } from './calls-seen.js';
import type { AcpConnectOptions } from './options.js';

/** What an update means for the turn, beside what it tells. */
export interface TurnNews {
  /** The turn at work. */
  readonly current: () => number | null;
  readonly heard: (event: AcpEvent, shape: 'v1' | 'seed' | 'legacy') => void;
}

/** Makes an event of each thing that an agent says. Never throws. */
export class EventsOut {
  /** The session that is open or being opened; null: any, since a new one has no id yet. */
  sessionId: string | null = null;
  /** A session is being loaded: what is told now was told before. */
  replaying = false;
  private readonly seed = new SeedReader();
  private untaken = 0;
  private dropped = 0;

  constructor(
    private readonly onEvent: AcpConnectOptions['onEvent'],
    private readonly log: PeerLog,
    private readonly calls: CallsSeen,
    private readonly turn: TurnNews,
  ) {}

  update(params: Params): void | Promise<void> {
    const { update, type, sessionId } = params;
    const reading = new Reading();
    if (!isObject(update)) {
      const known = typeof type === 'string';
      const body = known ? this.seed.read(params, reading) : unknown('', 'it has no update');
      return this.tell(body, reading, params, 'seed');
    }
    const id = readId(sessionId);
    const others = id !== undefined && this.sessionId !== null && id !== this.sessionId;
    if (others) return this.tellOthers(update, id);
    return this.tell(readV1Update(update, reading), reading, update, 'v1');
  }

  legacyLine(line: Params): void | Promise<void> {
    const reading = new Reading();
    return this.tell(readLegacyLine(line, reading), reading, line, 'legacy');
  }

  /** A line that is no protocol. While many are not taken, they are counted and left out. */
  output(text: string, level: 'debug' | 'warn' = 'debug'): void {
    if (this.untaken >= ACP_LIMITS.untakenLines) {
      this.dropped += 1;
      return;
    }
    const { dropped } = this;
    this.dropped = 0;
    const told = dropped > 0 ? { dropped } : {};
    const taken = this.send({
      ...{ kind: 'log', level, message: text, source: 'output', ...told },
      ...this.facts(this.turn.current(), false, text),
    });
    if (!taken) return;
    this.untaken += 1;
    void taken.then(() => (this.untaken -= 1));
  }

  /** Updates of another session are no news of ours. */
  private tellOthers(update: object, sessionId: string): void | Promise<void> {
    return this.send({
      ...unknown('', 'it is of another session'),
      ...this.facts(null, false, update),
      sessionId,
    });
  }

  private tell(
    body: AcpEventBody,
    reading: Reading,
    raw: unknown,
    shape: 'v1' | 'seed' | 'legacy',
  ): void | Promise<void> {
    // Spread, an object of so many fields costs ten times as much.
    const event: AcpEvent = Object.assign(body, this.facts(this.turnOf(body), reading.cut, raw));
    const taken = this.send(event);
    if (!event.replayed) this.turn.heard(event, shape);
    return taken;
  }

  private turnOf(body: AcpEventBody): number | null {
    const current = this.replaying ? null : this.turn.current();
    if (body.kind === 'tool_call') return this.calls.begin(body.tool, current);
    if (body.kind === 'tool_call_update') return this.calls.update(body.tool, current);
    const isMessage = body.kind === 'text' || body.kind === 'attachment';
    if (!isMessage || body.messageId === undefined) return current;
    return this.calls.message(`${body.channel} ${body.messageId}`, current);
  }

  private facts(turn: number | null, cut: boolean, value: unknown): EventFacts {
    const { json: raw, cut: rawCut } = cutJson(value, ACP_LIMITS.rawCharacters);
    const late = turn !== null && turn !== this.turn.current();
    const { sessionId, replaying: replayed } = this;
    return { turn, late, replayed, sessionId, cut, raw, rawCut };
  }

  /** A promise that never rejects, if whoever takes events takes its time. */
  private send(event: AcpEvent): void | Promise<void> {
    try {
      return this.onEvent(event)?.then(undefined, (error: unknown) => this.notTaken(event, error));
    } catch (error) {
      return this.notTaken(event, error);
    }
  }

  private notTaken({ kind }: AcpEvent, error: unknown): void {
    this.log.error({ err: error, kind }, 'an event of an agent was not taken');
  }
}
