import { API_PATHS, type ApprovalState, type ApprovalView } from '@kenny/contract/client';
import type { Answer, ServerClient } from '../client/server-client.js';
import { Interrupted } from '../errors.js';
import type { Invocation } from '../invocation.js';
import { withProgress } from '../output/progress.js';
import { pause } from '../pause.js';

const POLL_MS = 2_000;
/** Upper bound of --wait, in seconds. */
export const LONGEST_WAIT_S = 3_600;

export interface Read {
  readonly answer: Answer;
  readonly approval: ApprovalView;
}

export async function fetchApproval(client: ServerClient, id: string): Promise<Read> {
  const answer = await client.request('GET', API_PATHS.approval(id));
  return { answer, approval: (await client.read('ApprovalAnswer', answer)).approval };
}

/** Polls while `goesOn`, until the monotonic time `until`; says on a terminal what it waits for. */
export function awaitOutcome(
  call: Invocation,
  client: ServerClient,
  begun: Read,
  until: number,
  goesOn: (state: ApprovalState) => boolean,
): Promise<Read> {
  const { tool, agent_id } = begun.approval;
  return withProgress(call.io, `${tool} on ${agent_id}`, () =>
    polled(call, client, begun, until, goesOn),
  );
}

/** The same without a word. */
export async function polled(
  { io }: Pick<Invocation, 'io'>,
  client: ServerClient,
  begun: Read,
  until: number,
  goesOn: (state: ApprovalState) => boolean,
): Promise<Read> {
  let latest = begun;
  while (goesOn(latest.approval.state) && io.clock.monotonic() < until) {
    await pause(io, Math.min(POLL_MS, until - io.clock.monotonic()));
    latest = await fetchApproval(client, latest.approval.id);
  }
  return latest;
}

/** On Ctrl+C, says what keeps running. */
export function saying(words: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof Interrupted ? new Interrupted(words) : error;
  };
}
