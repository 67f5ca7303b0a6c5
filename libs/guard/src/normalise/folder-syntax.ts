import { posixArgument } from './posix-words.js';
import { windowsArgument } from './windows-words.js';

/** How a family of shells moves from folder to folder, and writes out words from there. */
export interface FolderSyntax {
  /** Commands that go to the folder that follows, and those of them that keep the one before. */
  readonly go: ReadonlySet<string>;
  readonly keep: ReadonlySet<string>;
  /** Commands that go back to the folder that was kept. */
  readonly back: ReadonlySet<string>;
  /** Commands that work on the folder they stand in when they are given none. */
  readonly here: ReadonlySet<string>;
  /** Of those, the ones where only what stands before the first option is a path. */
  readonly pathsFirst: ReadonlySet<string>;
  /** Where `cd` alone goes. */
  readonly home: string;
  /** A command that is itself a change of folder: `cd..`, `d:` → where to. */
  glued(command: string): string | undefined;
  /**
   * The absolute path of a word.
   * @param folder undefined: not known
   * @returns undefined when the word is no path or cannot be told
   */
  resolve(folder: string | undefined, word: string): string | undefined;
}

const words = (text: string) => new Set(text.trim().split(/\s+/));
/** Numbers, variables, addresses, code: what is no name of a file, whatever folder it is in. */
const NO_PATH = /^(?:[0-9.]*[0-9][a-z%]?$|[$%!"'#@<>[])|:\/\/|[\n"'`$;|&(){}<>]/;
const MAX_WORD = 256;

export const POSIX_FOLDERS: FolderSyntax = {
  go: words('cd pushd chdir'),
  keep: words('pushd'),
  back: words('popd'),
  here: words('find fd ls dir tree du'),
  pathsFirst: words('find'),
  home: '/home/user',
  glued: () => undefined,
  resolve(folder, word) {
    if (word.length > MAX_WORD || word === '' || NO_PATH.test(word)) return undefined;
    if (word.startsWith('~') || word.startsWith('/')) return posixArgument(word);
    if (folder === undefined || word.startsWith('-')) return undefined;
    const [, name = '', value = word] = /^([a-z]+=)(.*)$/.exec(word) ?? [];
    return name + posixArgument(/^[~/]/.test(value) ? value : `${folder}/${value}`);
  },
};

/** A path from a drive on, `\` alone, or a provider's drive. */
const WINDOWS_ROOT = /^[a-z]+:$/;
const DRIVE = /^[a-z]+:(?:[\\/]|$)/;
/** A switch of cmd's commands: `/s`, `/q`, `/a:h`. */
const SWITCH = /^[-/]/;

export const WINDOWS_FOLDERS: FolderSyntax = {
  go: words('cd chdir sl set-location pushd push-location'),
  keep: words('pushd push-location'),
  back: words('popd pop-location'),
  here: words('get-childitem gci ls dir'),
  pathsFirst: words(''),
  home: 'c:\\users\\user',
  glued(command) {
    if (/^[a-z]:$/.test(command)) return `${command}\\`;
    return /^(?:cd|chdir|pushd)([\\/.].*)$/.exec(command)?.[1];
  },
  resolve(folder, word) {
    if (word.length > MAX_WORD || word === '') return undefined;
    if (/^~(?:[\\/]|$)/.test(word)) return windowsArgument(WINDOWS_FOLDERS.home + word.slice(1));
    if (NO_PATH.test(word)) return undefined;
    if (WINDOWS_ROOT.test(word)) return `${word}\\`;
    if (DRIVE.test(word) || word.includes('::') || word.startsWith('\\\\'))
      return windowsArgument(word);
    if (/^[\\/]$/.test(word) || word.startsWith('\\'))
      return windowsArgument(`${folder?.slice(0, folder.indexOf(':') + 1) || 'c:'}\\${word}`);
    if (folder === undefined || SWITCH.test(word) || word.includes(':')) return undefined;
    return windowsArgument(`${folder}\\${word}`);
  },
};
