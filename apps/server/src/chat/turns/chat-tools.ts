import {
  askOperator,
  checkWith,
  describeIssues,
  needsApproval,
  type ApprovalView,
  readSkill,
  type AskOperatorArgs,
  type CatalogTool,
  type ReadSkillArgs,
} from '@kenny/contract';
import { httpValidators } from '@kenny/contract/http-validators';
import type { Clock } from '@kenny/kernel';
import type {
  ToolAnswer,
  ToolEnd,
  ToolRequest,
  Tools,
  ToolUse,
  TurnApproval,
} from '@kenny/session';
import { Inject, Injectable } from '@nestjs/common';
import { PrincipalResolver } from '../../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { Decisions, Dispatch, type CallOutcome } from '../../dispatch/index.js';
import {
  CLOCK,
  KennyError,
  principalKey,
  type CallContext,
  type Principal,
} from '../../kernel/index.js';
import {
  callableTool,
  isAgentId,
  isPicture,
  isQuestion,
  isSelection,
  isSkill,
  mayWait,
  routeOf,
  type Routed,
} from '../../model-tools/index.js';
import { sensitiveRead, taintsOf } from '../../origins/index.js';
import { ApprovalsReader, ApprovalsService } from '../../policy/index.js';
import { PromptFiles } from '../../prompts/index.js';
import { askerOf, tokenOf } from '../access.js';
import { heardIn } from '../brain/index.js';
import { ChatStore } from '../store/chat-store.js';
import { endOf, errorEnd, resultEnd, timed } from './tool-ends.js';

/** Nothing of the door is left to do for an approval that ended before. */
const ENDED = new Set(['already_decided', 'expired', 'conflict']);

/** How conversations reach PCs: a translation to `Dispatch` and back, and nothing beside it. */
@Injectable()
export class ChatTools implements Tools {
  constructor(
    private readonly dispatch: Dispatch,
    private readonly decisions: Decisions,
    private readonly approvals: ApprovalsService,
    private readonly reader: ApprovalsReader,
    private readonly principals: PrincipalResolver,
    private readonly store: ChatStore,
    private readonly prompts: PromptFiles,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'approvalTtlSecs'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async call(request: ToolRequest, signal: AbortSignal): Promise<ToolAnswer> {
    const { call, session } = request;
    if (isQuestion({ name: call.tool })) return this.askOperator(call);
    if (isSkill({ name: call.tool })) return this.readSkill(call);
    const tool = callableTool(call.tool);
    if (!tool) {
      const message = `there is no tool "${call.tool.slice(0, 64)}"`;
      return errorEnd({ code: 'unknown_tool', message }, null);
    }
    try {
      const routed = routeOf(tool, call.args, session.agent_id ?? undefined);
      refuseNoId(routed);
      const ctx = { ...(await this.contextOf(request)), signal };
      const { agent_id, args, reason, expires_in_s } = routed;
      const asked = { tool: tool.name, agent_id, args, reason, expires_in_s };
      const tainted_by = mayWait(tool) ? await this.taintsOf(request, args) : [];
      const outcome = await this.dispatch.call(ctx, asked, { tainted_by });
      return answerTo(outcome, routed, needsApproval(tool, ctx.principal.classes));
    } catch (error) {
      if (!(error instanceof KennyError)) throw error;
      return errorEnd(error, null);
    }
  }

  async outcome(approvalId: string): Promise<ToolEnd> {
    const approval = await this.decisions.onOutcome(approvalId);
    const taken = await this.take(approval);
    const end =
      approval.kind === 'read' && approval.state === 'done'
        ? readEnd(approval, taken)
        : endOf(approval);
    return timed(end, approval);
  }

  async cancel(approvalId: string, reason: string): Promise<void> {
    const { record } = await this.approvals.stored(approvalId);
    const { call_sha256, requested_by } = record;
    try {
      const ctx = contextFor(withdrawer(record.requested_by), requested_by.turn_id ?? approvalId);
      await this.decisions.decide(ctx, approvalId, { decision: 'cancel', call_sha256, reason });
    } catch (error) {
      if (!(error instanceof KennyError && ENDED.has(error.code))) throw error;
    }
  }

  async approvalsOf(turnId: string): Promise<readonly TurnApproval[]> {
    const turn = await this.store.turn(turnId);
    const session = turn && (await this.store.session(turn.session_id));
    if (!session) return [];
    const key = principalKey({ kind: 'chat', id: session.owner_id, conversation: session.id });
    const asked = await this.reader.ofPrincipal(key);
    return asked
      .filter(({ requested_by }) => requested_by.turn_id === turnId)
      .map(({ id, tool, args, agent_id }) => ({ approval_id: id, tool, args, agent_id }));
  }

  async open(): Promise<readonly { approval_id: string; turn_id: string }[]> {
    const open = await this.approvals.listOpen(null);
    return open.flatMap(({ id, door, state, requested_by: { turn_id } }) =>
      door === 'chat' && state === 'pending' && turn_id !== null
        ? [{ approval_id: id, turn_id }]
        : [],
    );
  }

  /** Reaches no PC and opens no approval; a person has as long to answer as to decide. */
  private askOperator({ args }: ToolUse): ToolAnswer {
    const issues = checkWith(httpValidators, `args:${askOperator.name}`, args);
    if (issues.length > 0) return badArgs(describeIssues(issues));
    const { questions } = args as unknown as AskOperatorArgs;
    const words = questions.map(({ question }) => question);
    if (new Set(words).size < words.length) return badArgs('questions: each one once');
    const answer_by = this.clock.now() + this.config.approvalTtlSecs * 1_000;
    return { kind: 'asked', questions, answer_by };
  }

  /** A file of the server's: it reaches no PC. */
  private async readSkill({ args }: ToolUse): Promise<ToolEnd> {
    const issues = checkWith(httpValidators, `args:${readSkill.name}`, args);
    if (issues.length > 0) return badArgs(describeIssues(issues));
    const { name } = args as unknown as ReadSkillArgs;
    try {
      const result = await this.prompts.readSkill(name);
      return resultEnd({ ...result }, { call_id: null, agent_id: null, picture: false });
    } catch (error) {
      if (!(error instanceof KennyError)) throw error;
      return errorEnd(error, null);
    }
  }

  private async taintsOf(
    { session, turn }: ToolRequest,
    args: Readonly<Record<string, unknown>>,
  ): Promise<string[]> {
    const entries = await this.store.entries(session.id);
    return taintsOf(turn.tainted_by, heardIn(entries), args);
  }

  /** @throws KennyError `forbidden` when whoever asked may not ask any more */
  private async contextOf({ session, turn }: ToolRequest): Promise<CallContext> {
    const token = tokenOf(turn.requester);
    const operator = token && (await this.principals.ofToken(token));
    if (!operator) {
      throw new KennyError(
        'forbidden',
        'the token that this was asked with is no longer valid; ask again with another one',
      );
    }
    return {
      ...contextFor(askerOf(operator, session), turn.id),
      ...{ session_id: session.id, turn_id: turn.id },
    };
  }

  /** The conversation has it now: the same call, asked for once more, is a new one. */
  private async take({ id, state, requested_by }: ApprovalView): Promise<CallOutcome | null> {
    if (state !== 'done' && state !== 'failed') return null;
    const ctx = contextFor(withdrawer(requested_by), requested_by.turn_id ?? id);
    try {
      return await this.decisions.awaitOutcome(ctx, id);
    } catch (error) {
      // Taken before, for another call of this conversation or before a restart.
      if (!(error instanceof KennyError && error.code === 'conflict')) throw error;
      return null;
    }
  }
}

function badArgs(message: string): ToolEnd {
  return errorEnd({ code: 'bad_args', message }, null);
}

/** @param granted it would have waited for a person, and has */
function answerTo(
  outcome: CallOutcome,
  { tool, agent_id: named }: Routed,
  granted: boolean,
): ToolAnswer {
  const agent_id = named ?? null;
  switch (outcome.kind) {
    case 'approval':
      return { kind: 'opened', approval_id: outcome.approval.id };
    case 'refused':
      return errorEnd(outcome.error, agent_id, outcome.call_id);
    case 'result':
      return endOfResult(outcome, tool, agent_id, granted);
  }
}

function endOfResult(
  { result, call_id }: Extract<CallOutcome, { kind: 'result' }>,
  tool: CatalogTool,
  agent_id: string | null,
  granted: boolean,
): ToolEnd {
  const at = { call_id, agent_id, picture: isPicture(tool) };
  if (isSelection(tool) && typeof result['agent_id'] === 'string') {
    const end = resultEnd({ ...result, remembered: true }, at);
    return { ...end, selects: result['agent_id'] };
  }
  const end = resultEnd(result, at);
  if (!tool.sensitive || agent_id === null) return end;
  return { ...end, taints: sensitiveRead(tool.name, agent_id), granted };
}

/** What a person has allowed to be read. */
function readEnd({ tool: name, agent_id }: ApprovalView, taken: CallOutcome | null): ToolEnd {
  const tool = callableTool(name);
  if (tool && taken?.kind === 'result') return endOfResult(taken, tool, agent_id, true);
  const message = 'its answer was handed over before; ask for it again';
  return errorEnd({ code: 'conflict', message }, agent_id);
}

/** What a model calls a PC stands in events and records: it is an id, or it goes no further. */
function refuseNoId({ agent_id }: Routed): void {
  if (agent_id === undefined || isAgentId(agent_id)) return;
  throw new KennyError('bad_args', 'agent_id: no id of a PC; list_agents shows them');
}

/** Whoever asked, for what needs no right but to have asked: to withdraw it, to hear its end. */
function withdrawer({ id, name, session_id }: ApprovalView['requested_by']): Principal {
  return {
    ...{ kind: 'chat', id, name, scope: 'operator', token_id: null, agents: null },
    ...{ classes: [], decide: false },
    ...(session_id === null ? {} : { conversation: session_id }),
  };
}

function contextFor(principal: Principal, request_id: string): CallContext {
  return { principal, door: 'chat', request_id };
}
