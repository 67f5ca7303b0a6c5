import type { ChatEventView, TurnEventType } from '@kenny/contract/web';

type Payload = ChatEventView['payload'];

/** Events of a conversation as the server numbers them: gapless within each turn. */
export class ChatLog {
  readonly events: ChatEventView[] = [];
  private readonly sequences = new Map<string, number>();

  constructor(readonly session_id = 's1') {}

  say(turn_id: string, type: TurnEventType, payload: Payload = {}): ChatEventView {
    const sequence = (this.sequences.get(turn_id) ?? 0) + 1;
    this.sequences.set(turn_id, sequence);
    const at = new Date(Date.UTC(2026, 10, 22, 8, 0, this.events.length)).toISOString();
    const event = { session_id: this.session_id, turn_id, sequence, at, type, payload };
    this.events.push(event);
    return event;
  }

  begin(turn_id: string, text: string): void {
    this.say(turn_id, 'turnQueued', { status: 'queued', input: { text } });
    this.say(turn_id, 'turnStarted', { status: 'running' });
  }

  deltas(turn_id: string, ...pieces: readonly string[]): void {
    for (const delta of pieces) this.say(turn_id, 'assistantDelta', { delta });
  }

  message(turn_id: string, text: string): void {
    this.say(turn_id, 'assistantMessage', { text, message: {} });
  }

  call(turn_id: string, toolCallId: string, more: Payload = {}): void {
    const args = { path: '/' };
    this.say(turn_id, 'toolCall', {
      ...{ toolCallId, toolName: 'fs_list', args, agentId: 'pc1' },
      ...more,
    });
  }

  pending(turn_id: string, toolCallId: string, approvalId = 'apr_1'): void {
    this.say(turn_id, 'toolPending', {
      ...{ toolCallId, toolName: 'shell_exec', agentId: 'pc1', approvalId },
    });
  }

  result(turn_id: string, toolCallId: string, more: Payload = {}): void {
    this.say(turn_id, 'toolResult', {
      ...{ toolCallId, toolName: 'fs_list', agentId: 'pc1', status: 'ok', result: { entries: [] } },
      ...{ callId: 'c1', approvalId: null, durationMs: 12 },
      ...more,
    });
  }

  finish(turn_id: string, status = 'completed', error: Payload | null = null): void {
    if (error) this.say(turn_id, 'error', { ...error, fatal: false });
    this.say(turn_id, 'turnFinished', { status, error });
  }
}
