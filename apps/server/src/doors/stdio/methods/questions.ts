import {
  CALL_REASON_LENGTH,
  QUESTION_LIMITS,
  RPC_CONFIRM,
  type ApprovalView,
  type QuestionReply,
  type RpcAnswerQuestion,
  type RpcQuestionAnswered,
} from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import { Injectable } from '@nestjs/common';
import { ChatService } from '../../../chat/index.js';
import { ApprovalsApi } from '../../../dispatch/index.js';
import { KennyError, type CallContext } from '../../../kernel/index.js';
import { Attachments } from '../attachments.js';
import type { RpcCall, RpcHandlers } from '../rpc-call.js';
import { invalidParams, rpcError, unknown } from '../rpc-error.js';
import { confirmQuestion, outcomeOf } from '../views/question-view.js';

type Names = 'ui/answerQuestion';

/** Somebody or something was there before. */
const TOO_LATE: readonly string[] = ['already_decided', 'expired', 'conflict'];

/** What a person says to a question: a decision, or an answer for the model. */
@Injectable()
export class QuestionMethods {
  readonly handlers: RpcHandlers<Names>;

  constructor(
    private readonly chat: ChatService,
    private readonly approvals: ApprovalsApi,
    private readonly attachments: Attachments,
  ) {
    this.handlers = {
      'ui/answerQuestion': async (call, params) => {
        const { id } = await chat.own(call.ctx, params.sessionId);
        const approval = await this.approvalOf(call.ctx, id, params.questionRequestId);
        return approval ? this.decide(call, params, approval) : this.reply(call, id, params);
      },
    };
  }

  /** Only one that this conversation has asked for. */
  private async approvalOf(
    { principal }: CallContext,
    sessionId: string,
    id: string,
  ): Promise<ApprovalView | undefined> {
    try {
      const approval = await this.approvals.show(principal, id);
      return approval.requested_by.session_id === sessionId ? approval : undefined;
    } catch (error) {
      if (error instanceof KennyError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  private async decide(
    { ctx, client }: RpcCall,
    params: RpcAnswerQuestion,
    approval: ApprovalView,
  ): Promise<RpcQuestionAnswered> {
    const { id, state, call_sha256 } = approval;
    if (!ctx.principal.decide) {
      const words = 'This token cannot decide; use one that was made with "decide"';
      throw rpcError('unauthorized', words, { kenny: 'forbidden' });
    }
    if (state !== 'pending') return { ok: true, applied: false, outcome: outcomeOf(state) };
    const said = decisionIn(params, approval);
    if (said.decision === 'approve') refuseUnseen(params, approval);
    const attachment = this.attachments.of(client, approval.requested_by.session_id ?? '');
    attachment?.noteAnswered(id);
    try {
      const decision = { ...said, call_sha256 };
      const after = await this.approvals.decide(ctx, id, decision, undefined);
      return { ok: true, applied: true, outcome: outcomeOf(after.state) };
    } catch (error) {
      attachment?.notAnswered(id);
      if (!(error instanceof KennyError) || !TOO_LATE.includes(error.code)) throw error;
      // The refusal knows more than the database: the other decision may not be committed yet.
      const known = error.details?.['approval'] as ApprovalView | undefined;
      const now = known ?? (await this.approvals.show(ctx.principal, id));
      return { ok: true, applied: false, outcome: outcomeOf(now.state) };
    }
  }

  private async reply(
    { ctx, client }: RpcCall,
    sessionId: string,
    { questionRequestId, answers }: RpcAnswerQuestion,
  ): Promise<RpcQuestionAnswered> {
    const replies = answers === null || answers === undefined ? undefined : repliesIn(answers);
    const attachment = this.attachments.of(client, sessionId);
    attachment?.noteAnswered(questionRequestId);
    try {
      await this.chat.reply(ctx, {
        ...{ session_id: sessionId, question_id: questionRequestId },
        ...(replies ? { answers: replies } : {}),
      });
      return { ok: true, applied: true, outcome: replies ? 'answered' : 'none' };
    } catch (error) {
      attachment?.notAnswered(questionRequestId);
      if (!(error instanceof KennyError)) throw error;
      if (error.code === 'not_found') throw unknown('question', questionRequestId);
      if (!TOO_LATE.includes(error.code)) throw error;
      const outcome = error.code === 'expired' ? 'expired' : 'answered';
      return { ok: true, applied: false, outcome };
    }
  }
}

/**
 * Approves only with exactly the first option to exactly the question that was asked. Anything else
 * denies, and what was said goes to the model.
 */
export function decisionIn(
  { answers, argsDigest }: Pick<RpcAnswerQuestion, 'answers' | 'argsDigest'>,
  approval: ApprovalView,
): { decision: 'approve' | 'deny'; reason?: string } {
  const [only, ...others] = Array.isArray(answers) ? (answers as unknown[]) : [];
  if (!isObject(only)) return { decision: 'deny' };
  const { question, answer } = only;
  const same = others.length === 0 && question === confirmQuestion(approval).question;
  const known = argsDigest === undefined || argsDigest === approval.call_sha256;
  if (same && known && answer === RPC_CONFIRM.approve) return { decision: 'approve' };
  const labels: readonly unknown[] = [RPC_CONFIRM.approve, RPC_CONFIRM.deny];
  if (typeof answer !== 'string' || labels.includes(answer)) return { decision: 'deny' };
  const reason = answer.trim().slice(0, CALL_REASON_LENGTH).toWellFormed();
  return { decision: 'deny', ...(reason === '' ? {} : { reason }) };
}

/**
 * Nobody approves what they cannot have seen: a client that shows all arguments sends their digest.
 * @throws RpcError `invalid_params`; nothing is decided
 */
function refuseUnseen({ argsDigest }: RpcAnswerQuestion, approval: ApprovalView): void {
  if (argsDigest !== undefined || confirmQuestion(approval).full) return;
  throw invalidParams(
    'The question did not show all arguments: approve it on the dashboard, or show confirm.args and send argsDigest',
  );
}

/** @throws RpcError `invalid_params` */
function repliesIn(answers: unknown): QuestionReply[] {
  const list = Array.isArray(answers) ? (answers as unknown[]) : [];
  const replies = list.filter(isObject).map(({ question, answer }) => ({ question, answer }));
  const whole = replies.length === list.length && list.length > 0;
  if (!whole || replies.length > QUESTION_LIMITS.questions || !replies.every(isReply)) {
    throw invalidParams('answers: one {question, answer} to each question, or null for none');
  }
  return replies.filter(isReply);
}

function isReply(reply: { question: unknown; answer: unknown }): reply is QuestionReply {
  const { question, answer } = reply;
  if (typeof question !== 'string' || typeof answer !== 'string') return false;
  return answer.trim() !== '' && answer.length <= QUESTION_LIMITS.answer;
}
