import {
  ARGUMENTS,
  COMMAND,
  END,
  GAP,
  LINE,
  STOP,
  TEXT,
  abbreviated,
  command,
  re,
  rules,
} from './pattern.js';

/** Encoded commands, code that is fetched and run, code that is hidden. */
const FETCHES =
  re`(?:iwr|irm|invoke-webrequest|invoke-restmethod|curl|wget|start-bitstransfer|downloadstring|downloaddata|` +
  re`net\.webclient|net\.http|xmlhttp|winhttprequest|certutil)`;
const FETCH = re`(?:^|[^a-z0-9_-])${FETCHES}[^a-z0-9_-]`;
const EVALUATE = '(?:iex|invoke-expression)';
const RUN = re`(?:iex|invoke-expression|powershell|pwsh|cmd|bash|sh|wsl)(?:\.exe)?`;
const COMPILE = re`(?:scriptblock\]::create|assembly\]::load|newscriptblock|addscript|invokescript)`;
/** Nobody writes these except to hide text. */
const DECODE = re`(?:\[char|frombase64string|-bxor|tocharray|deflatestream|gzipstream|\.\.-|array\]::reverse)`;
/** Harmless for text, but not for the name of a command. */
const PIECES = re`(?:${DECODE}|-join|-f[ \t]|-[ci]?replace|\.replace|\.substring)`;

export const downloadRules = rules('powershell', [
  [
    'ps_encoded_command',
    'hides the command that it runs (-EncodedCommand)',
    [
      re`${command('powershell powershell_ise pwsh')}${ARGUMENTS}[-/](?:${abbreviated('e', 'c')}|` +
        re`${abbreviated('en', 'codedcommand')}|ea|${abbreviated('encodeda', 'rguments')})[\s:=]`,
      re`[\s,][-/]encodedc[a-z]*[\s:=]`,
    ],
  ],
  [
    'ps_download_execute',
    'runs code straight from the network, or code that it first decodes',
    [
      re`${command('iex invoke-expression add-type')}[ \t(](?:(?:${LINE}[^a-z0-9_\n;-])?${FETCHES}[^a-z0-9_-]|${LINE}${DECODE})`,
      re`${COMPILE}${LINE}(?:${FETCH}|${DECODE})`,
      re`(?:${FETCH}|${DECODE})${LINE}\|[\s&.]*${RUN}${END}`,
      `(?:${FETCH}|frombase64string)${TEXT}(?:${COMMAND}${EVALUATE}${END}|${COMPILE})`,
    ],
  ],
  [
    'ps_lolbin_execute',
    'runs code from the network through a program of Windows',
    [
      re`${command('mshta')}${ARGUMENTS}(?:https?:|javascript:|vbscript:|about:|\\\\)`,
      re`${command('regsvr32')}${ARGUMENTS}(?:[-/]i:(?:https?:|\\\\)|scrobj)`,
      re`${command('rundll32')}${ARGUMENTS}(?:javascript:|https?:|vbscript:|\\\\[a-z0-9]|url\.dll|mshtml)`,
      `${command('certutil')}${ARGUMENTS}(?:https?|ftp):`,
      re`${command('msiexec')}${ARGUMENTS}(?:[-/](?:i|package|a|j[um]?|p|update)[ \t]*)?(?:https?|ftp):`,
      `${command('bitsadmin')}${ARGUMENTS}[-/]setnotifycmdline`,
      re`${command('wmic')}${ARGUMENTS}[-/]format:(?:https?:|\\\\)`,
      re`${command('cscript wscript')}${ARGUMENTS}(?:https?:|\\\\[a-z0-9])`,
    ],
  ],
  [
    'ps_share_execute',
    'runs a program from another computer that has no name here',
    [
      re`(?:^|[\n;|&({=])[ \t]*\\\\[0-9][0-9.]+[0-9](?:@[a-z0-9]+)?\\[^\s;|&({]+`,
      re`${command('powershell pwsh import-module ipmo start-process saps cmd rundll32 regsvr32 msiexec')}[ \t](?:${GAP}[ \t])?\\\\[0-9][0-9.]+[0-9](?:@[a-z0-9]+)?\\`,
    ],
  ],
  [
    'ps_reverse_shell',
    'gives somebody elsewhere a shell',
    [
      re`(?:tcpclient|udpclient|sockets\.socket|tcplistener)${TEXT}[^a-z](?:iex|invoke-expression|cmd(?:\.exe)?|diagnostics\.process|process\]::start|scriptblock\]::create|invokescript|invokecommand)[^a-z]`,
      re`${command(re`nc ncat netcat nc64`)}${ARGUMENTS}(?:-[a-z]*[ec]|--exec|--sh-exec)[ \t]+[^\s;|&({]*(?:cmd|powershell|pwsh|sh)`,
    ],
  ],
  [
    'ps_hidden_code',
    'runs a command that it first puts together',
    re`(?:^|[\n;|{(=])\s*[&.]\s*\(${LINE}${PIECES}`,
  ],
  [
    'ps_hidden_name',
    'spells a command out of pieces',
    [
      re`\$(?:env:comspec|env:public|pshome|shellid|verbosepreference|home)(?:\.tostring\(\))?\s*\[[\s0-9-]`,
      `${command('set-alias sal new-alias nal')}${ARGUMENTS}${EVALUATE}${END}`,
      re`(?:^|[\n;|&({=])[ \t]*[.&][ \t]*\([ \t]*(?:gal|get-alias|gcm|get-command)[ \t]`,
      re`(?:get-command|gcm)[ \t]${GAP}(?:i\*x|\*ke-exp|i?nvoke-ex?p?r?\*|\*-expr)`,
    ],
  ],
  [
    'ps_unknown_code',
    'runs code that the script itself does not hold',
    [
      re`${command('iex invoke-expression')}[ \t(]+(?:-command[ \t]+)?\$unknown${STOP}`,
      re`${command('iex invoke-expression')}[ \t(]+(?:-command[ \t]+)?\(?(?:get-content|gc|cat|type|import-clixml|get-clipboard|gcb|\[(?:system\.)?(?:io|text|net|convert)|get-itemproperty(?:value)?|gp|gpv)[ \t.\]]`,
      re`${command('get-content gc cat type get-clipboard gcb get-itemproperty gp gpv')}[ \t]${LINE}\|[\s&.]*${EVALUATE}${END}`,
    ],
  ],
]);
