import { Writable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import { CliError, Interrupted } from './errors.js';
import type { Invocation } from './invocation.js';
import { readAll } from './tool/args-for.js';
import { look, say, type Shown } from './output/shown.js';

/**
 * Asks the person at the terminal; anything but "y" or "yes" declines. The question goes to standard
 * error, so that a redirected result stays a result.
 * @throws CliError where nobody can answer: a script says `--yes`
 */
export async function confirmed(call: Invocation, question: Shown): Promise<boolean> {
  const { io, screen } = call;
  if (!io.input.isTTY || !io.err.isTTY) {
    throw new CliError('bad_args', 'Confirm this at a terminal, or add --yes in a script.');
  }
  const answer = await ask(call, `${question.plain} [y/N] `);
  const yes = /^\s*y(es)?\s*$/i.test(answer);
  if (!yes) screen.note(say`${look('Nothing was done.', 'dim')}`);
  return yes;
}

/**
 * A secret: typed at the terminal, where it is not shown, or all of standard input.
 * @throws CliError for an empty one
 */
export async function secretFrom(
  call: Invocation,
  what: 'key' | 'passphrase',
  question: string,
): Promise<string> {
  const { io } = call;
  const atTerminal = io.input.isTTY === true && io.err.isTTY === true;
  const secret = atTerminal ? await hiddenAnswer(call, question) : await readAll(io.input);
  if (secret.trim() !== '') return secret.trim();
  throw new CliError('bad_args', `No ${what} was given. Type it, or pipe it in.`);
}

async function hiddenAnswer(call: Invocation, question: string): Promise<string> {
  const { err } = call.io;
  err.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await ask(call, '', nowhere);
  } finally {
    err.write('\n');
  }
}

async function ask(
  { io }: Invocation,
  question: string,
  output: NodeJS.WritableStream = io.err,
): Promise<string> {
  const reader = createInterface({ input: io.input, output, terminal: true });
  const given = new AbortController();
  // In a terminal's raw mode Ctrl+C is a key, not a signal; Ctrl+D and a closed terminal end the input.
  reader.on('SIGINT', () => given.abort());
  reader.on('close', () => given.abort());
  try {
    return await reader.question(question, { signal: AbortSignal.any([given.signal, io.stop]) });
  } catch {
    throw new Interrupted('Nothing was done.');
  } finally {
    reader.close();
  }
}
