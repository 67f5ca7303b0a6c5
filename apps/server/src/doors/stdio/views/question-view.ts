import {
  QUESTION_LIMITS,
  RPC_ANY_ANSWER,
  RPC_CONFIRM,
  type ApprovalState,
  type ApprovalView,
  type AskedQuestion,
  type RpcQuestion,
  type RpcQuestionOutcome,
} from '@kenny/contract';
import { visibleText } from '@kenny/kernel';
import type { WaitingCall } from '../../../chat/index.js';

/** What a person is asked about a call that waits; undefined when it waits for nothing. */
export function questionView(sessionId: string, call: WaitingCall): RpcQuestion | undefined {
  if (call.approval) return confirmView(sessionId, call, call.approval);
  if (!call.question) return undefined;
  const { id, questions } = call.question;
  const asked = questions.map((one) => ({
    ...one,
    header: notOurs(one.header),
    options: one.options ?? [...RPC_ANY_ANSWER],
  }));
  return { sessionId, questionRequestId: id, questions: asked, kind: 'question' };
}

/** Ends a question that does not show all arguments. */
const TOO_LONG = '…\nToo long to show here: open it on the dashboard to approve it.';

/**
 * The question about a change. It depends on nothing but the approval: an answer must carry exactly
 * these words.
 */
export function confirmQuestion(approval: ApprovalView): AskedQuestion & { full: boolean } {
  const { tool, agent_id, args, look_twice } = approval;
  const marks = look_twice.map(({ line }) => `Look twice: ${line}`);
  const head = [`Run ${tool} on ${agent_id}?`, ...marks].join('\n');
  const shown = visibleText(JSON.stringify(args, null, 2), 'block');
  const whole = `${head}\n${shown}`;
  const full = whole.length <= QUESTION_LIMITS.question;
  const room = QUESTION_LIMITS.question - TOO_LONG.length;
  const cut = `${whole.slice(0, room).toWellFormed()}${TOO_LONG}`;
  return {
    ...{ header: RPC_CONFIRM.header, question: full ? whole : cut, full },
    options: [
      { label: RPC_CONFIRM.approve, description: RPC_CONFIRM.approveHelp },
      { label: RPC_CONFIRM.deny, description: RPC_CONFIRM.denyHelp },
    ],
  };
}

function confirmView(
  sessionId: string,
  { turn_id, tool_call_id }: WaitingCall,
  approval: ApprovalView,
): RpcQuestion {
  const { full, ...question } = confirmQuestion(approval);
  const { id, tool, args, call_sha256, agent_id, approve_by } = approval;
  return {
    ...{ sessionId, questionRequestId: id, questions: [question], kind: 'confirm' },
    confirm: {
      ...{ tool, args, argsDigest: call_sha256, agentId: agent_id, turnId: turn_id },
      ...{ toolCallId: tool_call_id, expiresAt: approve_by, fullArgs: full },
    },
  };
}

/** A word of one alphabet that borrows look-alikes of another; nobody writes so in earnest. */
const DISGUISED =
  /(?=\p{L}*\p{Script=Latin})(?=\p{L}*[\p{Script=Cyrillic}\p{Script=Greek}])\p{L}+/u;

/** A model cannot make its own question look like ours. */
function notOurs(header: string): string {
  const plain = header.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, '');
  const letters = plain.replaceAll(/\P{L}/gu, '').toLowerCase();
  const ours = letters.startsWith(RPC_CONFIRM.header.toLowerCase()) || DISGUISED.test(plain);
  return ours ? 'Question' : header;
}

/** What became of the person's decision; whether the call then worked is in `toolResult`. */
export function outcomeOf(state: ApprovalState): RpcQuestionOutcome {
  switch (state) {
    case 'pending':
    case 'denied':
    case 'expired':
      return state;
    case 'cancelled':
      return 'canceled';
    default:
      return 'approved';
  }
}
