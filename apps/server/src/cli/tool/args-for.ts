import { API_PATHS, type CatalogToolView } from '@kenny/contract/client';
import { InvalidArgumentError } from 'commander';
import type { ServerClient } from '../client/server-client.js';
import type { Invocation } from '../invocation.js';
import { CliError } from '../problems.js';
import { jsonArgs } from './json-args.js';
import { typedArgs } from './typed-args.js';

export interface ArgOptions {
  readonly arg?: readonly string[];
  readonly jsonArgs?: string;
}

/** The arguments of a command line as the server's own catalog wants them. */
export async function argsFor(
  call: Invocation,
  client: ServerClient,
  name: string,
  { arg = [], jsonArgs: json }: ArgOptions,
): Promise<Record<string, unknown>> {
  const tool = await toolNamed(client, name);
  return typedArgs(tool, arg, await jsonArgs(call.io, json));
}

/** `--arg`, repeatable and as it stands: a value may hold commas. */
export function argPair(text: string, before: readonly string[] | undefined): string[] {
  if (text.indexOf('=') < 1) throw new InvalidArgumentError('Write it like name=value.');
  return [...(before ?? []), text];
}

async function toolNamed(client: ServerClient, name: string): Promise<CatalogToolView> {
  const answer = await client.request('GET', API_PATHS.catalog);
  const { tools } = await client.read('CatalogView', answer);
  const tool = tools.find((each) => each.name === name);
  if (tool) return tool;
  throw new CliError('unknown_tool', `There is no tool ${name}; "kenny tool list" shows all.`);
}
