import {
  API_PATHS,
  EXIT_CODES,
  type AgentTypeList,
  type AgentTypeView,
  type ExitCode,
} from '@kenny/contract/client';
import type { Invocation } from '../invocation.js';
import { look, say, type Shown } from '../output/shown.js';
import { table } from '../output/table.js';

export async function listTypes(call: Invocation): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.agentTypes);
  await call.present(client, 'AgentTypeList', answer, (list) => listLines(list, call.screen.width));
  return EXIT_CODES.ok;
}

function listLines({ types, problems }: AgentTypeList, width: number | undefined): Shown[] {
  const wrong = problems.map((problem) => say`agent-types.json: ${problem}`);
  if (types.length === 0) return [...wrong, say`No agent types.`];
  const rows = types.map((type) => [
    stateOf(type),
    type.id,
    type.name,
    type.runtime,
    type.permissions,
    type.reason,
  ]);
  const headings = ['state', 'type', 'name', 'runs in', 'own tools', 'why not'];
  return [...wrong, ...table(headings, rows, width)];
}

function stateOf({ enabled, available }: AgentTypeView): Shown {
  if (!enabled) return say`off`;
  return available ? look('ready', 'green') : look('cannot run', 'yellow');
}

export async function switchType(
  call: Invocation,
  { enable, disable }: { enable?: string; disable?: string },
): Promise<ExitCode> {
  const client = call.client();
  const enabled = enable !== undefined;
  const path = API_PATHS.agentType(enable ?? disable ?? '');
  const answer = await client.request('PATCH', path, { body: { enabled } });
  await call.present(client, 'AgentTypeView', answer, (type) => [
    say`${type.id} is ${stateOf(type)}.`,
  ]);
  return EXIT_CODES.ok;
}
