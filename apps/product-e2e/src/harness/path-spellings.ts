import { linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** A way to name something that must stay private. */
export interface Spelling {
  readonly how: string;
  readonly path: string;
}

/**
 * Spellings of one private file or folder that a person would try.
 * @param links a folder of our own, for links that lead there
 */
export function spellingsOf(target: string, links: string): Spelling[] {
  return [...textual(target), ...linked(target, links)];
}

function textual(target: string): Spelling[] {
  const folder = dirname(target);
  const name = basename(target);
  const inFolder = (text: string): string => `${folder}/${text}`;
  const plain: [string, string][] = [
    ['plain', target],
    ['double slashes', target.replaceAll('/', '//')],
    ['three slashes in front', `//${target}`],
    ['single dots', inFolder(`./././${name}`)],
    ['down and up again', inFolder(`x/../${name}`)],
    ['out of its own folder and back', inFolder(`../${basename(folder)}/${name}`)],
    ['through the root', `/tmp/../..${target}`],
    ['trailing slash', `${target}/`],
    ['trailing slash and dot', `${target}/.`],
    ['trailing dot', `${target}.`],
    ['trailing blank', `${target} `],
    ['leading blank', ` ${target}`],
    ['trailing line break', `${target}\n`],
    ['upper case', inFolder(name.toUpperCase())],
    ['upper case folder', join(dirname(folder), basename(folder).toUpperCase(), name)],
    ['backslashes', target.replaceAll('/', '\\')],
    ['UNC', `//localhost${target}`],
    ['verbatim prefix', `\\\\?\\${target}`],
    ['device prefix', `\\\\.\\${target}`],
    ['file address', `file://${target}`],
    ['percent encoding', encodeURI(target).replaceAll('e', '%65')],
    ['encoded slashes', target.replaceAll('/', '%2F')],
    ['wildcard', inFolder(`${name.slice(0, 3)}*`)],
    ['question marks', inFolder(name.replaceAll(/[a-z]/g, '?'))],
    ['braces', inFolder(`{${name},${name}}`)],
    ['quotes', `"${target}"`],
    ['home', `~/${relative(process.env['HOME'] ?? '/', target)}`],
    ['variable', `$HOME/${relative(process.env['HOME'] ?? '/', target)}`],
    ['stream', `${target}::$DATA`],
    ['short name', inFolder(`${name.slice(0, 6).toUpperCase()}~1`)],
    ['full-width letters', inFolder(wide(name))],
    ['full-width slash', inFolder(name).replace(`/${name}`, `／${name}`)],
    ['division slash', inFolder(name).replace(`/${name}`, `∕${name}`)],
    ['decomposed letters', inFolder(`${name}\u0301`)],
    ['zero-width joiner', inFolder(`${name.slice(0, 2)}\u200d${name.slice(2)}`)],
    ['soft hyphen', inFolder(`${name.slice(0, 2)}\u00ad${name.slice(2)}`)],
    ['right-to-left mark', inFolder(`\u202e${name}`)],
    ['relative', relative(process.cwd(), target)],
    ['relative to the agent', `data/${basename(target)}`],
    ['relative with a dot', `./data/${basename(target)}`],
    ['file name alone', name],
    ['NUL inside', inFolder(`${name}\0.txt`)],
  ];
  return plain.map(([how, path]) => ({ how, path }));
}

/** Symbolic links in every position, and hard links where the file system allows them. */
function linked(target: string, links: string): Spelling[] {
  mkdirSync(links, { recursive: true });
  const folder = dirname(target);
  const name = basename(target);
  const at = (link: string): string => join(links, link);
  symlinkSync(target, at('to-target'));
  symlinkSync(relative(links, target), at('to-target-relative'));
  symlinkSync(at('to-target'), at('to-link'));
  symlinkSync(folder, at('to-folder'));
  symlinkSync(dirname(folder), at('to-above'));
  symlinkSync('/', at('to-root'));
  symlinkSync('/proc/self/root', at('to-proc-root'));
  const found: [string, string][] = [
    ['symbolic link', at('to-target')],
    ['relative symbolic link', at('to-target-relative')],
    ['link to a link', at('to-link')],
    ['link to the folder', join(at('to-folder'), name)],
    ['link to the folder above', join(at('to-above'), basename(folder), name)],
    ['link to the root', `${at('to-root')}${target}`],
    ['link to /proc/self/root', `${at('to-proc-root')}${target}`],
    ['down through a link and up', `${at('to-folder')}/../${basename(folder)}/${name}`],
  ];
  const hard = hardLink(target, at('hard'));
  return [...found, ...(hard ? [hard] : [])].map(([how, path]) => ({ how, path }));
}

function hardLink(target: string, link: string): [string, string] | undefined {
  try {
    linkSync(target, link);
    return ['hard link', link];
  } catch {
    return undefined; // a folder, or another file system
  }
}

function wide(text: string): string {
  return text.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
}

/** Views of a process and of what it has open, for each of its names. */
export function processSpellings(pid: number, target: string): Spelling[] {
  const names = [
    `/proc/${pid}`,
    `/proc/${pid}/task/${pid}`,
    `/proc/../proc/${pid}`,
    `//proc/${pid}`,
  ];
  const files = [
    'environ',
    'cmdline',
    'mem',
    'maps',
    'smaps',
    'auxv',
    'stack',
    'syscall',
    'status',
  ];
  return [
    ...names.flatMap((process) => files.map((file) => named(`${process}/${file}`))),
    ...['root', 'cwd'].map((view) => named(`/proc/${pid}/${view}${target}`)),
    named(`/proc/${pid}/root/proc/${pid}/environ`),
    named(`/proc/1/root${target}`),
    ...openFiles(pid).map((fd) => named(`/proc/${pid}/fd/${fd}`)),
    ...openFiles(pid).map((fd) => named(`/proc/${pid}/fdinfo/${fd}`)),
  ];
}

/** What the agent would find under its own name. */
export function ownSpellings(target: string): Spelling[] {
  const own = ['/proc/self', '/proc/thread-self', '/proc/self/task/self', '/dev/fd/../..'];
  const descriptors = Array.from({ length: 40 }, (_, fd) => String(fd));
  return [
    ...own.flatMap((name) => [
      named(`${name}/environ`),
      named(`${name}/cmdline`),
      named(`${name}/root${target}`),
    ]),
    named('/dev/stdin'),
    named('/dev/mem'),
    named('/proc/kcore'),
    ...descriptors.flatMap((fd) => [named(`/dev/fd/${fd}`), named(`/proc/self/fd/${fd}`)]),
  ];
}

const named = (path: string): Spelling => ({ how: path, path });

/** Descriptors of regular files that a process has open. */
function openFiles(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('/');
    } catch {
      return false; // closed meanwhile
    }
  });
}
