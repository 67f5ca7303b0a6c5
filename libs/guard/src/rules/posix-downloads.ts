import { ARGUMENTS, COMMAND, END, GAP, LINE, STOP, command, re, rules } from './pattern.js';

/** Code that is fetched or decoded and run at once. */
const FETCH = '(?:curl|wget|fetch|aria2c|lwp-download|lynx|httpie?|ncat|nc|get|axel|ftp|scp|socat)';
const SHELL = '(?:ba|z|da|k|a|c|tc|mk|fi)?sh';
const LANGUAGE = '(?:python[0-9.]*|perl|ruby|node|php|lua|pwsh|osascript)';
/** What runs a whole program that it reads from a pipe. */
const READS =
  re`(?:${SHELL}${END}|(?:source|\.)[ \t]+/dev/(?:stdin|fd/0)|${LANGUAGE}(?:[ \t]+(?:-|/dev/stdin))?${STOP}|` +
  re`(?:eval|at|batch)${END}|xargs[ \t]${GAP}sh[ \t]+-c)`;
/** A program that is given to a shell as `$(…)`, `<(…)`, `<<<` or in backquotes. */
const GIVEN = re`(?:${SHELL}|source|\.|eval|exec|${LANGUAGE})[ \t]+(?:-[^\s;|&({]+[ \t]+)*["']?(?:<+[ \t]*["']?\$?|\$|\x60)[ \t(]*`;
const DECODE =
  '(?:base(?:64|32|16)|basenc|openssl|xxd|uudecode|rev|tr|gunzip|zcat|gzip|bunzip2|unxz|xzcat|tac|od|hexdump)';

export const posixDownloadRules = rules('posix', [
  [
    'posix_download_execute',
    'runs code straight from the network',
    [
      re`${COMMAND}${FETCH}[ \t]${LINE}\|&?\s*${READS}`,
      re`${COMMAND}${GIVEN}${FETCH}[ \t]`,
      re`${COMMAND}\$[ \t(]+${FETCH}[ \t]`,
    ],
  ],
  [
    'posix_decode_execute',
    'runs code that it first decodes',
    [
      re`${COMMAND}${DECODE}${END}${LINE}\|&?\s*${READS}`,
      re`${COMMAND}${GIVEN}[^\n;]*(?:base(?:64|32)|xxd|openssl[ \t]+(?:enc|base64)|rev)${END}`,
      re`${COMMAND}${GIVEN}printf[ \t]+["']?(?:%b[ \t]+)?\\`,
    ],
  ],
  [
    'posix_script_download',
    'runs code straight from the network',
    [
      re`python[0-9.]*[ \t]+${GAP}-[a-z]*c[ \t][^\n]*(?:urlopen|urllib|requests\W+get|httpx|http\.client)[^\n]*(?:exec|eval|os\.system|subprocess|popen|runpy)`,
      re`python[0-9.]*[ \t]+${GAP}-[a-z]*c[ \t][^\n]*(?:exec|eval|os\.system|popen)[^\n]*(?:urlopen|urllib|requests\W+get|httpx|b64decode|fromhex|codecs\.decode)`,
      re`(?:perl|ruby)[ \t]+${GAP}-[a-z]*e[ \t][^\n]*(?:lwp|http::|open-uri|net/http|https?://)[^\n]*(?:exec|eval|system)`,
      re`(?:perl|ruby)[ \t]+${GAP}-[a-z]*e[ \t][^\n]*(?:exec|eval|system)[^\n]*(?:lwp|open-uri|https?://|decode_base64)`,
      re`php[ \t]+${GAP}-r[ \t][^\n]*(?:eval|include|require|system|exec)[^\n]*(?:https?://|base64_decode)`,
      re`node[ \t]+${GAP}-[a-z]*e[ \t][^\n]*(?:https?\W|fetch)[^\n]*(?:eval|exec|function)`,
    ],
  ],
  [
    'posix_reverse_shell',
    'gives somebody elsewhere a shell',
    [
      re`sh[ \t]+(?:-[a-z]+[ \t]+)*-i[^\n]*/dev/(?:tcp|udp)/`,
      re`${command(re`nc ncat netcat nc\.traditional nc\.openbsd`)}${ARGUMENTS}(?:-[a-z]*[ec]|--exec|--sh-exec)[ \t]+[^\s;|&({]*sh`,
      re`${command('socat')}${LINE}(?:exec|system):[^\s;|&({]*sh`,
      re`mkfifo[^\n]*\|\s*sh[^\n]*\|\s*(?:nc|ncat|netcat|telnet|openssl)${END}`,
      re`python[0-9.]*[^\n]*socket[^\n]*(?:dup2|pty\.spawn)`,
    ],
  ],
]);
