import { maskSecrets, parseFrame, type Frame, type FrameOf } from '@kenny/contract';
import { AnswerParts, type PartsBudget } from './answer-parts.js';
import type { PendingCalls } from './pending-calls.js';
import { refusedResponse } from './tunnel-request.js';

type Part = FrameOf<'response_part'>;

/** What parted answers need of their connection. */
export interface PartsPeer {
  send(frame: Frame): boolean;
  /** Tells the PC that an answer is not wanted. */
  cancel(id: string): void;
  /** The part was requested: it does not count against the rate limit. */
  giveBack(): void;
  drop(reason: string, bytes: number): void;
  malformed(reason: string, bytes: number): void;
  /** The first part of an answer that nobody waits for. */
  offered(id: string): void;
}

/** Reassembles answers that arrive in parts. */
export class PartedAnswers {
  private readonly parts: AnswerParts;

  constructor(
    budget: PartsBudget,
    private readonly pending: PendingCalls,
    private readonly peer: PartsPeer,
  ) {
    this.parts = new AnswerParts(budget, (id) => {
      pending.end(id, refusedResponse('too much of all PCs at once'));
      peer.cancel(id);
    });
  }

  receive(part: Part, bytes: number): void {
    if (this.pending.has(part.id)) this.take(part, bytes);
    else {
      // The PC keeps it; it is fetched if an approval still needs it.
      if (part.from === 0) this.peer.offered(part.id);
      this.peer.drop('a part of an answer that nobody waits for', bytes);
    }
  }

  /** True while parts of the answer are arriving. */
  has(id: string): boolean {
    return this.parts.has(id);
  }

  /** The call has ended here: the PC may stop sending its answer. */
  forget(id: string): void {
    if (this.parts.drop(id)) this.peer.cancel(id);
  }

  private take(part: Part, bytes: number): void {
    const { id } = part;
    const { peer, pending } = this;
    const taken = this.parts.take(part);
    if (taken.kind === 'refused') {
      pending.end(id, refusedResponse(taken.reason));
      peer.cancel(id);
      return peer.malformed(`response_part: ${taken.reason}`, bytes);
    }
    peer.giveBack();
    pending.moved(id, bytes);
    peer.send({ type: 'response_ack', id, received: taken.received });
    if (taken.kind === 'more') return;
    const parsed = parseFrame(maskSecrets(taken.text), ['response']);
    if (parsed.ok && parsed.frame.id === id) {
      pending.answer(parsed.frame);
      return;
    }
    const reason = parsed.ok ? 'its parts are the answer to another call' : parsed.reason;
    pending.end(id, refusedResponse(reason));
    peer.malformed(`response_part: ${reason}`, bytes);
  }
}
