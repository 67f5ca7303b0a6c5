import type { VariableSyntax } from './variables.js';

const PROFILE = 'c:\\users\\user';

export const WINDOWS_VARIABLES: VariableSyntax = {
  reference: /\$\{?(?:env:)?(\w+)\}?|%(\w+)(?::~[^%]*)?%|!(\w+)!/g,
  known: {
    systemroot: 'c:\\windows',
    windir: 'c:\\windows',
    systemdrive: 'c:',
    homedrive: 'c:',
    userprofile: PROFILE,
    home: PROFILE,
    appdata: `${PROFILE}\\appdata\\roaming`,
    localappdata: `${PROFILE}\\appdata\\local`,
    temp: `${PROFILE}\\appdata\\local\\temp`,
    tmp: `${PROFILE}\\appdata\\local\\temp`,
    public: 'c:\\users\\public',
    programdata: 'c:\\programdata',
    allusersprofile: 'c:\\programdata',
    programfiles: 'c:\\program files',
    comspec: 'cmd',
    pshome: 'c:\\windows\\system32\\windowspowershell\\v1.0',
  },
};

const MAX_PATH = 1000;

/** A program by its bare name: no folder, no `.exe`, no module in front of a cmdlet. */
export function windowsCommand(text: string): string {
  const word = windowsArgument(text);
  if (!/[\\/.:]/.test(word) || word.includes('::')) return word;
  // cmd takes a switch without a blank: `rd/s/q c:\`.
  const glued = /^(rd|rmdir|del|erase|format|cipher|net|cmd|start)(\/[a-z?:/]+)$/.exec(word);
  if (glued) return `${glued[1]} ${glued[2]}`;
  const name = word.slice(Math.max(word.lastIndexOf('\\'), word.lastIndexOf('/')) + 1);
  return name.replace(/\.(?:exe|com|cmd|bat)$/, '');
}

/** One spelling for a path: backslashes, a drive letter, no `.`, `..` or doubled separators. */
export function windowsArgument(word: string): string {
  if (word.length > MAX_PATH) return word;
  // `-Path:C:\x` is `-Path C:\x`.
  const parameter = word.startsWith('-') ? /^-[a-z]+:(?=[^:])/.exec(word)?.[0] : undefined;
  if (parameter)
    return `${parameter.slice(0, -1)} ${windowsArgument(word.slice(parameter.length))}`;
  if (word.startsWith('~') && /^~(?:[\\/]|$)/.test(word))
    return windowsArgument(PROFILE + word.slice(1));
  if (!/[\\/]/.test(word)) return word;
  const option = /^\/[a-z]+:(?=[a-z]:)/.exec(word)?.[0];
  if (option) return option + windowsArgument(word.slice(option.length));
  const path = word.replace(/^(?:microsoft\.powershell\.core\\)?(?:filesystem|registry)::/, '');
  const looksLikePath = /(?:^|[:=])[a-z]:[\\/]|\\|^\.{1,2}\//.test(path);
  if (!looksLikePath) return word;
  const local = path
    .replaceAll('/', '\\')
    .replace(/^\\\\[?.]\\(?=[a-z]:)/, '')
    .replace(/^\\\\(?:localhost|127\.0\.0\.1|\.)\\([a-z])\$/, '$1:');
  const network = local.startsWith('\\\\') ? '\\\\' : '';
  // A blank inside a path must not look like the end of it: `c:\users\max muster\x`.
  return (network + resolveSegments(local.slice(network.length), '\\')).replace(/[ (){};|&]/g, '_');
}

/** Resolves `.`, `..` and empty segments without leaving the root. */
export function resolveSegments(path: string, separator: string): string {
  if (path === '') return separator;
  // Nothing to resolve, as in most paths.
  if (!path.includes(`${separator}.`) && !path.includes(separator + separator)) return path;
  const kept: string[] = [];
  const parts = path.split(separator);
  parts.forEach((part, index) => {
    const inner = index > 0 && index < parts.length - 1;
    if (part === '.' && index > 0) return;
    if (part === '' && inner) return;
    if (part === '..' && kept.length > 1) kept.pop();
    else if (part !== '..' || kept.length === 0) kept.push(part);
  });
  return kept.length === 1 && kept[0] === '' ? separator : kept.join(separator);
}
