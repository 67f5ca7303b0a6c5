import type { Answer, PeerLog, RpcError } from '@kenny/jsonrpc';
import type { AcpEvent } from '../events/event.js';
import type { AgentFacts } from '../handshake/agent.js';
import { AcpError } from '../limits/acp-error.js';
import { ACP_LIMITS } from '../limits/limits.js';
import { readId, Reading } from '../limits/reading.js';
import type { ChosenMode, ModePolicy } from '../modes/mode.js';
import { readPromptAnswer } from '../turns/prompt-answer.js';
import type { TurnEnd, TurnError } from '../turns/turn-end.js';
import { AgentLine } from './agent-line.js';
import { CallsSeen } from './calls-seen.js';
import { EventsOut } from './events-out.js';
import { hello } from './hello.js';
import { limitedLog } from './limited-log.js';
import type {
  AcpClosed,
  AcpConnectOptions,
  AcpSession,
  OpenSessionOptions,
  Prompt,
  PromptEnd,
  ResumedSession,
  ResumeSessionOptions,
} from './options.js';
import { Permissions } from './permissions.js';
import { Sessions } from './sessions.js';
import { Turns } from './turns.js';

const AUTH_REQUIRED = -32000;

/** One agent at the other end of a line, with one session. */
export class AcpClient {
  private sessions: Sessions | undefined;
  private facts: AgentFacts | undefined;
  private readonly line: AgentLine;
  private readonly events: EventsOut;
  private readonly turns: Turns;
  private readonly permissions: Permissions;
  private readonly log: PeerLog;
  private sawLegacy: (agentId: string | undefined) => void = () => undefined;
  /** The question of a legacy agent that the next prompt answers. */
  private question: string | undefined;

  private constructor(options: AcpConnectOptions) {
    this.log = limitedLog(options.log);
    const calls = new CallsSeen();
    this.turns = new Turns({
      endsBy: () => (this.facts?.dialect === 'v1' ? 'answer' : 'update'),
      send: (prompt, turn) => this.sendPrompt(prompt, turn),
      sendCancel: (reason) => this.sendCancel(reason),
      over: () => this.permissions.cancelAll(),
    });
    this.events = new EventsOut(options.onEvent, this.log, calls, {
      current: () => this.turns.number,
      heard: (event, shape) => this.heardOfTurn(event, shape),
    });
    this.permissions = new Permissions(options.onPermission, this.log, calls, {
      sessionId: () => this.events.sessionId,
      turn: () => (this.turns.isCancelling ? null : this.turns.number),
      opened: () => this.turns.apply({ type: 'permission_opened' }),
      closed: () => this.turns.apply({ type: 'permission_closed' }),
      notAsked: (why) => this.events.output(why, 'warn'),
    });
    this.line = new AgentLine(options.link, options.clock, this.log, {
      update: (params) => this.events.update(params),
      legacyLine: (line) => {
        this.sawLegacy(readId(line['agent_id']));
        return this.events.legacyLine(line);
      },
      output: (text) => this.events.output(text),
      tooLong: () => this.events.output(TOO_LONG, 'warn'),
      permission: (params, context) => this.permissions.serve(params, context),
    });
    void this.line.closed.then(() => this.turns.lineEnded());
  }

  /**
   * Says hello and finds out which dialect is spoken. It ends the line when that fails.
   * @throws AcpError `protocol_version`, `initialize_failed`, `initialize_timeout`, `ended`, or the
   * signal's reason
   */
  static async connect(options: AcpConnectOptions): Promise<AcpClient> {
    const client = new AcpClient(options);
    const legacy = new Promise<string | undefined>((resolve) => (client.sawLegacy = resolve));
    client.line.start();
    try {
      const agent = await hello(client.line, options, legacy);
      client.facts = agent;
      client.sessions = new Sessions(client.line, agent, client.events);
      return client;
    } catch (error) {
      void client.line.close();
      throw error;
    }
  }

  get agent(): AgentFacts {
    if (!this.facts) throw new AcpError('busy', 'The agent has not answered yet');
    return this.facts;
  }

  /** Resolves when the line has ended; a turn at work ends with it. Never rejects. */
  get closed(): Promise<AcpClosed> {
    return this.line.closed;
  }

  /** The turn at work, from its prompt to its end. */
  get turn(): number | null {
    return this.turns.number;
  }

  /** A turn is at work and waits for an answer of `onPermission`. */
  get waitsForPermission(): boolean {
    return this.turns.waitsForPermission;
  }

  get session(): AcpSession | undefined {
    return this.sessions?.open;
  }

  /**
   * @throws AcpError `auth_required`, `session_refused`, `session_timeout`, `busy`, `ended`, or the
   * signal's reason
   */
  async newSession(options: OpenSessionOptions): Promise<AcpSession> {
    return this.idleSessions().create(options);
  }

  /** Goes on with a session of an earlier process, in the best way the agent has. Throws as above. */
  async resumeSession(options: ResumeSessionOptions): Promise<ResumedSession> {
    return this.idleSessions().resume(options);
  }

  /**
   * Chooses the mode that fits best among those offered; never one in which the agent acts without
   * asking. @throws AcpError `mode_too_wide`, `session_refused`, `session_timeout`, `busy`, `ended`
   */
  async setMode(policy: ModePolicy): Promise<ChosenMode> {
    return this.idleSessions().setMode(policy);
  }

  /**
   * One turn. Prompts are sent one after another; the signal takes one back that waits, and cancels
   * the one at work. Resolves with every way in which a turn can end.
   * @throws AcpError `busy`, `unsupported`, `ended` when it could not be sent
   */
  async prompt(prompt: Prompt, signal?: AbortSignal): Promise<PromptEnd> {
    if (!this.session) throw new AcpError('busy', 'No session is open; open one first');
    if (prompt.images?.length && !this.agent.capabilities.images) {
      throw new AcpError('unsupported', 'This agent takes no images; describe them in words');
    }
    return this.turns.prompt(prompt, signal);
  }

  /** Asks the agent to end its turn; between turns nothing is sent. `prompt` tells how it ended. */
  cancel(reason = 'cancelled'): void {
    this.turns.cancel(reason);
  }

  /** Something was heard of the agent elsewhere, such as on stderr: it is not silent. */
  heard(): void {
    this.line.heard();
  }

  close(): Promise<AcpClosed> {
    return this.line.close();
  }

  private idleSessions(): Sessions {
    if (this.turns.number !== null || !this.sessions) {
      throw new AcpError('busy', 'A turn is at work; wait for its end or cancel it');
    }
    return this.sessions;
  }

  /** What an event means for the turn at work. */
  private heardOfTurn(event: AcpEvent, shape: 'v1' | 'seed' | 'legacy'): void {
    if (event.kind === 'question' && shape === 'legacy') this.question = event.questionId;
    if (event.kind === 'mode') this.sessions?.changed({ modeId: event.modeId });
    if (event.kind === 'config') this.sessions?.changed({ configOptions: event.options });
    const end = endIn(event, shape);
    if (end && this.turns.number === null) {
      if (shape === 'legacy') this.turns.endedEarly(end);
      return;
    }
    if (end) return this.turns.apply({ type: 'finished', end });
    if (event.turn === this.turns.number && !IDLE_NEWS.has(event.kind)) {
      this.turns.apply({ type: 'update' });
    }
  }

  private sendPrompt({ text, images = [] }: Prompt, turn: number): void {
    if (this.agent.dialect === 'legacy') return this.sendLegacyPrompt(text, turn);
    const blocks = [
      { type: 'text', text },
      ...images.map(({ mimeType, base64 }) => ({ type: 'image', mimeType, data: base64 })),
    ];
    const sessionId = this.session?.sessionId;
    const prompt = { sessionId, prompt: blocks };
    const params = this.agent.dialect === 'seed' ? { ...prompt, message: text } : prompt;
    // Heard of at once: what stands on the next line may be of no turn.
    const onAnswer = (answer: Answer): void =>
      this.turns.apply(
        'error' in answer
          ? { type: 'refused', error: refusal(answer.error) }
          : { type: 'answered', answer: readPromptAnswer(answer.result) },
        turn,
      );
    // Only the end of the line rejects what was not answered.
    this.line
      .request('session/prompt', params, { onAnswer })
      .catch(() => this.turns.apply({ type: 'line_ended' }, turn));
  }

  /** The first prompt stands in its environment; later ones answer its question. */
  private sendLegacyPrompt(text: string, turn: number): void {
    // It may have asked before it was prompted: that is no answer yet.
    if (turn === 1) return;
    const { question } = this;
    this.question = undefined;
    if (question !== undefined) {
      this.sayLegacy('input_response', { prompt_id: question, response: text });
      // The turn before ended with the question: an end from now on is this one's.
      return this.turns.apply({ type: 'update' }, turn);
    }
    throw new AcpError(
      'unsupported',
      'This agent takes no more work once it has begun; start a new task for it',
    );
  }

  private sendCancel(reason: string): void {
    const sessionId = this.session?.sessionId;
    if (this.agent.dialect === 'legacy')
      return this.sayLegacy('control', { action: 'stop', reason });
    const params = this.agent.dialect === 'seed' ? { reason, sessionId } : { sessionId };
    this.line.notify('session/cancel', params);
  }

  private sayLegacy(type: string, data: object): void {
    const timestamp = new Date(this.line.clock.now()).toISOString();
    this.line.say({ type, agent_id: this.agent.name, timestamp, data });
  }
}

const TOO_LONG = `A line of more than ${ACP_LIMITS.maxMessageBytes} bytes was discarded`;

/** News of these come at any time and are no sign that a turn has begun. */
const IDLE_NEWS: ReadonlySet<AcpEvent['kind']> = new Set<AcpEvent['kind']>([
  ...(['usage', 'commands', 'mode', 'config', 'session_info', 'unknown'] as const),
]);

/**
 * A seed agent's `error` ends its turn; a legacy one goes on until its `result`, or until it asks:
 * only a prompt answers it, and that is another turn.
 */
function endIn(event: AcpEvent, shape: 'v1' | 'seed' | 'legacy'): TurnEnd | undefined {
  if (event.kind === 'error' && shape === 'seed') {
    const { message, details } = event;
    const error: TurnError = { code: 'agent', message, ...(details ? { details } : {}) };
    return { stopReason: 'failed', error };
  }
  if (event.kind === 'question' && shape === 'legacy') return { stopReason: 'end_turn' };
  if (event.kind !== 'result') return undefined;
  const { status, summary } = event;
  const told = summary === undefined ? {} : { summary };
  if (status === 'completed') return { stopReason: 'end_turn', ...told };
  if (status === 'cancelled') return { stopReason: 'cancelled', ...told };
  const message = summary ?? 'The agent says that it failed, and not why';
  return { stopReason: 'failed', ...told, error: { code: 'agent', message } };
}

function refusal(error: RpcError): TurnError {
  const reading = new Reading();
  const details = reading.title(typeof error.data === 'string' ? error.data : undefined);
  return {
    code: error.code === AUTH_REQUIRED ? 'auth' : 'agent',
    message: reading.title(error.message) ?? '',
    rpcCode: error.code,
    ...(details === undefined ? {} : { details }),
  };
}
