import { FOR_SCRIPTS } from './command-tree.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The command that every script asks: it prints `value<Tab>what it is` for the last word. */
export const ASKED = `${FOR_SCRIPTS}complete`;

/** The completion script of a shell: the same words everywhere, offered as each shell does. */
export function completionScript(shell: Shell): string {
  return { bash: BASH, zsh: ZSH, fish: FISH }[shell];
}

/**
 * Bash takes `=` and `:` for words of their own, and replaces only what stands behind them. What is
 * offered never passes through `compgen -W`, which would run a `$(…)` in it. Also for bash 3.2.
 */
const BASH = `# bash completion for kenny: source <(kenny completion bash)
_kenny() {
  local word glue='' n=0 cur cut value about
  local -a words said
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if ((n > 0)) && { [[ $word == [=:]* ]] ||
      { [[ $glue ]] && [[ $word || \${COMP_LINE:COMP_POINT-1:1} != ' ' ]]; }; }; then
      words[n-1]+=$word
    else
      words[n++]=$word
    fi
    [[ $word == [=:]* ]] && glue=1 || glue=''
  done
  cur=\${COMP_WORDS[COMP_CWORD]}
  [[ $cur == [=:]* ]] && cur=''
  cut=\${words[n-1]%"$cur"}
  COMPREPLY=()
  while IFS=$'\\t' read -r value about; do
    [[ $value == *= ]] && compopt -o nospace 2>/dev/null
    value=\${value#"$cut"}
    COMPREPLY+=("$value")
    said+=("$value\${about:+  ($about)}")
  done < <(kenny ${ASKED} -- "\${words[@]}" 2>/dev/null)
  # While several are listed, nothing of them is put into the line but what all begin with.
  case \${COMP_TYPE:-} in
    33 | 63 | 64) ((\${#COMPREPLY[@]} > 1)) && COMPREPLY=("\${said[@]}") ;;
  esac
  return 0
}
complete -o default -F _kenny kenny
`;

const ZSH = `#compdef kenny
# zsh completion for kenny: source <(kenny completion zsh)
_kenny() {
  local value about
  local -a whole whole_said open open_said
  while IFS=$'\\t' read -r value about; do
    if [[ $value == *= ]]; then
      open+=("$value")
      open_said+=("$value\${about:+  -- $about}")
    else
      whole+=("$value")
      whole_said+=("$value\${about:+  -- $about}")
    fi
  done < <(kenny ${ASKED} -- "\${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)
  (( $#whole )) && compadd -l -d whole_said -a whole
  (( $#open )) && compadd -S '' -l -d open_said -a open
  (( $#whole + $#open )) || _files
}
compdef _kenny kenny
`;

const FISH = `# fish completion for kenny: kenny completion fish | source
function __kenny_complete
  set -l words (commandline -opc)
  set -e words[1]
  kenny ${ASKED} -- $words (commandline -ct) 2>/dev/null
end
complete -c kenny -f -a '(__kenny_complete)'
`;
