import { API_PATHS, type ApprovalView } from '@kenny/contract/client';
import { fetchApproval, type Read } from '../approvals/await-outcome.js';
import type { ServerClient } from '../client/server-client.js';
import { CliError } from '../errors.js';
import { isUnknown, listed, pick, type Candidate, type Kind } from './pick.js';

const APPROVAL: Kind = {
  one: 'approval',
  many: 'approvals',
  prefix: 'apr_',
  missing: 'not_found',
  list: 'kenny approvals list',
};
/** As many as one page holds. */
const PAGE = '500';

/** An approval by its id or the beginning of it; without one, the only one that waits. */
export async function findApproval(
  client: ServerClient,
  given: string | undefined,
  verb: string,
): Promise<Read> {
  if (given === undefined) return theOnlyOne(client, verb);
  try {
    return await fetchApproval(client, given);
  } catch (error) {
    if (!isUnknown(error)) throw error;
  }
  // Pending ones are fetched apart: an old one may be beyond the newest page.
  const newest = await approvalsOf(client, undefined);
  const known = new Set(newest.map(({ id }) => id));
  const waiting = await approvalsOf(client, 'pending');
  const all = [...waiting.filter(({ id }) => !known.has(id)), ...newest];
  return fetchApproval(client, pick(APPROVAL, given, all).id);
}

export async function approvalsOf(
  client: ServerClient,
  state: ApprovalView['state'] | undefined,
): Promise<Candidate[]> {
  const query = { state, limit: PAGE };
  const answer = await client.request('GET', API_PATHS.approvals, { query });
  const { items } = await client.read('ApprovalList', answer);
  return items.map(({ id, tool, agent_id, requested_by }) => ({
    id,
    about: `${tool} on ${agent_id}, asked by ${requested_by.name}`,
  }));
}

async function theOnlyOne(client: ServerClient, verb: string): Promise<Read> {
  const waiting = await approvalsOf(client, 'pending');
  const [only] = waiting;
  if (!only) throw new CliError('not_found', 'Nothing is waiting for approval.');
  if (waiting.length === 1) return fetchApproval(client, only.id);
  const lines = [
    `${waiting.length} approvals are waiting. Add the ID, or its beginning:`,
    ...listed(waiting.map((one) => ({ ...one, id: `kenny approvals ${verb} ${one.id}` }))),
  ];
  throw new CliError('bad_args', lines.join('\n'));
}
