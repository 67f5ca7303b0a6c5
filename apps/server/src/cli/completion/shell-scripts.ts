import type { Choice, Flag, Place } from './command-tree.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The completion script of a shell. */
export function completionScript(shell: Shell, places: readonly Place[]): string {
  return { bash, zsh, fish }[shell](places);
}

/** Quoted for a shell, although all texts are ours. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const words = (names: readonly string[]): string => quoted(names.join(' '));

/** Paths of all subcommands; any other word is an option or a value. */
function steps(places: readonly Place[]): string {
  return places
    .filter(({ place }) => place !== '')
    .map(({ place }) => quoted(place))
    .join('|');
}

/** `place flag` → its values, for every flag that takes one. */
function flagValues(places: readonly Place[]): [string, readonly string[]][] {
  return places.flatMap(({ place, flags }) =>
    flags
      .filter(({ takesValue }) => takesValue)
      .flatMap(({ names, values }) =>
        names.map((name): [string, readonly string[]] => [`${place} ${name}`, values]),
      ),
  );
}

function candidates({ commands, flags, values }: Place): readonly string[] {
  return [...commands.map(({ name }) => name), ...values, ...flags.flatMap(({ names }) => names)];
}

function bash(places: readonly Place[]): string {
  const values = flagValues(places).map(
    ([key, known]) => `    ${quoted(key)}) words=${words(known)}; only=1 ;;`,
  );
  const following = places.map(
    (place) => `    ${quoted(place.place)}) words=${words(candidates(place))} ;;`,
  );
  return `# bash completion for kenny: source <(kenny completion bash)
_kenny() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local place='' words='' only='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$place \${COMP_WORDS[i]}" in
    ${steps(places)}) place="$place \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$place $prev" in
${values.join('\n')}
  esac
  [[ $only ]] || case "$place" in
${following.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _kenny kenny
`;
}

function zsh(places: readonly Place[]): string {
  const values = flagValues(places).map(
    ([key, known]) => `    ${quoted(key)}) found=(${known.map(quoted).join(' ')}); only=1 ;;`,
  );
  const following = places.map(
    (place) => `    ${quoted(place.place)}) found=(${candidates(place).map(quoted).join(' ')}) ;;`,
  );
  return `#compdef kenny
# zsh completion for kenny: source <(kenny completion zsh)
_kenny() {
  local place='' only='' i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    case "$place \${words[i]}" in
    ${steps(places)}) place="$place \${words[i]}" ;;
    esac
  done
  case "$place \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  [[ -n $only ]] || case "$place" in
${following.join('\n')}
  esac
  if (( $#found )); then compadd -a found; else _files; fi
}
compdef _kenny kenny
`;
}

function fish(places: readonly Place[]): string {
  const at = (place: string) => `-n ${quoted(`test (__kenny_place) = '${place}'`)}`;
  const commandLine = (place: string, { name, description }: Choice) =>
    `complete -c kenny ${at(place)} -a ${quoted(name)} -d ${quoted(description)}`;
  const flagLine = (place: string, flag: Flag) => {
    const spelt = flag.names.map((name) =>
      name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
    );
    const value = flag.takesValue ? [`-x -a ${words(flag.values)}`] : [];
    return [
      `complete -c kenny ${at(place)}`,
      ...spelt,
      ...value,
      `-d ${quoted(flag.description)}`,
    ].join(' ');
  };
  const lines = places.flatMap(({ place, commands, flags, values }) => [
    ...commands.map((command) => commandLine(place, command)),
    ...values.map((value) => commandLine(place, { name: value, description: '' })),
    ...flags.map((flag) => flagLine(place, flag)),
  ]);
  return `# fish completion for kenny: kenny completion fish | source
function __kenny_place
  set -l place ''
  for word in (commandline -opc)[2..-1]
    switch "$place $word"
      case ${steps(places).replaceAll('|', ' ')}
        set place "$place $word"
    end
  end
  echo -n "$place"
end
complete -c kenny -f
${lines.join('\n')}
`;
}
