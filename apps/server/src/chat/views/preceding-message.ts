import { SAID_BEFORE_LENGTH, type SaidBefore, type TurnEvent } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../kernel/index.js';
import { ApprovalsService } from '../../policy/index.js';
import { ChatService } from '../chat.service.js';
import { ChatReader } from '../store/chat-reader.js';

const NOTHING: SaidBefore = { text: null, cut: false };

/** The model's last message before a call that needs approval, for readers of the conversation. */
@Injectable()
export class PrecedingMessages {
  constructor(
    private readonly approvals: ApprovalsService,
    private readonly chat: ChatService,
    private readonly reader: ChatReader,
  ) {}

  /** @throws KennyError `not_found` for an approval or conversation that the caller may not see */
  async of(ctx: CallContext, approvalId: string): Promise<SaidBefore> {
    const { door, requested_by } = await this.approvals.seenBy(ctx.principal, approvalId);
    const { session_id, turn_id } = requested_by;
    if (door !== 'chat' || session_id === null || turn_id === null) return NOTHING;
    await this.chat.readable(ctx, session_id);
    return precedingMessage(await this.reader.eventsOf([turn_id], true), approvalId);
  }
}

/** The last text of the same turn before the call; of a long one its end. */
export function precedingMessage(events: readonly TurnEvent[], approvalId: string): SaidBefore {
  const waits = events.find(
    ({ type, payload }) => type === 'toolPending' && payload['approvalId'] === approvalId,
  );
  const call = waits && callOf(waits, events);
  if (!call) return NOTHING;
  const said = events.findLast(
    ({ type, sequence, payload }) =>
      type === 'assistantMessage' && sequence < call.sequence && textOf(payload) !== '',
  );
  return said ? endOf(textOf(said.payload)) : NOTHING;
}

function callOf({ payload }: TurnEvent, events: readonly TurnEvent[]): TurnEvent | undefined {
  return events.find(
    (event) => event.type === 'toolCall' && event.payload['toolCallId'] === payload['toolCallId'],
  );
}

function textOf({ text }: TurnEvent['payload']): string {
  return typeof text === 'string' ? text.trim() : '';
}

function endOf(text: string): SaidBefore {
  return {
    text: text.slice(-SAID_BEFORE_LENGTH).toWellFormed(),
    cut: text.length > SAID_BEFORE_LENGTH,
  };
}
