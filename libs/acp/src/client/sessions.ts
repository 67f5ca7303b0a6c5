import { RpcError } from '@kenny/jsonrpc';
import { isObject } from '@kenny/kernel';
import type { AgentFacts, AuthMethod } from '../handshake/agent.js';
import { mcpServersFor } from '../handshake/mcp-servers.js';
import { AcpError } from '../limits/acp-error.js';
import { ACP_TIMES } from '../limits/limits.js';
import { defined, readId, Reading } from '../limits/reading.js';
import { chooseMode } from '../modes/choose-mode.js';
import type { ChosenMode, ModePolicy } from '../modes/mode.js';
import { readConfigOptions, readModes } from '../modes/read-modes.js';
import type { AgentLine } from './agent-line.js';
import type { EventsOut } from './events-out.js';
import { agentWords } from './hello.js';
import type {
  AcpSession,
  OpenSessionOptions,
  ResumedSession,
  ResumeSessionOptions,
} from './options.js';

const AUTH_REQUIRED = -32000;
/** These open a browser, which nobody may be looking at. */
const BROWSER = /oauth|browser|login|log.?in|sign.?in|google|account|subscription/i;

interface AskOptions extends Pick<OpenSessionOptions, 'signal' | 'silenceMs'> {
  /** The result, before what stands behind it is looked at. */
  readonly onResult?: (result: unknown) => void;
}

/** Opens the session of an agent, and sets its mode. */
export class Sessions {
  private session: AcpSession | undefined;

  constructor(
    private readonly line: AgentLine,
    private readonly agent: AgentFacts,
    private readonly events: EventsOut,
  ) {}

  get open(): AcpSession | undefined {
    return this.session;
  }

  async create(options: OpenSessionOptions): Promise<AcpSession> {
    this.leave();
    if (this.agent.dialect === 'legacy') return this.enter({ sessionId: this.agent.name });
    let sessionId: string | undefined;
    const onResult = (result: unknown): void => {
      sessionId = isObject(result) ? readId(result['sessionId']) : undefined;
      this.events.sessionId = sessionId ?? null;
    };
    const result = await this.ask('session/new', this.params(options), { ...options, onResult });
    if (sessionId === undefined) {
      throw new AcpError('session_refused', 'The agent opened a session without an id');
    }
    return this.enter(sessionIn(sessionId, result));
  }

  async resume(options: ResumeSessionOptions): Promise<ResumedSession> {
    const { sessionId } = options;
    const { resumeSession, loadSession } = this.agent.capabilities;
    if (!resumeSession && !loadSession) return { how: 'unsupported' };
    this.leave();
    this.events.sessionId = sessionId;
    // Only `session/load` tells again what was said.
    this.events.replaying = !resumeSession;
    try {
      const method = resumeSession ? 'session/resume' : 'session/load';
      const params = { sessionId, ...this.params(options) };
      const onResult = (): void => void (this.events.replaying = false);
      const result = await this.ask(method, params, { ...options, onResult });
      if (isObject(result) && (result['loaded'] === false || result['restored'] === false)) {
        throw new AcpError('session_refused', 'The agent does not have this session any more');
      }
      const how = resumeSession ? 'resumed' : 'loaded';
      return { ...this.enter(sessionIn(sessionId, result)), how };
    } finally {
      this.events.replaying = false;
    }
  }

  async setMode(policy: ModePolicy): Promise<ChosenMode> {
    const { session } = this;
    if (!session) throw new AcpError('busy', 'No session is open; open one first');
    const choice = chooseMode(policy, session.modes, session.configOptions ?? []);
    if (choice === 'none') return { modeId: null, changed: false };
    if (choice === 'too_wide') {
      throw new AcpError(
        'mode_too_wide',
        'Each mode that the agent offers lets it act without asking. Configure it so that it asks.',
      );
    }
    const { modeId, by } = choice;
    if (by === 'nothing') return { modeId, changed: false };
    const { sessionId } = session;
    await (by === 'set_mode'
      ? this.ask('session/set_mode', { sessionId, modeId }, {})
      : this.ask(
          'session/set_config_option',
          { sessionId, configId: by.configId, value: modeId },
          {},
        ));
    if (by === 'set_mode') this.changed({ modeId });
    return { modeId, changed: true };
  }

  /** What the agent tells of its mode later. */
  changed({
    modeId,
    configOptions,
  }: {
    modeId?: string;
    configOptions?: AcpSession['configOptions'];
  }) {
    const { session } = this;
    if (!session) return;
    const modes =
      session.modes && modeId !== undefined
        ? { ...session.modes, currentModeId: modeId }
        : session.modes;
    this.session = { ...session, ...defined({ modes, configOptions }) };
  }

  /** A request that may need a login first: that is done once. */
  private async ask(method: string, params: object, options: AskOptions): Promise<unknown> {
    try {
      return await this.askOnce(method, params, options);
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== AUTH_REQUIRED) throw asAcpError(error);
      await this.authenticate(options);
    }
    try {
      return await this.askOnce(method, params, options);
    } catch (error) {
      throw asAcpError(error);
    }
  }

  private async authenticate(options: AskOptions): Promise<void> {
    const { authMethods } = this.agent;
    const method = authMethodFor(authMethods);
    if (!method) {
      const names = authMethods.map(({ name }) => name).join(', ') || 'none';
      throw new AcpError(
        'auth_required',
        `The agent wants a login that needs a person (it offers: ${names}). Log in once as the user that it runs as, or give it its key.`,
        AUTH_REQUIRED,
      );
    }
    try {
      await this.askOnce('authenticate', { methodId: method.id }, options);
    } catch (error) {
      if (!(error instanceof RpcError)) throw asAcpError(error);
      const words = `The login "${method.name}" of the agent failed: ${agentWords(error)}`;
      throw new AcpError('auth_required', words, error.code);
    }
  }

  /** Gives up when nothing at all was heard for so long. */
  private async askOnce(
    method: string,
    params: object,
    { signal, silenceMs = ACP_TIMES.openSessionSilenceMs, onResult }: AskOptions,
  ): Promise<unknown> {
    const silence = new AbortController();
    const seconds = Math.round(silenceMs / 1_000);
    const words = `The agent was silent for ${seconds} s instead of answering ${method}`;
    const { clock } = this.line;
    let heardAt = clock.monotonic();
    const wait = (ms: number) =>
      clock.setTimer(() => {
        const left = silenceMs - (clock.monotonic() - heardAt);
        if (left > 0) timer = wait(left);
        else silence.abort(new AcpError('session_timeout', words));
      }, ms);
    let timer = wait(silenceMs);
    const unlisten = this.line.onHeard(() => (heardAt = clock.monotonic()));
    const signals = signal ? [signal, silence.signal] : [silence.signal];
    try {
      return await this.line.request(method, params, {
        signal: AbortSignal.any(signals),
        onAnswer: (answer) => {
          if ('result' in answer) onResult?.(answer.result);
        },
      });
    } finally {
      timer.cancel();
      unlisten();
    }
  }

  private params({ cwd, mcpServers }: OpenSessionOptions): object {
    return { cwd, mcpServers: mcpServersFor(mcpServers, this.agent.capabilities.httpMcp) };
  }

  /** Until the next session has an id, updates of any are taken. */
  private leave(): void {
    this.session = undefined;
    this.events.sessionId = null;
  }

  private enter(session: AcpSession): AcpSession {
    this.session = session;
    this.events.sessionId = session.sessionId;
    return session;
  }
}

function sessionIn(sessionId: string, result: unknown): AcpSession {
  const reading = new Reading();
  const { modes, configOptions } = isObject(result) ? result : {};
  return defined({
    sessionId,
    modes: readModes(modes, reading),
    configOptions: Array.isArray(configOptions)
      ? readConfigOptions(configOptions, reading)
      : undefined,
  });
}

/** Errors of ours, and reasons of signals, stay what they are. */
function asAcpError(error: unknown): unknown {
  if (!(error instanceof RpcError)) {
    const ended = error instanceof Error && error.name === 'RpcClosedError';
    return ended ? new AcpError('ended', 'The agent ended before its session was open') : error;
  }
  if (error.code === AUTH_REQUIRED) {
    const words = `The agent still wants a login: ${agentWords(error)}`;
    return new AcpError('auth_required', words, error.code);
  }
  return new AcpError('session_refused', `The agent refused: ${agentWords(error)}`, error.code);
}

/** The first way to log in that works without a person; undefined without one. */
function authMethodFor(methods: readonly AuthMethod[]): AuthMethod | undefined {
  const satisfiable = methods.filter((method) => method.satisfiable);
  const quiet = satisfiable.find(({ id, name }) => !BROWSER.test(id) && !BROWSER.test(name));
  return quiet ?? satisfiable[0];
}
