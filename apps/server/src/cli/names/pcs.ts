import { API_PATHS, type FleetAgent } from '@kenny/contract/client';
import type { Answer, ServerClient } from '../client/server-client.js';
import { CliError } from '../errors.js';
import { isUnknown, pick, type Candidate, type Kind } from './pick.js';

const PC: Kind = { one: 'PC', many: 'PCs', missing: 'unknown_agent', list: 'kenny agent list' };
const LISTED = 8;

export interface FoundPc {
  readonly answer: Answer;
  readonly agent: FleetAgent;
}

/** A PC by its id, the beginning of it, or its name. @throws CliError, ClientError */
export async function findPc(client: ServerClient, given: string): Promise<FoundPc> {
  try {
    return await fetchPc(client, given);
  } catch (error) {
    if (!isUnknown(error)) throw error;
  }
  return fetchPc(client, pickPc(given, await pcsOf(client)).id);
}

export interface KnownPc extends Candidate {
  readonly tags: readonly string[];
}

/** The same among those that are known. @throws CliError */
export function pickPc(given: string, known: readonly KnownPc[]): KnownPc {
  return pick(PC, given, known);
}

export async function pcsOf(client: ServerClient): Promise<KnownPc[]> {
  const answer = await client.request('GET', API_PATHS.fleet);
  const { agents } = await client.read('FleetView', answer);
  return agents.map(({ agent_id: id, name, tags }) => ({ id, name, about: name, tags: [...tags] }));
}

/** What people call it, for a sentence about it; one that is gone has its ID for a name. */
export async function pcName(client: ServerClient, id: string): Promise<string> {
  try {
    return (await fetchPc(client, id)).agent.name;
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return id;
  }
}

/** The same for a list: of all PCs, by ID. */
export async function pcNames(client: ServerClient): Promise<ReadonlyMap<string, string>> {
  const { agents } = await client.read('FleetView', await client.request('GET', API_PATHS.fleet));
  return new Map(agents.map(({ agent_id, name }) => [agent_id, name]));
}

/** For a tool that runs on a PC and was given none. */
export async function whichPc(client: ServerClient): Promise<CliError> {
  const ids = (await pcsOf(client)).map(({ id }) => id);
  if (ids.length === 0) {
    return new CliError('no_agent', 'There is no PC yet. Add one: kenny agent add <id>');
  }
  const more = ids.length > LISTED ? ', …' : '';
  const some = ids.slice(0, LISTED).join(', ');
  return new CliError('no_agent', `Which PC? Add it after the tool's name: ${some}${more}`);
}

async function fetchPc(client: ServerClient, id: string): Promise<FoundPc> {
  const answer = await client.request('GET', API_PATHS.agent(id));
  return { answer, agent: await client.read('FleetAgent', answer) };
}
