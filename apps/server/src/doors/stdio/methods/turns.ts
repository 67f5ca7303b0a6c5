import {
  RPC_LIMITS,
  STREAMING_BEHAVIORS,
  type RpcStartTurn,
  type RpcTurn,
  type StreamingBehavior,
} from '@kenny/contract';
import type { TurnRecord } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { ChatService, TurnReader } from '../../../chat/index.js';
import { KennyError, type CallContext } from '../../../kernel/index.js';
import { Attachments } from '../attachments.js';
import { givenPictures } from '../given-pictures.js';
import type { RpcCall, RpcHandlers } from '../rpc-call.js';
import { invalidParams, rpcError, unknown } from '../rpc-error.js';
import { rpcTurn } from '../views/turn-view.js';
import { WireEvents } from '../views/wire-events.js';

type Names = 'turns/start' | 'turns/cancel' | 'turns/status' | 'turns/events';

const REPLAY = { events: RPC_LIMITS.replayEvents, characters: RPC_LIMITS.replayCharacters };

/** Turns: one at a time in a conversation, the others wait. */
@Injectable()
export class TurnMethods {
  readonly handlers: RpcHandlers<Names>;

  constructor(
    private readonly chat: ChatService,
    private readonly turns: TurnReader,
    private readonly attachments: Attachments,
  ) {
    this.handlers = {
      'turns/start': (call, params) => this.start(call, params),
      'turns/cancel': async ({ ctx }, { turnId }) => {
        const { session_id } = await this.own(ctx, turnId);
        await chat.cancel(ctx, session_id, turnId);
        return rpcTurn(await this.own(ctx, turnId));
      },
      'turns/status': async ({ ctx }, { turnId }) => rpcTurn(await this.own(ctx, turnId)),
      'turns/events': async ({ ctx }, { turnId, afterSequence }) => {
        const turn = await this.own(ctx, turnId);
        const wire = new WireEvents(turns);
        const after = await wire.engineSequence(turnId, Math.floor(afterSequence ?? 0));
        const page = await turns.eventsAfter(turnId, after, REPLAY);
        const events = await Promise.all(page.events.map((event) => wire.told(event)));
        return {
          turn: rpcTurn(turn),
          events: events.flatMap((event) => event ?? []),
          truncated: page.cut,
          firstAvailableSequence: 1,
        };
      },
    };
  }

  private async start({ ctx, client, request }: RpcCall, params: RpcStartTurn): Promise<RpcTurn> {
    const { sessionId, input } = params;
    const { id } = await this.chat.own(ctx, sessionId);
    refuseUnsupported(params);
    const asked = behaviorOf(params);
    const images = givenPictures(params.attachments);
    const held = this.attachments.of(client, id)?.hold();
    // Whichever the answer is: it comes before the events of its turn.
    if (held) request.afterReply(held);
    try {
      const { turn_id } = await this.chat.say(ctx, {
        ...{ session_id: id, message: input, images },
        // Joins the turn at work; where there is none, a turn begins.
        behavior: asked ?? 'steer',
        ...(asked === 'steer' ? { strict_steer: true } : {}),
      });
      return rpcTurn(await this.own(ctx, turn_id));
    } catch (error) {
      if (asked === 'steer' && error instanceof KennyError && error.code === 'conflict') {
        throw invalidParams('Unsupported streamingBehavior: steer');
      }
      throw error;
    }
  }

  /** @throws RpcError `unknown_turn`, also for one of somebody else's conversation */
  private async own(ctx: CallContext, turnId: string): Promise<TurnRecord> {
    const turn = await this.turns.turn(turnId);
    if (!turn) throw unknown('turn', turnId);
    try {
      await this.chat.own(ctx, turn.session_id);
    } catch (error) {
      throw error instanceof KennyError ? unknown('turn', turnId) : error;
    }
    return turn;
  }
}

function behaviorOf({ streamingBehavior }: RpcStartTurn): StreamingBehavior | undefined {
  if (streamingBehavior === undefined || streamingBehavior === null) return undefined;
  const known = STREAMING_BEHAVIORS.find((one) => one === streamingBehavior);
  if (!known) throw invalidParams(`Unsupported streamingBehavior: ${streamingBehavior}`);
  return known;
}

function refuseUnsupported({ options }: RpcStartTurn): void {
  if (options?.approvalMode === 'none') {
    const words = 'A change waits for a person at every door: approvalMode cannot be "none"';
    throw rpcError('invalid_params', words, { code: 'unsupported' });
  }
}
