import type { NamedRule } from '../compiled-rules.js';
import { protectedWord } from './protected-words.js';
import { COPIERS, LISTERS, PACKERS, READERS, READING_CALL, SEARCHERS, SENDERS } from './readers.js';

/**
 * The rule whose protected file a script reads, by name, folder or wildcard. Listing such
 * a file, asking for its rights or handing it to the program that needs it is no read.
 * @param form canonical form: one command a line, words separated by one blank
 */
export function secretRead(form: string): NamedRule | undefined {
  const judged = new Map<string, NamedRule | undefined>();
  let found: NamedRule | undefined;
  let from = 0;
  while (from < form.length && !found) {
    const end = form.indexOf('\n', from);
    const line = form.slice(from, end < 0 ? form.length : end);
    if (line.includes('/') || line.includes('\\') || line.includes('.'))
      found = readInLine(line, judged);
    from = end < 0 ? form.length : end + 1;
  }
  return found;
}

type Judged = Map<string, NamedRule | undefined>;

function readInLine(line: string, judged: Judged): NamedRule | undefined {
  const commands = line.split(' | ').map((command) => command.split(' '));
  for (const [at, words] of commands.entries()) {
    const name = words[0] ?? '';
    for (const [packs, word] of wordsRead(name, words, commands.slice(at + 1))) {
      const key = packs ? `*${word}` : word;
      if (!judged.has(key)) judged.set(key, protectedWord(word, packs));
      const rule = judged.get(key);
      if (rule) return rule;
    }
  }
  return undefined;
}

type Read = readonly [packs: boolean, word: string];

/** Which files a command reads, and whether whole trees. */
function wordsRead(name: string, words: readonly string[], later: readonly string[][]): Read[] {
  const rest = words.slice(1);
  const redirected = rest.filter((_, at) => words[at] === '<');
  const reads: Read[] = redirected.map((word) => [false, word]);
  const add = (packs: boolean, list: readonly string[]) => {
    for (const word of list) reads.push([packs, word]);
  };
  if (SENDERS.has(name)) add(false, rest.filter(isSent));
  else if (SEARCHERS.has(name)) add(false, searched(name, rest));
  else if (name === 'dd')
    add(
      false,
      rest.filter((word) => word.startsWith('if=')),
    );
  else if (READERS.has(name)) add(false, rest);
  else if (PACKERS.has(name)) add(true, rest);
  else if (COPIERS.has(name)) add(true, copied(name, rest));
  else if (LISTERS.has(name) && isRead(rest, later)) add(false, listed(rest));
  else if (isPath(name) && later.some((command) => readsNames(command))) add(false, [name]);
  const call = words.findIndex((word) => READING_CALL.test(word));
  if (call >= 0) add(false, words.slice(call + 1));
  return reads;
}

const isPath = (word: string) => /^(?:[a-z]:[\\/]|\/)/.test(word);
const isSent = (word: string, at: number, words: readonly string[]) =>
  word.includes('@/') ||
  word.startsWith('@') ||
  word.startsWith('file:') ||
  /^(?:-t|--upload-file|--post-file)$/.test(words[at - 1] ?? '') ||
  /^--post-file=/.test(word);

/** File arguments without the search pattern; none for an edit in place. */
function searched(name: string, rest: readonly string[]): readonly string[] {
  if (name === 'sed' && rest.some((word) => /^-[a-z]*i|^--in-place/.test(word))) return [];
  const first = rest.findIndex((word) => !word.startsWith('-'));
  return rest.filter((word, at) => at !== first || isPath(word));
}

/** Sources without the target; an identity file is used, not sent. */
function copied(name: string, rest: readonly string[]): readonly string[] {
  const files = rest.filter(
    (word, at) =>
      !word.startsWith('-') &&
      !(rest[at - 1] === '-i' && (name === 'scp' || rest[at - 2] === 'ssh')),
  );
  return files.length > 1 && !rest.includes('-t') ? files.slice(0, -1) : files;
}

/** Whether listed files go to a reader: `-exec cat`, `| xargs cat`, `| get-content`. */
function isRead(rest: readonly string[], later: readonly (readonly string[])[]): boolean {
  const exec = rest.findIndex((word) => /^-(?:exec|ok)(?:dir)?$/.test(word));
  if (exec >= 0 && readsNames(['xargs', ...rest.slice(exec + 1)])) return true;
  return later.some((command) => readsNames(command));
}

/** Commands that read files named on their standard input. */
function readsNames(command: readonly string[]): boolean {
  const [name = ''] = command;
  const given = /^(?:xargs|%|foreach-object|foreach|parallel)$/.test(name);
  const names = given
    ? command.slice(1)
    : /^(?:get-content|gc|copy-item|cpi|compress-archive|select-string|sls|tar|cpio|rsync|zip)$/.test(
          name,
        )
      ? [name]
      : [];
  return names.some((word) => {
    const program = word.slice(word.lastIndexOf('/') + 1);
    return (
      READERS.has(program) ||
      COPIERS.has(program) ||
      PACKERS.has(program) ||
      READING_CALL.test(word)
    );
  });
}

/** Folders that a command lists, and its name patterns. */
function listed(rest: readonly string[]): readonly string[] {
  const folders = rest.filter(isPath);
  const named = rest.filter((_, at) => /^-(?:i?name|filter|include)$/.test(rest[at - 1] ?? ''));
  return [...folders, ...folders.flatMap((folder) => named.map((name) => `${folder}/${name}`))];
}
