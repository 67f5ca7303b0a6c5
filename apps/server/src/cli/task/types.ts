import {
  agentPreset,
  API_PATHS,
  EXIT_CODES,
  type AgentTypeList,
  type AgentTypeView,
  type ExitCode,
} from '@kenny/contract/client';
import { secretFrom } from '../confirm.js';
import { CliError } from '../errors.js';
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

/** On the server itself: what may run there is no matter of a token. */
export async function addType(call: Invocation, id: string): Promise<ExitCode> {
  const preset = agentPreset(id);
  if (!preset) throw new CliError('not_found', `kenny knows no agent type ${id}.`);
  // Lazy: loads the server's configuration.
  const { AgentTypesFile } = await import('../local/agent-types-file.js');
  const file = AgentTypesFile.of(call.io);
  file.mustTake(preset);
  const { variable, from } = preset.key;
  const { written, key } = file.add(
    preset,
    await secretFrom(call, 'key', `${variable} (from ${from}; not shown): `),
  );
  if (call.screen.json) {
    call.screen.printJson(JSON.stringify({ id, file: written, key }));
    return EXIT_CODES.ok;
  }
  call.screen.print(
    say`${preset.name} is set up: its key is in ${key}, and ${written} names it.`,
    say`It counts at once. Its program, if it is not there yet: ${preset.install}`,
    say`Is it ready? ${'kenny task types'}, or Check again on the page Tasks.`,
  );
  return EXIT_CODES.ok;
}
