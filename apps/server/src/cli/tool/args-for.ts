import { API_PATHS, type CatalogToolView } from '@kenny/contract/client';
import { isObject, nearest } from '@kenny/kernel';
import { InvalidArgumentError } from 'commander';
import type { ServerClient } from '../client/server-client.js';
import { CliError } from '../errors.js';
import type { Invocation } from '../invocation.js';
import type { CliIo } from '../io.js';
import { typedArgs } from './typed-args.js';

const LARGEST_INPUT = 1024 * 1024;

export interface ArgOptions {
  readonly arg?: readonly string[];
  readonly jsonArgs?: string;
}

/** Arguments of the command line, typed by the server's catalog. */
export async function argsFor(
  call: Invocation,
  tool: CatalogToolView,
  { arg = [], jsonArgs: json }: ArgOptions,
): Promise<Record<string, unknown>> {
  return typedArgs(tool, arg, await jsonArgs(call.io, json));
}

/** `--arg`: repeatable, never split, since values may hold commas. */
export function argPair(text: string, before: readonly string[] | undefined): string[] {
  if (text.indexOf('=') < 1) throw new InvalidArgumentError('Write it like name=value.');
  return [...(before ?? []), text];
}

/** @throws CliError with the nearest name */
export async function toolNamed(client: ServerClient, name: string): Promise<CatalogToolView> {
  const tools = await catalogOf(client);
  const tool = toolIn(tools, name);
  if (tool) return tool;
  const close = nearest(
    name,
    tools.map((each) => each.name),
  );
  const next = close === undefined ? '"kenny tool list" shows all.' : `Did you mean ${close}?`;
  throw new CliError('unknown_tool', `There is no tool ${name.slice(0, 64)}. ${next}`);
}

export function toolIn(
  tools: readonly CatalogToolView[],
  name: string,
): CatalogToolView | undefined {
  return tools.find((tool) => tool.name === name);
}

export async function catalogOf(client: ServerClient): Promise<readonly CatalogToolView[]> {
  const answer = await client.request('GET', API_PATHS.catalog);
  return (await client.read('CatalogView', answer)).tools;
}

/** `--json-args`: an object as text, or with `-` what standard input holds. */
async function jsonArgs(
  { input }: Pick<CliIo, 'input'>,
  text: string | undefined,
): Promise<Record<string, unknown>> {
  if (text === undefined) return {};
  const source = text === '-' ? await readAll(input) : text;
  const value = parsed(source);
  if (!isObject(value)) {
    throw new CliError('bad_args', '--json-args is a JSON object, like {"path": "/etc/hosts"}.');
  }
  return value;
}

/** All of standard input. */
export async function readAll(input: CliIo['input']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > LARGEST_INPUT) throw new CliError('too_large', 'Standard input is above 1 MiB.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller says what is expected
  }
}
