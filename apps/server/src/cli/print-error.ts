import { ClientError } from '@kenny/client';
import { EXIT_CODES } from '@kenny/contract/client';
import { visibleJson } from '@kenny/kernel';
import { CommanderError } from 'commander';
import { CliError, exitOf, hintOf, Interrupted, outputTrouble } from './errors.js';
import { EXIT_INTERRUPTED, type CliIo } from './io.js';
import { wantsColour } from './output/screen.js';
import { look, say, Shown } from './output/shown.js';

interface Told {
  readonly code: string;
  readonly message: string;
}

/**
 * Says what went wrong: for a person one sentence, the code, what to do next and the request's id;
 * for a program the error object. Resolves with the exit code. Never shows a stack.
 */
export function printError(error: unknown, io: CliIo, json: boolean): number {
  if (error instanceof Interrupted) return interrupted(error, io, json);
  if (error instanceof CommanderError) {
    // Commander has already printed it, with a suggestion.
    if (json) tellProgram({ code: 'bad_args', message: usageWords(error) }, io);
    return EXIT_CODES.usage;
  }
  if (error instanceof ClientError) {
    if (json) writeJson(error.raw.trimEnd(), io);
    else tellPerson(error, io);
    return exitOf(error.code, error.status);
  }
  const told =
    error instanceof CliError
      ? { code: error.code, message: error.message }
      : { code: 'internal', message: `kenny has a fault of its own: ${wordsOf(error)}` };
  // Our own messages already say what to do next.
  if (json) tellProgram(told, io);
  else tellOurs(told, io);
  return error instanceof CliError ? error.exit : EXIT_CODES.failed;
}

function interrupted({ message }: Interrupted, io: CliIo, json: boolean): number {
  if (io.readerGone.aborted) {
    const trouble = outputTrouble(io.readerGone);
    return trouble ? printError(trouble, io, json) : EXIT_CODES.ok;
  }
  if (message) io.err.write(`\n${Shown.text(message).plain}\n`);
  return EXIT_INTERRUPTED;
}

/** The server's messages begin small, as the middle of a sentence; a name keeps its letters. */
const OPENERS = /^(a|an|it|its|name|no|not|nobody|nothing|only|such|that|the|there|this|you|your) /;

function sentence(message: string): string {
  return OPENERS.test(message) ? message.charAt(0).toUpperCase() + message.slice(1) : message;
}

function tellPerson({ code, message, requestId }: ClientError, io: CliIo): void {
  const hint = hintOf(code);
  const after = [
    hint !== undefined && !message.includes(hint) ? hint : undefined,
    requestId === null ? undefined : `Request ${requestId}.`,
  ].filter((part) => part !== undefined);
  const lines = [say`${look('kenny:', 'red')} ${sentence(message)} [${code}]`];
  if (after.length > 0) lines.push(say`  ${look(after.join(' '), 'dim')}`);
  write(io, lines);
}

/** Our own messages may have several lines, one per problem. */
function tellOurs({ code, message }: Told, io: CliIo): void {
  const [first = '', ...rest] = message.split('\n');
  write(io, [
    say`${look('kenny:', 'red')} ${first} [${code}]`,
    ...rest.map((line) => say`${line}`),
  ]);
}

function write(io: CliIo, lines: readonly Shown[]): void {
  const colour = wantsColour(io.err, io.env);
  io.err.write(lines.map((line) => `${line.render(colour)}\n`).join(''));
}

function tellProgram(error: Told, io: CliIo): void {
  writeJson(JSON.stringify({ error }), io);
}

function writeJson(raw: string, { err }: CliIo): void {
  err.write(`${err.isTTY ? visibleJson(raw) : raw}\n`);
}

function usageWords({ message, code }: CommanderError): string {
  if (code === 'commander.help') return 'Name a command; --help lists them.';
  return message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
