import type { TurnEvent } from '@kenny/contract';
import { partsOf } from './message-parts.js';
import type { ToldCall } from './tool-view.js';
import { callIn, inputIn, resultIn } from './wire-events.js';

type Message = Record<string, unknown>;

/** The messages of a conversation, from the events of its turns in their order. */
export function messagesOf(events: readonly TurnEvent[]): Message[] {
  const calls = new Map<string, ToldCall>();
  const messages: Message[] = [];
  for (const { type, payload } of events) {
    if (type === 'turnQueued' || type === 'turnSteered') messages.push(userMessage(payload));
    if (type === 'assistantMessage') messages.push(assistantMessage(payload));
    if (type === 'toolCall') calls.set(callIn(payload).id, callIn(payload));
    if (type === 'toolResult') messages.push(resultMessage(payload, calls));
    if (type === 'error') messages.push(failure(payload));
  }
  return messages;
}

function userMessage(payload: TurnEvent['payload']): Message {
  return { role: 'user', content: [{ type: 'text', text: inputIn(payload) }] };
}

function assistantMessage({ message, text }: TurnEvent['payload']): Message {
  return { role: 'assistant', content: partsOf(message, text) };
}

function resultMessage(payload: TurnEvent['payload'], calls: ReadonlyMap<string, ToldCall>) {
  const { toolCallId, toolName, result } = resultIn(payload, calls);
  const { content, isError, images } = result;
  return {
    ...{ role: 'toolResult', toolCallId, toolName, isError },
    content: [{ type: 'text', text: content }, ...images],
  };
}

function failure({ message }: TurnEvent['payload']): Message {
  return { role: 'assistant', content: [], errorMessage: message };
}
