import {
  ARGUMENTS,
  COMMAND,
  END,
  GAP,
  LINE,
  STOP,
  TEXT,
  command,
  oneOf,
  re,
  rules,
} from './pattern.js';

/** Code that is fetched or decoded and run at once. */
const FETCH =
  'curl wget fetch aria2c lwp-download lynx http https httpie ncat nc get axel ftp scp socat';
const SHELL = '(?:ba|z|da|k|a|c|tc|mk|fi)?sh';
const LANGUAGE = '(?:python[0-9.]*|perl|ruby|node|php|lua|pwsh|osascript)';
/** What runs a whole program that it reads from a pipe. */
const READS =
  re`(?:${SHELL}${END}|(?:source|\.)[ \t]+/dev/(?:stdin|fd/0)|${LANGUAGE}(?:[ \t]+(?:-|/dev/stdin))?${STOP}|` +
  re`(?:eval|at|batch)${END}|xargs[ \t]${GAP}sh[ \t]+-c)`;
/** A program that is given to a shell as `$(…)`, `<(…)`, `<<<` or in backquotes. */
const GIVEN = re`(?:${SHELL}|source|\.|eval|exec|${LANGUAGE})[ \t]+(?:-[^\s;|&({]+[ \t]+)*["']?(?:<+[ \t]*["']?\$?|\$|\x60)[ \t(]*`;
const SOCKET_LANGUAGES = `python python2 python3 perl php ruby node nodejs lua awk gawk tclsh`;
const DECODE = `base64 base32 base16 basenc openssl xxd uudecode rev tr gunzip zcat gzip bunzip2 unxz
  xzcat tac od hexdump`;

export const posixDownloadRules = rules('posix', [
  [
    'posix_download_execute',
    'runs code straight from the network',
    [
      re`${command(FETCH)}[ \t]${LINE}\|&?[ \t]*${READS}`,
      re`${COMMAND}${GIVEN}${oneOf(FETCH)}[ \t]`,
      re`${COMMAND}\$[ \t(]+${oneOf(FETCH)}[ \t]`,
      re`${command('dpkg rpm apt apt-get dnf yum installer pip pip3')}[ \t][^\n;|]*<[ \t(]*${oneOf(FETCH)}[ \t]`,
      re`${command('ssh rsh')}[ \t]${LINE}\|&?[ \t]*${READS}`,
    ],
  ],
  [
    'posix_decode_execute',
    'runs code that it first decodes',
    [
      re`${command(DECODE)}[ \t]${LINE}\|&?[ \t]*${READS}`,
      re`${COMMAND}${GIVEN}[^\n;]*(?:base(?:64|32)|xxd|openssl[ \t]+(?:enc|base64)|rev)${END}`,
      re`(?:^|[\s;|&({/])${SHELL}[ \t]+-[a-z]*c[ \t]+["']?(?:\$[ \t(]*|\x60[ \t]*)(?:printf|echo)[ \t]`,
      re`${COMMAND}${GIVEN}printf[ \t]+["']?(?:%b[ \t]+)?\\`,
    ],
  ],
  [
    'posix_script_download',
    'runs code straight from the network',
    [
      re`${command('python python2 python3')}[ \t]+${GAP}-[a-z]*c[ \t]${LINE}(?:urlopen|urllib|requests[^a-z\n;]+get|httpx|http\.client)${LINE}(?:exec|eval|os\.system|subprocess|popen|runpy)`,
      re`${command('python python2 python3')}[ \t]+${GAP}-[a-z]*c[ \t]${LINE}(?:exec|eval|os\.system|popen)${LINE}(?:urlopen|urllib|requests[^a-z\n;]+get|httpx|b64decode|fromhex|codecs\.decode)`,
      re`${command('perl ruby')}[ \t]+${GAP}-[a-z]*e[ \t]${LINE}(?:lwp|http::|open-uri|net/http|https?://)${LINE}(?:exec|eval|system)`,
      re`${command('perl ruby')}[ \t]+${GAP}-[a-z]*e[ \t]${LINE}(?:exec|eval|system)${LINE}(?:lwp|open-uri|https?://|decode_base64)`,
      re`${command('php')}[ \t]+${GAP}-r[ \t]${LINE}(?:eval|include|require|system|exec)${LINE}(?:https?://|base64_decode)`,
      re`${command('node nodejs')}[ \t]+${GAP}-[a-z]*e[ \t]${LINE}(?:https?[^a-z\n;]|fetch)${LINE}(?:eval|exec|function)`,
    ],
  ],
  [
    'posix_reverse_shell',
    'gives somebody elsewhere a shell',
    [
      re`${command('sh bash zsh dash ksh ash')}[ \t]+(?:-[a-z]+[ \t]+)*-i${LINE}/dev/(?:tcp|udp)/`,
      re`${command(re`nc ncat netcat nc\.traditional nc\.openbsd`)}${ARGUMENTS}(?:-[a-z]*[ec]|--exec|--sh-exec)[ \t]+[^\s;|&({]*sh`,
      re`${command('socat')}[ \t]${LINE}(?:exec|system):[^\s;|&({]*sh`,
      re`mkfifo[^\n]*\|\s*(?:/[a-z/]*/)?(?:ba|da|z|k|a)?sh[^\n]*\|\s*(?:nc|ncat|netcat|telnet|openssl|socat)${END}`,
      re`[<>][ \t]*/dev/(?:tcp|udp)/${TEXT}(?:while[ \t]|eval[ \t]|(?:0|sh[ \t]+)<&[ \t]*[0-9]|sh[ \t]+-i|<&[ \t]*[0-9][ \t]*\|)`,
      re`${command(SOCKET_LANGUAGES)}[ \t]${LINE}(?:fsockopen|socket|net[.:]+connect|createconnection|/inet/tcp)${LINE}(?:/(?:ba|da|z|k|a)?sh|cmd\.exe|pty\.spawn)`,
      re`${command(SOCKET_LANGUAGES)}[ \t]${LINE}/(?:ba|da|z|k|a)?sh[^a-z]${LINE}(?:fsockopen|socket|net[.:]+connect|createconnection|/inet/tcp)`,
      re`/inet/(?:tcp|udp)/[^\n]*getline`,
      re`${command('telnet')}[ \t]${LINE}\|[ \t]*(?:ba|da|z|k|a)?sh[ \t]*\|[ \t]*telnet`,
      re`${command('python python2 python3')}[ \t]${LINE}socket${LINE}(?:dup2|pty\.spawn)`,
    ],
  ],
]);
