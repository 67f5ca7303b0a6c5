import type { AskedQuestion, QuestionReply } from '@kenny/contract/agent';
import { iso } from '@kenny/kernel';
import { answered, goOn } from './calls.js';
import type { Draft } from './draft.js';
import type { ConversationInput, ConversationRefusal } from './inputs.js';
import type { CallState, OpenQuestion, TurnError, TurnRecord } from './records.js';

type InputOf<T extends ConversationInput['type']> = Extract<ConversationInput, { type: T }>;

/** The model asks the operator: its call waits, the calls after it go on. */
export function asked(draft: Draft, { call: of, questions, answer_by }: InputOf<'asked'>): void {
  const { active } = draft;
  const call = active?.calls.find(({ tool_call_id }) => tool_call_id === of.tool_call_id);
  if (!active || active.id !== of.turn_id || call?.phase !== 'running') return;
  const { now } = draft.moment;
  const question: OpenQuestion = { id: draft.moment.newId(), questions, asked_at: now, answer_by };
  const waiting = draft.patchCall(active, call, { phase: 'waiting', question });
  const { id: question_id } = question;
  const { turn_id, tool_call_id } = of;
  draft.effects.push({ type: 'await_reply', turn_id, tool_call_id, question_id, answer_by });
  const told = draft.event(waiting, 'toolPending', {
    ...{ toolCallId: call.tool_call_id, toolName: call.tool, agentId: null },
    question: shownQuestion(question),
  });
  goOn(draft, told);
}

export function shownQuestion({ id, questions, asked_at, answer_by }: OpenQuestion) {
  return { id, questions, asked_at: iso(asked_at), answer_by: iso(answer_by) };
}

/** Only the first answer counts. */
export function replied(
  draft: Draft,
  { question_id, answers }: InputOf<'reply'>,
): ConversationRefusal | undefined {
  const found = waitingFor(draft.active, question_id);
  if (!found) return refuse('already_decided', NO_QUESTION);
  const { turn, call, question } = found;
  if (question.answer_by <= draft.moment.now) return refuse('expired', 'the question has expired');
  if (answers === null) {
    end(draft, turn, call, 'denied', NO_ANSWER);
    return undefined;
  }
  const inOrder = matched(question.questions, answers);
  if (!inOrder) return refuse('bad_args', ONE_EACH);
  const outcome = { status: 'ok' as const, result: { answers: inOrder }, ...NOWHERE };
  goOn(draft, answered(draft, turn, call, outcome));
  return undefined;
}

/** No answer in time: the model goes on without. */
export function unanswered(draft: Draft, { question_id }: InputOf<'unanswered'>): void {
  const found = waitingFor(draft.active, question_id);
  if (found) end(draft, found.turn, found.call, 'expired', TOO_LATE);
}

function end(
  draft: Draft,
  turn: TurnRecord,
  call: CallState,
  status: 'denied' | 'expired',
  error: TurnError,
): void {
  goOn(draft, answered(draft, turn, call, { status, error, ...NOWHERE }));
}

function waitingFor(turn: TurnRecord | null, questionId: string) {
  const call = turn?.calls.find(
    ({ phase, question }) => phase === 'waiting' && question?.id === questionId,
  );
  return turn && call?.question ? { turn, call, question: call.question } : undefined;
}

/** One answer to each question, in the order of the questions; undefined for anything else. */
function matched(
  questions: readonly AskedQuestion[],
  answers: readonly QuestionReply[],
): QuestionReply[] | undefined {
  if (answers.length !== questions.length) return undefined;
  const inOrder = questions.flatMap(({ question }) => {
    const found = answers.find((one) => one.question === question);
    return found ? [{ question, answer: found.answer }] : [];
  });
  return inOrder.length === questions.length ? inOrder : undefined;
}

const NOWHERE = { call_id: null, agent_id: null } as const;
const NO_ANSWER = {
  code: 'denied',
  message: 'The operator declined to answer; continue without it.',
};
const TOO_LATE = {
  code: 'expired',
  message: 'Nobody answered in time; continue without it, or stop.',
};
const NO_QUESTION =
  'no such question waits in this conversation: it was answered, has expired, or its turn is over';
const ONE_EACH = 'answers: exactly one to each question, with the words of the question';

function refuse(code: ConversationRefusal['code'], message: string): ConversationRefusal {
  return { ok: false, code, message };
}
