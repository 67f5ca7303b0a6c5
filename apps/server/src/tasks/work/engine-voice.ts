import type { BrainVoice } from '@kenny/session';
import type { TurnVoice } from './agents.js';

/** Of one turn; the task's own log has all of it. */
const MOST = { characters: 256 * 1024, calls: 500, result: 16 * 1024 } as const;

/** What of an agent's turn its conversation keeps: what it said, and which tools it called. */
export class EngineVoice implements TurnVoice {
  private characters = 0;
  private readonly calls = new Set<string>();

  constructor(private readonly voice: BrainVoice) {}

  text(channel: 'message' | 'thought', text: string): void {
    const room = MOST.characters - this.characters;
    if (room <= 0) return;
    this.characters += text.length;
    const kind = channel === 'message' ? 'assistant' : 'reasoning';
    this.voice.delta({ kind, text: text.slice(0, room) });
  }

  toolStarted({ id, name, args }: { id: string; name: string; args: unknown }): void {
    if (this.calls.size >= MOST.calls || this.calls.has(id)) return;
    this.calls.add(id);
    this.voice.observe({
      type: 'toolCall',
      payload: { toolCallId: id, toolName: name, args: short(args), agentId: null },
    });
  }

  toolEnded({
    id,
    name,
    failed,
    result,
  }: {
    id: string;
    name: string;
    failed: boolean;
    result: unknown;
  }): void {
    if (!this.calls.delete(id)) return;
    const status = failed ? 'error' : 'ok';
    this.voice.observe({
      type: 'toolResult',
      payload: { toolCallId: id, toolName: name, agentId: null, status, result: short(result) },
    });
  }
}

function short(value: unknown): unknown {
  const json = JSON.stringify(value ?? null);
  return json.length <= MOST.result ? (value ?? null) : `${json.slice(0, MOST.result)}…`;
}
