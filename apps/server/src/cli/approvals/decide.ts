import {
  API_PATHS,
  EXIT_CODES,
  LONGEST_DECISION_WAIT_S,
  type ExitCode,
} from '@kenny/contract/client';
import type { ServerClient } from '../client/server-client.js';
import { confirmed } from '../confirm.js';
import type { Invocation } from '../invocation.js';
import { findApproval } from '../names/approvals.js';
import { pcName } from '../names/pcs.js';
import { refuseGuess } from '../names/pick.js';
import { look, say } from '../output/shown.js';
import { awaitOutcome, saying, type Read } from './await-outcome.js';
import { callLines } from './call-view.js';
import { outcomeLines } from './outcome-view.js';
import { exitOfApproval, isUnderWay } from './states.js';

export interface DecideOptions {
  readonly yes?: boolean;
  readonly reason?: string;
  readonly callSha256?: string;
  readonly wait?: string;
}

export async function show(call: Invocation, given: string | undefined): Promise<ExitCode> {
  const client = call.client();
  const { answer, approval } = await findApproval(client, given, 'show');
  if (call.screen.json) call.screen.printJson(answer.raw);
  else {
    const pc = await pcName(client, approval.agent_id);
    const lines = callLines(approval, answer.serverTime, pc);
    call.screen.print(...lines, say``, ...outcomeLines(approval));
  }
  return EXIT_CODES.ok;
}

/**
 * A decision on exactly the call that was shown: its hash travels with it, and the server refuses
 * when the call behind the id is another one.
 */
export async function decide(
  call: Invocation,
  given: string | undefined,
  decision: 'approve' | 'deny',
  options: DecideOptions,
): Promise<ExitCode> {
  const client = call.client();
  const shown = await findApproval(client, given, decision);
  const { approval } = shown;
  const { id } = approval;
  if (options.yes === true) refuseGuess(given ?? '', id);
  const asks = decision === 'approve' && options.yes !== true;
  if (asks || !call.screen.json) {
    const pc = await pcName(client, approval.agent_id);
    call.screen.note(...callLines(approval, shown.answer.serverTime, pc), say``);
  }
  const question = say`Run ${approval.tool} on ${approval.agent_id}?`;
  if (asks && approval.state === 'pending' && !(await confirmed(call, question))) {
    return EXIT_CODES.waiting;
  }
  const wait = Number(options.wait ?? 0);
  const started = call.io.clock.monotonic();
  const decided = await post(client, id, Math.min(wait, LONGEST_DECISION_WAIT_S), {
    decision,
    call_sha256: options.callSha256 ?? approval.call_sha256,
    ...(options.reason === undefined ? {} : { reason: options.reason }),
  }).catch(saying(`The decision may have been taken: kenny approvals show ${id}`));
  const until = started + wait * 1000;
  const end = await awaitOutcome(call, client, decided, until, isUnderWay).catch(
    saying(`Stopped waiting; the call goes on: kenny approvals show ${id}`),
  );
  return finish(call, decision, end);
}

function finish(
  call: Invocation,
  decision: 'approve' | 'deny',
  { answer, approval }: Read,
): ExitCode {
  if (call.screen.json) call.screen.printJson(answer.raw);
  else call.screen.print(...outcomeLines(approval));
  if (!call.screen.json && isUnderWay(approval.state)) {
    call.screen.note(say`${look(`See its end: kenny approvals show ${approval.id}`, 'dim')}`);
  }
  // Whoever denied it has got what they wanted.
  return decision === 'deny' && approval.state === 'denied'
    ? EXIT_CODES.ok
    : exitOfApproval(approval);
}

async function post(
  client: ServerClient,
  id: string,
  wait: number,
  body: { decision: string; call_sha256: string; reason?: string },
): Promise<Read> {
  const answer = await client.request('POST', API_PATHS.approval(id), {
    body,
    ...(wait > 0 ? { query: { wait: String(wait) } } : {}),
    patienceMs: (wait + 30) * 1000,
  });
  return { answer, approval: (await client.read('ApprovalAnswer', answer)).approval };
}
