import { isObject } from '@kenny/kernel';
import type { CliIo } from '../io.js';
import { CliError } from '../problems.js';

const LARGEST_INPUT = 1024 * 1024;

/** `--json-args`: an object as text, or with `-` what standard input holds. */
export async function jsonArgs(
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

async function readAll(input: CliIo['input']): Promise<string> {
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
