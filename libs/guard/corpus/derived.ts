/** The same call in other words: what a rule meets in one spelling it has to meet in all of them. */
export interface Derived {
  readonly spelling: string;
  readonly text: string;
}

/** One command of plain words: only then a spelling is sure to mean the same. */
const PLAIN_POSIX = /^[A-Za-z][A-Za-z0-9_.-]*(?: [A-Za-z0-9_./:=+@%,~*-]+)*$/;
const PLAIN_WINDOWS = /^[A-Za-z][A-Za-z0-9-]*(?: [A-Za-z0-9_.\\/:*$-]+)*$/;
/** Words of the shell itself, which are no programs: no folder, no quotes, no alias. */
const SHELL_WORDS = new Set(
  `cd pushd popd history unset export alias exec eval source if for while f bomb trap ulimit set
  command builtin time`.split(/\s+/),
);

/** @returns none when the text is more than one plain command */
export function derivedPosix(text: string): Derived[] {
  const spelled: Derived[] = [];
  const add = (spelling: string, derived: string) => spelled.push({ spelling, text: derived });
  add('in a list', `true; ${text}`);
  add('in a subshell', `(${text}\n)`);
  add('after a comma', text.replace(/(\(\s*(['"])\/[^'",()]*\2)\)/, '$1, x)'));
  if (!PLAIN_POSIX.test(text)) return changed(text, spelled);
  const [name = '', ...args] = text.split(' ');
  add('before a pipe', `${text} | cat`);
  add('behind a pipe', `true | ${text}`);
  add('through another language', `python3 -c "import os; os.system('${text}')"`);
  const folder = /^(\/[a-z.-]+(?:\/[a-z.-]+)*)\/([A-Za-z0-9_.-]+)$/.exec(args.at(-1) ?? '');
  if (folder)
    add(
      'from another folder',
      `cd ${folder[1]} && ${[name, ...args.slice(0, -1), folder[2]].join(' ')}`,
    );
  if (SHELL_WORDS.has(name)) return changed(text, spelled);
  add('with its folder', `/bin/${text}`);
  add(
    'with quotes',
    [name, ...args.map((word) => (/[~*]/.test(word) ? word : `"${word}"`))].join(' '),
  );
  add('by an alias', `alias zz=${name}\nzz ${args.join(' ')}`);
  add('by a variable', `zz=${name}; $zz ${args.join(' ')}`);
  return changed(text, spelled);
}

/** Cmdlets whose first word is a path, and other names that they have. */
const CMDLETS: Readonly<Record<string, readonly string[]>> = {
  'remove-item': ['ri', 'rm', 'rd', 'del', 'erase', 'rmdir'],
  'get-content': ['gc', 'cat', 'type'],
  'copy-item': ['cpi', 'cp', 'copy'],
  'move-item': ['mi', 'mv', 'move'],
  'rename-item': ['rni', 'ren'],
  'set-itemproperty': ['sp'],
  'clear-content': ['clc'],
  'get-childitem': ['gci', 'ls', 'dir'],
};
const PROCESS_CMDLETS: Readonly<Record<string, readonly string[]>> = {
  'stop-process': ['spps', 'kill'],
  'stop-service': ['spsv'],
  'invoke-expression': ['iex'],
};

/** @returns none when the text is more than one plain command */
export function derivedWindows(text: string): Derived[] {
  const spelled: Derived[] = [];
  const add = (spelling: string, derived: string) => spelled.push({ spelling, text: derived });
  add('in a list', `Get-Date; ${text}`);
  add('in a block', `if ($true) { ${text}\n}`);
  // The text of an encoded command is no text.
  add('in other letters', alternate(text));
  if (!PLAIN_WINDOWS.test(text)) return changed(text, spelled);
  const [name = '', ...args] = text.split(' ');
  const rest = args.join(' ');
  add('before a pipe', `${text} | Out-Null`);
  add('by an alias', `Set-Alias zz ${name}; zz ${rest}`);
  add('by a variable', `$zz = '${name}'; & $zz ${rest}`);
  if (!name.includes('-')) {
    add('with its folder', `C:\\Windows\\System32\\${name}.exe ${rest}`);
    return changed(text, spelled);
  }
  const [path = ''] = args;
  const paths = CMDLETS[name.toLowerCase()];
  for (const other of paths ?? PROCESS_CMDLETS[name.toLowerCase()] ?? [])
    add('by a short name', `${other} ${rest}`);
  if (!paths || !/^[A-Za-z]+:\\/.test(path) || /^[^-]/.test(args[1] ?? ''))
    return changed(text, spelled);
  const options = args.slice(1).join(' ');
  add('with quotes', `${name} '${path}' ${options}`);
  add('by name', `${name} ${options} -Path ${path}`);
  add('by name and colon', `${name} -LiteralPath:${path} ${options}`);
  if (args.slice(1).every((word) => /^-[A-Za-z]+$/.test(word))) {
    const switches = args.slice(1).map((word) => `${word.slice(1)} = $true`);
    add('by a table', `$zz = @{ ${[`Path = '${path}'`, ...switches].join('; ')} }; ${name} @zz`);
  }
  const folder = /^([A-Za-z]+:\\(?:[A-Za-z]+\\)*)([A-Za-z0-9_.*]+)$/.exec(path);
  if (folder) add('from another folder', `cd ${folder[1]}; ${name} ${folder[2]} ${options}`);
  return changed(text, spelled);
}

const alternate = (text: string) =>
  [...text].map((char, at) => (at % 2 ? char.toUpperCase() : char.toLowerCase())).join('');
const changed = (text: string, spelled: readonly Derived[]) =>
  spelled.filter((derived) => derived.text !== text);
