import { createInterface } from 'node:readline/promises';
import { CliError, Interrupted } from './errors.js';
import type { Invocation } from './invocation.js';
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

async function ask({ io }: Invocation, question: string): Promise<string> {
  const reader = createInterface({ input: io.input, output: io.err, terminal: true });
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
