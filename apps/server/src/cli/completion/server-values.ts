import { API_PATHS } from '@kenny/contract/client';
import type { ServerClient } from '../client/server-client.js';
import { approvalsOf } from '../names/approvals.js';
import { checkTitle } from '../names/checks.js';
import { pcsOf } from '../names/pcs.js';
import { tasksOf } from '../names/tasks.js';
import { catalogOf, toolIn } from '../tool/args-for.js';
import { argumentsOf } from '../tool/typed-args.js';
import type { Choice } from './command-tree.js';
import type { TypedLine } from './typed-line.js';

type Source = (client: ServerClient, line: TypedLine) => Promise<Choice[]>;

/** By the name of a value in the help; each is one request. */
const SOURCES: Readonly<Record<string, Source>> = {
  pc: pcs,
  pcs,
  agent_id: pcs,
  tool: async (client) =>
    (await catalogOf(client)).map(({ name, title }) => ({ name, description: title })),
  approval: async (client, line) => shortened(await approvalsOf(client, 'pending'), line, 'apr_'),
  task: async (client, line) => shortened(await tasksOf(client), line),
  check: checks,
  tag: async (client) => {
    const tags = new Set((await pcsOf(client)).flatMap((pc) => pc.tags));
    return [...tags].sort().map((name) => ({ name, description: '' }));
  },
  'name=value': toolArguments,
};

/** What a server knows for this place; nothing for a place of another kind. */
export async function serverValues(client: ServerClient, line: TypedLine): Promise<Choice[]> {
  const name = line.value?.name ?? '';
  const source = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined;
  return source ? source(client, line) : [];
}

async function pcs(client: ServerClient): Promise<Choice[]> {
  return (await pcsOf(client)).map(({ id, about }) => ({ name: id, description: about }));
}

/** What is not fine on the PC before it; `agent snooze` and its like are about nothing else. */
async function checks(client: ServerClient, { args: [id = ''] }: TypedLine): Promise<Choice[]> {
  const answer = await client.request('GET', API_PATHS.agent(id));
  const { sections } = await client.read('FleetAgent', answer);
  return sections
    .filter(({ status }) => status === 'warn' || status === 'crit')
    .map(({ name, reason }) => ({ name, description: `${checkTitle(name)}: ${reason}` }));
}

/** Random enough that no other has it, as far as anybody types. */
const SHORTEST = 8;

/** As much of each id as no other has; once more than that is typed, all of it. */
function shortened(
  all: readonly { readonly id: string; readonly about: string }[],
  { typed }: TypedLine,
  prefix = '',
): Choice[] {
  const withPrefix = prefix.startsWith(typed.slice(0, prefix.length));
  const ids = all.map(({ id }) => id.slice(id.startsWith(prefix) ? prefix.length : 0));
  const before = withPrefix ? prefix : '';
  return all.map(({ about }, at) => {
    const id = ids[at] ?? '';
    let length = SHORTEST;
    while (ids.some((other) => other !== id && other.startsWith(id.slice(0, length)))) length += 1;
    const short = before + id.slice(0, length);
    return { name: typed.startsWith(short) ? before + id : short, description: about };
  });
}

/** The arguments of the tool on the line that are not there yet, or the values one of them takes. */
async function toolArguments(client: ServerClient, line: TypedLine): Promise<Choice[]> {
  const tool = toolIn(await catalogOf(client), line.args[0] ?? '');
  const given = (line.given.get('--arg') ?? []).map((pair) => pair.split('=')[0]);
  return (tool ? argumentsOf(tool) : []).flatMap(({ name, about, isList, values }) => {
    const start = `${name}=`;
    if (line.typed.startsWith(start)) {
      return values.map((value) => ({ name: start + value, description: '' }));
    }
    return given.includes(name) && !isList ? [] : [{ name: start, description: about }];
  });
}
