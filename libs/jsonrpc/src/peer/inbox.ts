import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Frame, FrameReader } from '../framing/framing.js';
import { classify, isMeantAsMessage, type Incoming, type RpcId } from '../messages/message.js';
import { parseBody } from '../messages/parse-body.js';
import { RpcError, RpcNumber } from '../messages/rpc-error.js';
import type { PeerLimits, PeerOptions } from './options.js';

const JUNK_CHARACTERS = 1_000;
/** After so much has been read, everybody else in the process has a turn: input may be there for long. */
const A_TURN = { messages: 8, bytes: 64 * 1024 } as const;
const OPENING_BRACE = 0x7b;

export interface InboxEvents {
  message(message: Exclude<Incoming, { kind: 'invalid' }>): void;
  /** Answers what is no message, in the name of the request if it has one. */
  refuse(error: unknown, id: RpcId | null): void;
  junk(text: string): void;
  /** Whether the next message may be looked at. */
  mayRead(): boolean;
  fatal(why: string): void;
  end(error?: Error): void;
}

/** Reads bytes as messages, one after another. */
export class Inbox {
  private readonly reader: FrameReader;
  private closed = false;
  private wakeUp: () => void = () => undefined;
  /** Since the last turn of others. */
  private messages = 0;
  private bytes = 0;

  constructor(
    private readonly options: PeerOptions,
    private readonly limits: PeerLimits,
    private readonly events: InboxEvents,
  ) {
    this.reader = options.framing.reader(limits);
  }

  get keptBytes(): number {
    return this.reader.keptBytes;
  }

  /** Until the end of the input, or until `close`. */
  async read(): Promise<void> {
    try {
      for await (const chunk of this.options.input) {
        const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
        this.bytes += bytes.length;
        this.reader.push(bytes);
        await this.takeFrames();
        if (this.closed) return;
      }
      this.events.end();
    } catch (error) {
      this.events.end(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Asks anew whether the next message may be looked at. */
  wake(): void {
    this.wakeUp();
  }

  close(): void {
    this.closed = true;
    this.wakeUp();
    this.options.input.destroy();
  }

  private async takeFrames(): Promise<void> {
    while (!this.closed) {
      if (!this.events.mayRead()) {
        await new Promise<void>((resolve) => (this.wakeUp = resolve));
        continue;
      }
      const frame = this.reader.next();
      if (!frame) return;
      this.take(frame);
      this.messages += 1;
      if (this.messages >= A_TURN.messages || this.bytes >= A_TURN.bytes) {
        this.messages = 0;
        this.bytes = 0;
        await nextTurn();
      }
    }
  }

  private take(frame: Frame): void {
    switch (frame.kind) {
      case 'body':
        return this.takeBody(frame.bytes);
      case 'too_large':
        return this.takeTooLarge(frame.beginning);
      case 'charset':
        return this.invalid('its text must be UTF-8', null, { code: 'unsupported' });
      case 'fatal':
        return this.events.fatal(frame.why);
    }
  }

  private takeBody(bytes: Uint8Array): void {
    const tolerant = this.options.framing.toleratesJunk;
    let value: unknown;
    try {
      value = parseBody(bytes, this.limits.maxDepth);
    } catch (error) {
      const junk = tolerant && error instanceof RpcError && error.code === RpcNumber.parseError;
      return junk ? this.junk(bytes) : this.events.refuse(error, null);
    }
    if (tolerant && !Array.isArray(value) && !isMeantAsMessage(value)) return this.junk(bytes);
    const message = classify(value);
    if (message.kind === 'invalid') this.invalid(message.why, message.id);
    else this.events.message(message);
  }

  private takeTooLarge(beginning: Uint8Array): void {
    const { framing, log } = this.options;
    if (framing.toleratesJunk && beginning[0] !== OPENING_BRACE) return this.junk(beginning);
    const { maxBodyBytes } = this.limits;
    log.warn({ maxBodyBytes }, 'a message was discarded because it is too large');
    const words = `A message has at most ${maxBodyBytes} bytes`;
    this.events.refuse(RpcError.of('frame_too_large', words, { maxBodyBytes }), null);
  }

  private junk(bytes: Uint8Array): void {
    // A character has at most four bytes.
    const text = Buffer.from(bytes.subarray(0, 4 * JUNK_CHARACTERS)).toString('utf8');
    this.events.junk(text.slice(0, JUNK_CHARACTERS));
  }

  private invalid(why: string, id: RpcId | null, data: object = { code: 'frame_invalid' }): void {
    const words = `Invalid Request: ${why}`;
    this.events.refuse(new RpcError(RpcNumber.invalidRequest, words, data), id);
  }
}
