import type { ApprovalView } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { approvalView } from '@kenny/gate';
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type CallToolRequest,
  type InputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { Decisions, ToldCalls, type CallOutcome } from '../dispatch/index.js';
import { abortSignalOf, CLOCK, KennyError, type CallContext } from '../kernel/index.js';
import { ApprovalsService } from '../policy/index.js';
import { AskedStates, type Asked } from './asked-state.js';
import { longestLife, MCP_TIMES } from './limits.js';
import {
  answerIn,
  canAsk,
  clientsAnswer,
  QUESTION,
  questionAbout,
  type ClientsAnswer,
} from './question.js';
import { ExpiringSet } from './expiring-set.js';

/** One `tools/call` of a client, as the SDK handed it over. */
export interface Asking {
  readonly ctx: CallContext;
  readonly sdk: ServerContext;
  readonly params: CallToolRequest['params'];
  /** Only a session can be asked during a call; a client of 2026-07-28 calls again instead. */
  readonly session: Pick<Server, 'elicitInput' | 'getClientCapabilities'> | undefined;
  /** Aborted when nobody is left to take the answer. */
  readonly gone: AbortSignal;
}

/** What a `tools/call` has come to in this request; `ask` puts a question to the client's user. */
export type McpOutcome = CallOutcome | { readonly kind: 'ask'; readonly ask: InputRequiredResult };

/**
 * Asks the client's user about a call of low risk where its token allows that and the client can (D6). The approval
 * is there before the question and stays when no answer comes: a person can always decide elsewhere.
 */
@Injectable()
export class ClientWord {
  private readonly logger = new Logger(ClientWord.name);
  /** Approvals whose elicitation was dismissed: a repeated call must not ask again. */
  private readonly dismissed: ExpiringSet;

  constructor(
    private readonly decisions: Decisions,
    private readonly told: ToldCalls,
    private readonly approvals: ApprovalsService,
    private readonly states: AskedStates,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'approvalTtlSecs' | 'publicUrl'>,
  ) {
    this.dismissed = new ExpiringSet(clock, longestLife(config));
  }

  /** First request of a call: its approval is open, and nobody has been asked yet. */
  async about(approval: ApprovalView, asking: Asking): Promise<McpOutcome> {
    if (!this.mayAsk(approval, asking)) return { kind: 'approval', approval };
    const question = questionAbout(approval, this.told.sentence(approval), this.config.publicUrl);
    if (asking.session === undefined) {
      const requestState = await this.states.seal(approval, asking.params, asking.sdk);
      const inputRequests = { [QUESTION]: inputRequired.elicit(question) };
      return { kind: 'ask', ask: inputRequired({ inputRequests, requestState }) };
    }
    return this.take(approval, await this.askSession(question, asking, asking.session), asking);
  }

  /** The same call again, with the answer to our question (revision 2026-07-28). */
  async answered(asked: Asked, asking: Asking): Promise<McpOutcome> {
    if (!this.states.use(asked, asking.params)) {
      throw new KennyError(
        'conflict',
        'this answer was already used, or belongs to another call; call again',
      );
    }
    return this.take(
      { id: asked.approval_id, call_sha256: asked.call_sha256 },
      answerIn(asking.sdk),
      asking,
    );
  }

  private mayAsk({ id, kind, state, risk, required }: ApprovalView, { ctx, sdk, session }: Asking) {
    const envelope: Readonly<Record<string, unknown>> = { ...sdk.mcpReq.envelope };
    const capabilities = session
      ? session.getClientCapabilities()
      : envelope[CLIENT_CAPABILITIES_META_KEY];
    return (
      state === 'pending' &&
      kind === 'change' &&
      risk === 'low' &&
      required === 1 &&
      ctx.principal.elicitation === true &&
      canAsk(capabilities) &&
      !this.dismissed.has(id)
    );
  }

  /** Elicits within the session; no answer in time counts as dismissed. */
  private async askSession(
    question: ReturnType<typeof questionAbout>,
    { sdk }: Asking,
    session: NonNullable<Asking['session']>,
  ): Promise<ClientsAnswer> {
    const enough = new AbortController();
    const wait = Math.min(MCP_TIMES.question, (this.config.approvalTtlSecs * 1000) / 2);
    const timer = this.clock.setTimer(() => enough.abort(), wait);
    try {
      const answer = await session.elicitInput(question, {
        relatedRequestId: sdk.mcpReq.id,
        signal: AbortSignal.any([sdk.mcpReq.signal, enough.signal]),
        // Our clock decides, not the SDK's.
        timeout: 2 * wait,
      });
      return clientsAnswer(answer);
    } catch (error) {
      this.logger.debug(`a client did not answer a question: ${String(error)}`);
      return 'dismissed';
    } finally {
      timer.cancel();
    }
  }

  private async take(
    { id, call_sha256 }: Pick<ApprovalView, 'id' | 'call_sha256'>,
    answer: ClientsAnswer,
    { ctx, gone }: Asking,
  ): Promise<McpOutcome> {
    const waiting = {
      ...ctx,
      signal: AbortSignal.any([gone, ...(ctx.signal ? [abortSignalOf(ctx.signal)] : [])]),
    };
    if (answer === 'dismissed') {
      this.dismissed.add(id);
      return this.asItStands(waiting, id);
    }
    try {
      await this.decisions.takeElicitationAnswer(ctx, id, {
        accepted: answer === 'accepted',
        call_sha256,
      });
    } catch (error) {
      // Somebody decided elsewhere meanwhile: that decision counts.
      if (!(error instanceof KennyError) || !OVERTAKEN.has(error.code)) throw error;
    }
    return this.asItStands(waiting, id);
  }

  private async asItStands(ctx: CallContext, id: string): Promise<McpOutcome> {
    const { record } = await this.approvals.stored(id);
    const approval = approvalView(record);
    switch (approval.state) {
      case 'pending':
        return { kind: 'approval', approval };
      case 'approved':
      case 'sent':
      case 'done':
      case 'failed':
      case 'unknown':
        return this.decisions.awaitOutcome(ctx, id);
      default:
        return this.refusal(approval);
    }
  }

  private refusal({ id, state, call_id, outcome }: ApprovalView): McpOutcome {
    const { code = 'expired', message = `the approval is ${state}` } = outcome?.error ?? {};
    const details = { approval_id: id };
    const error = new KennyError(isDenied(code) ? 'denied' : 'expired', message, details);
    return { kind: 'refused', call_id: call_id ?? id, error };
  }
}

const OVERTAKEN: ReadonlySet<string> = new Set(['already_decided', 'expired']);

const isDenied = (code: string): boolean => code === 'denied';
