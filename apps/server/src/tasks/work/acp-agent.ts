import { AcpError, type AcpClient, type AcpEvent, type PromptEnd } from '@kenny/acp';
import {
  TASK_FAULTS,
  type AcpStopReason,
  type SessionOrigin,
  type TaskFault,
} from '@kenny/contract';
import type { LaunchedAgent } from '../runtime/index.js';
import {
  AgentFault,
  type AgentEnd,
  type LiveAgent,
  type TurnResult,
  type TurnVoice,
} from './agents.js';

/** Characters of what an agent says in one turn; the log has all of it. */
const MOST_TEXT = 256 * 1024;
const FAULTS: Readonly<Record<string, TaskFault>> = {
  auth: 'agent_auth',
  protocol: 'agent_protocol',
  ended: 'agent_crashed',
  agent: 'agent_failed',
};

/** An agent behind agentctl that speaks ACP, in whichever dialect. */
export class AcpAgent implements LiveAgent {
  readonly ended: Promise<AgentEnd>;
  private voice: TurnVoice | undefined;
  private said = '';
  private summary: string | null = null;
  private ending: Promise<void> | undefined;
  private turn_id = '';

  constructor(
    readonly run_id: string,
    readonly origin: SessionOrigin,
    readonly facts: LiveAgent['facts'],
    private readonly launched: LaunchedAgent,
    private readonly client: AcpClient,
    private readonly closed: () => Promise<void>,
  ) {
    this.ended = launched.ended.then(async (end) => {
      await this.dispose();
      return end;
    });
    // An agent without a line is of no use: both end together.
    void client.closed.then(() => this.end(false));
  }

  /** Of the turn at work. */
  get turn(): string {
    return this.turn_id;
  }

  /** What the conversation keeps of an event; not what comes when the turn is over. */
  hear(event: AcpEvent): void {
    const { voice } = this;
    if (!voice || event.replayed || event.late || event.turn === null) return;
    if (event.kind === 'text' && event.channel !== 'user') {
      if (event.channel === 'message' && this.said.length < MOST_TEXT) this.said += event.text;
      voice.text(event.channel, event.text);
    } else if (event.kind === 'result') this.summary = event.summary ?? this.summary;
    else if (event.kind === 'tool_call' || event.kind === 'tool_call_update') {
      this.hearTool(event, voice);
    }
  }

  async prompt(
    { turn_id, text }: { readonly turn_id: string; readonly text: string },
    voice: TurnVoice,
    signal: AbortSignal,
  ): Promise<TurnResult> {
    this.turn_id = turn_id;
    this.voice = voice;
    this.said = '';
    this.summary = null;
    try {
      return await this.resultOf(await this.client.prompt({ text }, signal));
    } catch (error) {
      if (error instanceof AcpError) {
        const code = error.code === 'ended' ? 'agent_crashed' : 'agent_failed';
        throw new AgentFault(code, code === 'agent_crashed' ? await this.last() : error.message);
      }
      throw error;
    } finally {
      this.voice = undefined;
    }
  }

  end(force: boolean): Promise<void> {
    if (force) return this.dispose();
    this.ending ??= this.launched.stop(false).then(() => this.dispose());
    return this.ending;
  }

  private dispose(): Promise<void> {
    return this.launched
      .dispose()
      .then(() => this.client.close())
      .then(() => this.closed());
  }

  private async resultOf({ stopReason, summary, error }: PromptEnd): Promise<TurnResult> {
    if (stopReason === 'failed') {
      const code = FAULTS[error?.code ?? 'agent'] ?? 'agent_failed';
      if (code === 'agent_crashed') throw new AgentFault(code, await this.last());
      throw new AgentFault(code, wordsOf(code, error));
    }
    const stop: AcpStopReason = stopReason;
    return { stop, summary: summary ?? this.summary, text: this.said.slice(0, MOST_TEXT) };
  }

  /** What it said at its end. */
  private async last(): Promise<string> {
    await this.end(false);
    const { words } = await this.ended;
    return words === '' ? TASK_FAULTS.agent_crashed : words;
  }

  private hearTool(
    event: Extract<AcpEvent, { kind: 'tool_call' | 'tool_call_update' }>,
    voice: TurnVoice,
  ): void {
    const { id, title, toolName, rawInput, rawOutput, status } = event.tool;
    const name = toolName ?? title ?? 'tool';
    if (event.kind === 'tool_call') voice.toolStarted({ id, name, args: rawInput ?? {} });
    if (status === 'completed' || status === 'failed' || status === 'cancelled') {
      const failed = status !== 'completed';
      voice.toolEnded({ id, name, failed, result: rawOutput ?? null });
    }
  }
}

function wordsOf(code: TaskFault, error: PromptEnd['error']): string {
  if (!error) return TASK_FAULTS[code];
  const details = error.details === undefined ? '' : ` (${error.details})`;
  return `${TASK_FAULTS[code]} It says: ${error.message}${details}`;
}
