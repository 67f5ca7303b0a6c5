import { foldPosix } from './posix-folding.js';
import { lexPosix } from './posix-lexer.js';
import { POSIX_VARIABLES, posixArgument, posixCommand } from './posix-words.js';
import type { Token } from './tokens.js';
import { TRAIT } from './traits.js';
import type { Variables, VariableSyntax } from './variables.js';
import { foldWindows } from './windows-folding.js';
import { lexWindows } from './windows-lexer.js';
import { WINDOWS_VARIABLES, windowsArgument, windowsCommand } from './windows-words.js';
import { POSIX_FOLDERS, WINDOWS_FOLDERS, type FolderSyntax } from './folder-syntax.js';

/** How a family of shells spells a command line. */
export interface Dialect {
  readonly variables: VariableSyntax;
  /** Folded characters → words and marks. */
  read(text: string, variables: Variables): Token[];
  /** One spelling for a program, and the traits without which a word is it already. */
  command(word: string): string;
  readonly commandTraits: number;
  /** The same for what is given to it. */
  argument(word: string): string;
  readonly argumentTraits: number;
  /** Words in front of a command that change nothing about it → their options that take a value. */
  readonly transparent: ReadonlyMap<string, readonly string[]>;
  /** Programs that run what follows, though not as their first word. */
  readonly wrappers: ReadonlySet<string>;
  /** Programs that only show, search or keep the text they are given. */
  readonly inert: ReadonlySet<string>;
  /** What makes a pipe from an inert program dangerous after all. */
  readonly interpreters: ReadonlySet<string>;
  /** Commands that run a text; a variable that this script does not set is written `$unknown`. */
  readonly evaluators: ReadonlySet<string>;
  /** Words that group commands as brackets do. */
  readonly groupBegins: ReadonlySet<string>;
  readonly groupEnds: ReadonlySet<string>;
  /** A word that is an option of the command before it. */
  readonly option: RegExp;
  /** `NAME=value` in front of a command. */
  readonly assignment?: RegExp;
  /** Options that only introduce the command line of another program. */
  readonly filler?: RegExp;
  /** How commands move from folder to folder. */
  readonly folders: FolderSyntax;
  /** Brackets hold a shell of their own: where it went, those after it do not stand. */
  readonly subshells: boolean;
  /** A bracket may close without one that opens it, and a command follows: `case x in a) …`. */
  readonly closesPattern: boolean;
}

const words = (text: string) => new Set(text.trim().split(/\s+/));
const transparent = (entries: Record<string, string>) =>
  new Map(Object.entries(entries).map(([name, options]) => [name, options.split(' ')]));

export const WINDOWS: Dialect = {
  variables: WINDOWS_VARIABLES,
  read: (text, variables) => foldWindows(lexWindows(text), variables),
  command: windowsCommand,
  commandTraits: TRAIT.separator | TRAIT.dotOrColon | TRAIT.command,
  argument: windowsArgument,
  argumentTraits: TRAIT.separator | TRAIT.dotOrColon | TRAIT.command | TRAIT.tilde,
  transparent: transparent({
    ...{ '.': '', '&': '', '!': '', '@': '', '@echo': '', call: '', do: '', else: '', return: '' },
    ...{ throw: '', sudo: '', gsudo: '', try: '', finally: '', begin: '', process: '', $: '' },
    ...{ end: '', '-not': '', trap: '', nohup: '' },
  }),
  wrappers: words(`cmd powershell powershell_ise pwsh start-process saps start runas psexec psexec64
    wsl bash sh conhost pcalua forfiles schtasks at wmic invoke-expression iex invoke-command
    icm start-job sajb start-threadjob invoke-wmimethod iwmi invoke-cimmethod icim register-scheduledjob
    new-scheduledtaskaction rundll32 mshta cscript wscript sc new-service set-service reg
    set-itemproperty new-itemproperty if for elseif foreach-object % where-object ? measure-command
    env time timeout nssm ssh winrs [void] [diagnostics.process]::start
    [system.diagnostics.process]::start`),
  inert: words(`echo write-host write-output write write-verbose write-warning write-information
    write-error write-debug select-string sls findstr find get-help help man get-command gcm
    get-alias gal rem title where get-member gm out-host read-host git show-command get-history
    add-type msg send-mailmessage write-eventlog`),
  interpreters: words(`iex invoke-expression cmd powershell pwsh bash sh wsl python python3 node
    % foreach-object foreach out-file set-content sc add-content ac tee-object tee`),
  evaluators: words('iex invoke-expression'),
  groupBegins: new Set(),
  groupEnds: new Set(),
  option: /^[-/]/,
  filler: /^-(?:a|ar|args?|argum[a-z]*|fi|fil|filep[a-z]*)$/,
  folders: WINDOWS_FOLDERS,
  subshells: false,
  closesPattern: false,
};

const POSIX_PREFIXES = transparent({
  sudo: '-u -g -h -p -c -r -t -d -U -C -R -T -D',
  doas: '-u -c',
  env: '-u -c',
  nice: '-n',
  ionice: '-c -n -p',
  timeout: '-s -k',
  stdbuf: '-i -o -e',
  chrt: '-p',
  taskset: '-c',
  exec: '-a',
  time: '-f -o',
  ...{ nohup: '', setsid: '', command: '', builtin: '', busybox: '', toybox: '', then: '', do: '' },
  ...{ else: '', elif: '', if: '', while: '', until: '', '!': '', '{': '', '}': '', $: '', fi: '' },
  ...{ coproc: '', unbuffer: '', done: '', esac: '', in: '', '@': '', '-': '' },
});

const POSIX_TRAITS = TRAIT.separator | TRAIT.variable | TRAIT.command | TRAIT.bracket | TRAIT.tilde;

export const POSIX: Dialect = {
  variables: POSIX_VARIABLES,
  read: (text, variables) => foldPosix(lexPosix(text), variables),
  command: posixCommand,
  commandTraits: POSIX_TRAITS,
  argument: posixArgument,
  argumentTraits: POSIX_TRAITS,
  transparent: POSIX_PREFIXES,
  wrappers: new Set([
    ...POSIX_PREFIXES.keys(),
    ...words(`xargs sh bash zsh dash ksh ash su ssh eval chroot nsenter unshare watch find fd
      parallel systemd-run flock script strace ltrace setpriv runuser pkexec gdb proot fakeroot
      crontab at batch docker podman kubectl lxc machinectl osascript pwsh powershell trap entr
      start-stop-daemon daemonize screen tmux faketime catchsegv valgrind perf runcon sg newgrp
      linux32 linux64 setarch eatmydata torsocks proxychains expect ld.so ld-linux.so.2
      ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 cgexec numactl prlimit softlimit dbus-run-session
      gosu su-exec s6-setuidgid make cmd.exe`),
  ]),
  inert: words(`echo printf grep egrep fgrep zgrep rg ag ack man apropos which type whatis whereis
    logger git notify-send wall curl wget mail dpkg apt-cache tldr help journalctl test [ locate
    less more head tail wc diff cowsay figlet rpm dnf apt`),
  interpreters: words(`sh bash zsh dash ksh ash fish python python2 python3 perl ruby node php xargs
    at batch sudo doas ssh crontab parallel source . busybox tee dd while eval env pwsh`),
  evaluators: new Set(),
  groupBegins: words('for while until if case select'),
  groupEnds: words('done fi esac'),
  option: /^[-+]/,
  assignment: /^[a-z_][a-z0-9_]*\+?=/,
  folders: POSIX_FOLDERS,
  subshells: true,
  closesPattern: true,
};
