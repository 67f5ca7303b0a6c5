import {
  EXIT_CODES,
  type ApprovalState,
  type ApprovalView,
  type ExitCode,
} from '@kenny/contract/client';
import { exitOf } from '../errors.js';
import { look, say, type Look, type Shown } from '../output/shown.js';

interface StateWords {
  readonly look: Look;
  /** Exit code for whoever decided. */
  readonly words: string;
  readonly exit: ExitCode;
}

const { ok, failed, refused, waiting } = EXIT_CODES;

/** The states of an approval for people, and the exit code of a command that ends with one. */
const STATES: Readonly<Record<ApprovalState, StateWords>> = {
  pending: { look: 'yellow', words: 'Waiting for approval.', exit: waiting },
  approved: { look: 'cyan', words: 'It is approved and about to run.', exit: waiting },
  sent: { look: 'cyan', words: 'It runs on the PC.', exit: waiting },
  done: { look: 'green', words: 'It ran.', exit: ok },
  failed: { look: 'red', words: 'It failed.', exit: failed },
  unknown: {
    look: 'red',
    words: 'Nobody knows whether it ran: look at the PC before you ask for it again.',
    exit: failed,
  },
  denied: { look: 'dim', words: 'A person denied it.', exit: refused },
  expired: { look: 'dim', words: 'Nobody decided in time; it did not run.', exit: refused },
  cancelled: { look: 'dim', words: 'It was withdrawn; it did not run.', exit: refused },
  lapsed: { look: 'yellow', words: 'It was approved and did not run.', exit: failed },
  not_run: { look: 'yellow', words: 'The PC says that it did not run.', exit: failed },
};

export function stateWord(state: ApprovalState): Shown {
  return look(state, STATES[state].look);
}

export function stateLine({ kind, state, required, decisions }: ApprovalView): Shown {
  const keys = decisions.filter(({ decision }) => decision === 'approve').length;
  if (state === 'pending' && required > keys && keys > 0) {
    return say`${stateWord(state)}: ${keys} of ${required} operators approved; waiting for another one.`;
  }
  if (kind === 'read' && state === 'done') {
    return say`${stateWord(state)}: It was read; the answer is for whoever asked.`;
  }
  return say`${stateWord(state)}: ${STATES[state].words}`;
}

/** A call that failed has its error's own exit code, e.g. 3 when the PC's guard refused it. */
export function exitOfApproval({ state, outcome }: ApprovalView): ExitCode {
  const { exit } = STATES[state];
  return exit === failed && outcome?.error ? exitOf(outcome.error.code) : exit;
}

/** What a state means, in a sentence. */
export function stateSentence(state: ApprovalState): string {
  return STATES[state].words;
}

/** Worth waiting for, for whoever asked. */
export function goesOn(state: ApprovalState): boolean {
  return state === 'pending' || isUnderWay(state);
}

/** Still under way after approval: worth waiting for. */
export function isUnderWay(state: ApprovalState): boolean {
  return state === 'approved' || state === 'sent';
}
