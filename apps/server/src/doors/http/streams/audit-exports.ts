import { AUDIT_EXPORTS } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { PrincipalResolver } from '../../../auth/index.js';
import { CLOCK, EventBus, KennyError, type EventMap } from '../../../kernel/index.js';
import { isEndedBy, type OpenedWith } from '../../admission/opened-with.js';
import type { RequestState } from '../pipeline/request-state.js';
import { openedWith } from './stream-access.js';

/** A guess: how long an export runs is not known in advance. */
const TRY_AGAIN_S = 30;

interface Running extends OpenedWith {
  readonly response: ServerResponse;
}

/**
 * Running exports of the audit log: few at a time, each at its reader's pace, and dropped when the
 * reader takes nothing.
 */
@Injectable()
export class AuditExports {
  private readonly running = new Set<Running>();

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly principals: PrincipalResolver,
    events: EventBus,
  ) {
    events.on('access.ended', (ended) => this.endAccess(ended));
  }

  /**
   * Sends the pieces that `begin` gives; ends when they or the reader have.
   * @throws KennyError `rate_limited` when too many run, `unauthenticated` when the session is over
   */
  async run(
    state: RequestState,
    response: ServerResponse,
    begin: () => Promise<AsyncIterable<string>>,
  ): Promise<void> {
    const own = { ...(await openedWith(state, this.principals)), response };
    this.mustHaveRoom(own.token_id);
    this.running.add(own);
    try {
      await this.send(await begin(), response);
    } finally {
      this.running.delete(own);
    }
  }

  private async send(pieces: AsyncIterable<string>, response: ServerResponse): Promise<void> {
    for await (const piece of pieces) {
      if (isOver(response)) return;
      if (!response.write(piece)) await this.taken(response, 'drain');
      if (isOver(response)) return;
    }
    response.end();
    // The last chunks occupy memory until they are sent.
    await this.taken(response, 'finish');
  }

  /** Resolves when the written chunks were sent, or the reader has left. */
  private taken(response: ServerResponse, event: 'drain' | 'finish'): Promise<void> {
    if (isOver(response) || response.writableFinished) return Promise.resolve();
    return new Promise((resolve) => {
      const silence = this.clock.setTimer(() => response.destroy(), AUDIT_EXPORTS.silenceMs);
      const done = () => {
        silence.cancel();
        response.off(event, done);
        response.off('close', done);
        resolve();
      };
      response.on(event, done);
      response.on('close', done);
    });
  }

  private mustHaveRoom(tokenId: string): void {
    const own = [...this.running].filter(({ token_id }) => token_id === tokenId).length;
    const { ofToken, ofAll } = AUDIT_EXPORTS;
    if (own >= ofToken) throw busy(`This token has ${ofToken} exports running already`);
    if (this.running.size >= ofAll) throw busy(`${ofAll} audit exports are already running`);
  }

  /** Cuts off exports whose token or login was ended. */
  private endAccess(ended: EventMap['access.ended']): void {
    for (const running of this.running) if (isEndedBy(running, ended)) running.response.destroy();
  }
}

const isOver = ({ destroyed, closed }: ServerResponse): boolean => destroyed || closed;

function busy(what: string): KennyError {
  const words = `${what}; wait until one has ended, then try again.`;
  return new KennyError('rate_limited', words, { retry_after: TRY_AGAIN_S });
}
