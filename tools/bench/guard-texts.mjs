/** Texts of 64 kB for the guard, the same on every machine. */

const SIZE = 64_000;

const fill = (piece) => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);

/** A fixed sequence of words: the same text on every machine. */
function shuffle(words) {
  let seed = 777;
  let text = '';
  while (text.length < SIZE) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    text += `${words[(seed >> 8) % words.length]} `;
  }
  return text.slice(0, SIZE);
}

export const HARMLESS = {
  powershell_exec: fill(
    "Get-ChildItem 'C:\\logs' -Filter *.log | Where-Object { $_.Length -gt 1MB } |\n" +
      '  ForEach-Object { Write-Host "old: $($_.Name)" }\nif (Test-Path $x) { Get-Item $x }\n',
  ),
  shell_exec: fill(
    'for f in /srv/data/*.log; do\n  gzip -9 "$f" && mv "$f.gz" /srv/archive/ || echo "no: $f"\ndone\n' +
      `curl -s https://example.com/api | jq '.items[] | select(.x == "y")' > /tmp/out.json\n`,
  ),
};

/** Built to be slow: nests, never closes, begins every rule, grows, looks ahead in vain. */
export const HOSTILE = {
  brackets: fill('('),
  'nested commands': fill('$('),
  'groups of words': fill('(a '),
  'open quotes': fill('"a\' b" c\' '),
  'here-strings': fill("@'\n"),
  'comments that never end': fill('<# '),
  braces: fill('{{a,b},c} '),
  parameters: fill('${a:-'),
  variables: `a=${'x'.repeat(250)};${fill('$a ')}`.slice(0, SIZE),
  prefixes: fill('sudo -u a b c d e f g h i j k l;'),
  pipes: fill('echo a|'),
  concatenation: fill("'a' + "),
  'casts of characters': fill('[char]     '),
  formats: fill("'{0}{1}' -f 'a' "),
  'formats that double': fill("'{0}{0}' -f "),
  'replacements that grow': `'a'${fill(" -replace 'a','aaaaaaaa'")}`,
  aliases: `alias x=${'y'.repeat(30_000)}\nsal x ${'y'.repeat(10_000)};${'x;'.repeat(12_000)}`,
  marks: fill('a\u0300\u0316\u0301\u0323'),
  surrogates: fill('\ud83d\ude00\ud83d'),
  paths: fill('c:\\..\\a\\.\\'),
  'beginnings of PowerShell rules': shuffle([
    ...[
      'get-service',
      'windefend',
      'wmic',
      'win32_shadowcopy',
      '|',
      'get-childitem',
      'c:\\users\\x',
    ],
    ...[
      '-recurse',
      'winnt:',
      'add-localgroupmember',
      'robocopy',
      ';',
      '(',
      'reg add',
      'services\\',
    ],
  ]),
  'beginnings of shell rules': shuffle([
    ...['find', '-exec', '|', 'xargs', 'python3', '-c', 'urlopen', 'chmod', '-r', 'systemctl', ';'],
    ...[
      'kill',
      'pgrep',
      'tee',
      'dd',
      'of=',
      '/dev/s',
      'apt',
      'usermod',
      '-ag',
      '(',
      'echo',
      'root:',
    ],
  ]),
};

export const OPERATOR_RULES = Array.from({ length: 300 }, (_, n) => ({
  id: `op_${n}`,
  applies_to: 'powershell',
  pattern: n % 3 === 0 ? `(?i)\\bw${n}\\b` : n % 3 === 1 ? `a${n}.*b${n}` : `(x+)+y${n}$`,
  reason: 'test',
}));

/** What rules that look for long runs and pairs are slow on, if they can be. */
export const AGAINST_RULES = [fill('x'), fill('a1 a4 a7 a10 a13 '), HARMLESS.powershell_exec];
