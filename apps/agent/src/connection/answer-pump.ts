import { CAPS, cutText, encodeFrame } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import type { Answer } from '../dispatch/answers.js';
import { SendWindow } from './send-window.js';

export interface AnswerOutlet {
  sendText(text: string): void;
  /** As `sendText` masks it, before cutting: a secret must not be split between parts. */
  masked(text: string): string;
}

/** Answers up to this size are sent whole, ahead of all waiting parts. */
const WHOLE_BYTES = 16 * 1024;
/** Shorter parts would cost more than they bring. */
const LEAST_PART_BYTES = 2 * 1024;

interface Outgoing {
  readonly id: string;
  readonly text: Buffer;
  sent: number;
}

interface OnItsWay {
  readonly id: string;
  readonly end: number;
  readonly bytes: number;
  readonly sentAt: number;
}

/**
 * Sends small answers whole and large ones in parts that take turns, with no more in flight than
 * the line carries in a moment, so that heartbeats and other answers pass in between.
 */
export class AnswerPump {
  private outlet: AnswerOutlet | undefined;
  private inParts = false;
  private window = new SendWindow();
  /** Answers from before the server accepted us. */
  private early: Answer[] = [];
  private outgoing: Outgoing[] = [];
  private onItsWay: OnItsWay[] = [];

  constructor(private readonly clock: Clock) {}

  /** The server has accepted us. */
  attach(outlet: AnswerOutlet, inParts: boolean): void {
    this.outlet = outlet;
    this.inParts = inParts;
    for (const answer of this.early.splice(0)) this.send(answer);
  }

  /** The journal keeps what the server must still learn. */
  detach(): void {
    this.outlet = undefined;
    this.window = new SendWindow();
    this.early = [];
    this.outgoing = [];
    this.onItsWay = [];
  }

  send({ response, text }: Answer): void {
    const { outlet } = this;
    if (!outlet) {
      this.early.push({ response, text });
      return;
    }
    // UTF-8 takes at most three bytes per UTF-16 unit.
    const small = text.length * 3 <= WHOLE_BYTES || Buffer.byteLength(text) <= WHOLE_BYTES;
    if (small || !this.inParts) return outlet.sendText(text);
    this.outgoing.push({ id: response.id, text: Buffer.from(outlet.masked(text)), sent: 0 });
    this.pump();
  }

  /** The server has received this many bytes of an answer. */
  acknowledged(id: string, received: number): void {
    const now = this.clock.monotonic();
    this.onItsWay = this.onItsWay.filter((part) => {
      const arrived = part.id === id && part.end <= received;
      if (arrived) this.window.acknowledged(part.bytes, part.sentAt, now);
      return !arrived;
    });
    this.pump();
  }

  /** The server does not want the rest of an answer. */
  cancel(id: string): void {
    this.outgoing = this.outgoing.filter((answer) => answer.id !== id);
    this.onItsWay = this.onItsWay.filter((part) => part.id !== id);
    this.pump();
  }

  private pump(): void {
    const { outlet } = this;
    if (!outlet || (this.window.isUnknown && this.onItsWay.length > 0)) return;
    // Two parts fill the window: one in flight while the other is acknowledged.
    const half = Math.floor(this.window.bytes / 2);
    const most = Math.min(CAPS.partBytes, Math.max(LEAST_PART_BYTES, half));
    let free = this.window.bytes - this.onItsWay.reduce((sum, { bytes }) => sum + bytes, 0);
    while (free >= most) {
      const answer = this.outgoing.shift();
      if (!answer) return;
      free -= this.sendPart(answer, most, outlet);
      // Round robin.
      if (answer.sent < answer.text.length) this.outgoing.push(answer);
    }
  }

  private sendPart(answer: Outgoing, most: number, outlet: AnswerOutlet): number {
    const { id, text, sent: from } = answer;
    const part = cutText(text, from, most);
    const bytes = Buffer.byteLength(part);
    answer.sent += bytes;
    outlet.sendText(
      encodeFrame({ type: 'response_part', id, size: text.length, from, text: part }),
    );
    const end = from + bytes;
    this.onItsWay.push({ id, end, bytes, sentAt: this.clock.monotonic() });
    return bytes;
  }
}
