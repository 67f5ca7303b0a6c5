import type { Clock } from '@kenny/kernel';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { CLOCK, KennyError, type CallContext } from '../kernel/index.js';
import { Dispatch, ToldCalls } from '../dispatch/index.js';
import {
  callableTool,
  cleaned,
  cleanedLine,
  isPicture,
  isSelection,
  mayWait,
  routeOf,
  sourceOf,
  type Routed,
} from '../model-tools/index.js';
import { heardFrom, HeardMemory, sensitiveRead } from '../origins/index.js';
import { ClientWord, type Asking, type McpOutcome } from './client-word.js';
import type { Asked } from './asked-state.js';
import { exchangeOf } from './exchange.js';
import { MCP_TIMES } from './limits.js';
import { approvalAnswer, errorAnswer, resultAnswer } from './results.js';
import type { McpSession } from './sessions.js';
import { TasksAtWork, type TurnAtWork } from './tasks-at-work.js';

type Answer = CallToolResult | InputRequiredResult;

const logger = new Logger('McpProgress');

/** `tools/call`: translates to `Dispatch.call` and back; there is no way around it. */
@Injectable()
export class ToolCalls {
  private readonly logger = new Logger(ToolCalls.name);

  constructor(
    private readonly dispatch: Dispatch,
    private readonly told: ToldCalls,
    private readonly elicitation: ClientWord,
    private readonly memory: HeardMemory,
    private readonly tasks: TasksAtWork,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'publicUrl'>,
  ) {}

  /** @throws ProtocolError for a tool that does not exist */
  async call(
    params: CallToolRequest['params'],
    sdk: ServerContext,
    session: McpSession | undefined,
  ): Promise<Answer> {
    const tool = callableTool(params.name);
    if (!tool) {
      const name = params.name.slice(0, 64);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    }
    try {
      return await this.routed(routeOf(tool, params.arguments ?? {}, session?.selected), {
        params,
        sdk,
        session,
      });
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      return errorAnswer({ source: 'kenny', tool }, this.toldError(error));
    }
  }

  private async routed(
    call: Routed,
    from: {
      params: CallToolRequest['params'];
      sdk: ServerContext;
      session: McpSession | undefined;
    },
  ): Promise<Answer> {
    const { sdk, params, session } = from;
    const { principal, ended } = exchangeOf(sdk.http?.authInfo);
    this.tasks.tell(principal, 'called');
    const turn = this.tasks.turnOf(principal);
    const asking: Asking = {
      ctx: contextOf(sdk, session, turn),
      sdk,
      params,
      session: session?.server,
      gone: ended,
    };
    const stop = reportProgress(sdk, this.clock, wordsFor(call));
    try {
      const asked = sdk.mcpReq.requestState<Asked>();
      const outcome = asked
        ? await this.elicitation.answered(asked, asking)
        : await this.first(call, asking, turn);
      await this.remember(asking.ctx, call, outcome, turn);
      return this.answer(call, outcome, session);
    } finally {
      stop();
    }
  }

  private async first(
    call: Routed,
    asking: Asking,
    turn: TurnAtWork | undefined,
  ): Promise<McpOutcome> {
    const { tool, agent_id, args, reason, expires_in_s } = call;
    const request = { tool: tool.name, agent_id, args, reason, expires_in_s };
    const tainted_by = mayWait(tool) ? this.memory.taintsOf(asking.ctx, args, turn?.reads()) : [];
    const outcome = await this.dispatch.call(asking.ctx, request, { tainted_by });
    return outcome.kind === 'approval' ? this.elicitation.about(outcome.approval, asking) : outcome;
  }

  private answer(call: Routed, outcome: McpOutcome, session: McpSession | undefined): Answer {
    const { tool, agent_id } = call;
    const source = sourceOf(tool, agent_id);
    switch (outcome.kind) {
      case 'ask':
        return outcome.ask;
      case 'approval':
        return approvalAnswer({ tool }, outcome.approval, {
          does: this.told.sentence(outcome.approval),
          publicUrl: this.config.publicUrl,
        });
      case 'refused':
        return errorAnswer({ source, tool }, outcome.error);
      case 'result':
        return isSelection(tool)
          ? resultAnswer({ source, tool }, selected(outcome.result, session))
          : resultAnswer({ source, tool }, outcome.result);
    }
  }

  /** Remembers what the model was told: later requests may be tainted by it. */
  private async remember(
    ctx: CallContext,
    { tool, agent_id }: Routed,
    outcome: McpOutcome,
    turn: TurnAtWork | undefined,
  ): Promise<void> {
    if (outcome.kind !== 'result' && outcome.kind !== 'refused') return;
    const sensitive = outcome.kind === 'result' && tool.sensitive && agent_id !== undefined;
    const heard = heardFrom(tool.name, agent_id, toldText(outcome, tool));
    const read = sensitive ? sensitiveRead(tool.name, agent_id) : undefined;
    this.memory.hear(ctx, heard, read);
    if (read !== undefined) await turn?.noteRead(read);
  }

  /** Expected failures keep their message; faults of ours are logged and reported without. */
  private toldError(error: unknown) {
    if (error instanceof KennyError) return error;
    this.logger.error(`an MCP call failed: ${String(error)}`);
    return new KennyError('internal', 'Something went wrong here.');
  }
}

function contextOf(
  sdk: ServerContext,
  session: McpSession | undefined,
  turn: TurnAtWork | undefined,
): CallContext {
  const { principal, request_id, ended } = exchangeOf(sdk.http?.authInfo);
  return {
    principal,
    door: principal.kind === 'task' ? 'task' : 'mcp',
    request_id,
    // A lost connection cancels the call only when there is no session to return to.
    signal: session ? sdk.mcpReq.signal : AbortSignal.any([sdk.mcpReq.signal, ended]),
    // Of a task: its own, which lasts longer than the client's.
    ...(session && !turn ? { session_id: session.name } : {}),
    ...(turn ? { session_id: turn.session_id, turn_id: turn.turn_id } : {}),
  };
}

/** The text of an answer as the model got it; a picture has none. */
function toldText(
  outcome: Extract<McpOutcome, { kind: 'result' | 'refused' }>,
  tool: Routed['tool'],
): unknown {
  if (outcome.kind === 'refused') return cleanedLine(outcome.error.message);
  return isPicture(tool) ? undefined : cleaned(outcome.result);
}

/** Keeps the choice for this session and no other (ADR 0019). */
function selected(result: Record<string, unknown>, session: McpSession | undefined) {
  const { agent_id } = result;
  if (!session || typeof agent_id !== 'string') return result;
  session.selected = agent_id;
  return { ...result, remembered: true };
}

function wordsFor({ tool, agent_id }: Routed): string {
  return agent_id === undefined ? tool.name : `${tool.name} on ${agent_id}`;
}

/** Sends progress to a client that asked for it, until the returned function is called. */
function reportProgress(
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
  clock: Clock,
  what: string,
): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  const began = clock.monotonic();
  const tick = () => {
    const progress = Math.round((clock.monotonic() - began) / 1000);
    const params = { progressToken, progress, message: `${what}: ${progress} s` };
    mcpReq.notify({ method: 'notifications/progress', params }).catch((error: unknown) => {
      // The client may have gone; the call does not depend on it.
      logger.debug(`progress could not be told: ${String(error)}`);
    });
    timer = clock.setTimer(tick, MCP_TIMES.progress);
  };
  let timer = clock.setTimer(tick, MCP_TIMES.progress);
  return () => timer.cancel();
}
