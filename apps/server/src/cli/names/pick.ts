import { ClientError } from '@kenny/client';
import { ERRORS, type ErrorCode } from '@kenny/contract/client';
import { nearest } from '@kenny/kernel';
import { CliError } from '../errors.js';

/** One of what a person may have meant. */
export interface Candidate {
  readonly id: string;
  /** What people call it: found as a whole, case aside. */
  readonly name?: string;
  /** What it is, beside its id where several fit. */
  readonly about: string;
}

export interface Kind {
  readonly one: string;
  readonly many: string;
  /** Before every id and as good as unwritten: `apr_`. */
  readonly prefix?: string;
  readonly missing: ErrorCode;
  /** The command that lists them all. */
  readonly list: string;
}

const LISTED = 10;

/** Found by id, by name, or by the beginning of an id that no other has. @throws CliError */
export function pick<T extends Candidate>(kind: Kind, given: string, all: readonly T[]): T {
  // Copied from a cell that a terminal cut.
  const text = given.replace(/(…|\.\.\.)$/, '').toLowerCase();
  const exact = all.filter(({ id }) => id.toLowerCase() === text);
  const named = all.filter(({ name }) => name?.toLowerCase() === text);
  const begun = text === '' ? [] : all.filter(({ id }) => begins(id, text, kind.prefix));
  const fitting = [exact, named, begun].find(({ length }) => length > 0) ?? [];
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  throw only ? several(kind, given, fitting) : none(kind, given, all);
}

function begins(id: string, text: string, prefix = ''): boolean {
  const [whole, written] = [id.toLowerCase(), text.startsWith(prefix) ? text : prefix + text];
  return whole.startsWith(written);
}

function several({ many }: Kind, given: string, fitting: readonly Candidate[]): CliError {
  return new CliError(
    'bad_args',
    [
      `"${short(given)}" fits ${fitting.length} ${many}. Give more of the ID:`,
      ...listed(fitting),
    ].join('\n'),
  );
}

function none({ one, missing, list }: Kind, given: string, all: readonly Candidate[]): CliError {
  const words = all.flatMap(({ id, name }) => (name === undefined ? [id] : [id, name]));
  const close = nearest(given, words);
  const next = close === undefined ? `"${list}" shows all.` : `Did you mean ${close}?`;
  return new CliError(missing, `There is no ${one} "${short(given)}". ${next}`);
}

/** One line each, the first of many. */
export function listed(candidates: readonly Candidate[]): string[] {
  const more = candidates.length - LISTED;
  return [
    ...candidates.slice(0, LISTED).map(({ id, about }) => `  ${id}  ${about}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

const short = (text: string) => text.slice(0, 64);

/** Whether the server knows nothing of that id, as opposed to any other trouble. */
export function isUnknown(error: unknown): boolean {
  const { not_found, bad_args } = ERRORS;
  return (
    error instanceof ClientError &&
    (error.status === not_found.http || error.status === bad_args.http)
  );
}

/** Where nothing is asked, nobody sees what was found: it is named exactly. */
export function refuseGuess(given: string, id: string): void {
  if (given === id) return;
  throw new CliError('bad_args', `Nobody is asked before this: give the whole ID, ${id}`);
}
