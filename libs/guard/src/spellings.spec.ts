import fc from 'fast-check';
import { Guard } from './guard.js';

/**
 * Catastrophic calls, spelled anew by chance: whatever a person would try to get a call past the
 * rules, alone and on top of each other.
 */
type Spelling = fc.Arbitrary<(command: string) => string>;

const always = (spell: (command: string) => string): Spelling => fc.constant(spell);
/** Cuts the first word at a place by chance. */
const inFirstWord = (join: (head: string, tail: string) => string): Spelling =>
  fc.nat({ max: 6 }).map((cut) => (command) => {
    const [word = '', ...rest] = command.split(' ');
    const at = 1 + (cut % Math.max(1, word.length - 1));
    return [join(word.slice(0, at), word.slice(at)), ...rest].join(' ');
  });
const alternate = (command: string) =>
  [...command].map((char, at) => (at % 2 ? char.toUpperCase() : char.toLowerCase())).join('');

const WINDOWS_COMMANDS = [
  'vssadmin delete shadows /all',
  'wbadmin delete catalog -quiet',
  'bcdedit /set bootstatuspolicy ignoreallfailures',
  'wevtutil cl Security',
  'net user hacker secret /add',
  'net localgroup Administrators hacker /add',
  'sc stop WinDefend',
  'sc delete kenny-agent',
  'taskkill /f /im kenny-agent.exe',
  'cipher /w:C',
  'reg save HKLM\\SAM sam.hiv',
  'netsh advfirewall set allprofiles state off',
];
/** Ways that keep a plain command line a plain command line: they can be put on top of each other. */
const windowsInner: Spelling = fc.oneof(
  always(alternate),
  always((command) => command.replaceAll(' ', '   ')),
  always((command) => command.replace(' ', '.exe ')),
  always((command) => `C:\\Windows\\System32\\${command}`),
  inFirstWord((head, tail) => `${head}^${tail}`),
  // A backtick before n, r or t makes a blank of it, and another command.
  inFirstWord((head, tail) => (/^[nrt]/.test(tail) ? head + tail : `${head}\`${tail}`)),
  inFirstWord((head, tail) => `${head}""${tail}`),
);
const windowsOuter: Spelling = fc.oneof(
  always((command) => `cmd /c ${command}`),
  always((command) => `cmd.exe /s /c "${command}"`),
  always((command) => `Get-Date; ${command}`),
  always((command) => `Get-Date\n  ${command}\nGet-Date`),
  always((command) => `if ($true) { ${command} }`),
  always((command) => `try { ${command} } catch { }`),
  always((command) => `Invoke-Command -ScriptBlock { ${command} }`),
  always((command) => `1..3 | ForEach-Object { ${command} }`),
  always((command) => `$out = ${command}`),
  always((command) => `$(${command})`),
  always((command) => `powershell -NoProfile -Command '${command.replaceAll("'", "''")}'`),
  always((command) => `iex '${command.replaceAll("'", "''")}'`),
  always((command) => `'${command.replaceAll("'", "''")}' | cmd`),
  always((command) => `$c = '${command.replaceAll("'", "''")}'; iex $c`),
  always((command) => `wmic process call create '${command.replaceAll("'", "''")}'`),
);

const POSIX_COMMANDS = [
  'rm -rf /',
  'rm -rf /etc',
  'mkfs.ext4 /dev/sda1',
  'dd if=/dev/zero of=/dev/sda',
  'wipefs -a /dev/sda',
  'chmod -R 777 /',
  'useradd hacker',
  'usermod -aG sudo hacker',
  'systemctl stop kenny-agent',
  'pkill kenny-agent',
  'ufw disable',
  'cryptsetup luksErase /dev/sda2',
];
const posixInner: Spelling = fc.oneof(
  always((command) => command.replaceAll(' ', '   ')),
  always((command) => command.replaceAll(' ', '${IFS}')),
  always((command) => command.replaceAll(' ', ' \\\n ')),
  always((command) => `/usr/bin/${command}`),
  always((command) => `{${command.replaceAll(' ', ',')},}`),
  inFirstWord((head, tail) => `${head}\\${tail}`),
  inFirstWord((head, tail) => `${head}''${tail}`),
  inFirstWord((head, tail) => `"${head}"${tail}`),
  inFirstWord((head, tail) => `${head}$@${tail}`),
  always((command) => command.replace(/^./, (char) => `$'\\x${char.charCodeAt(0).toString(16)}'`)),
);
const posixOuter: Spelling = fc.oneof(
  always((command) => `sudo -n ${command}`),
  always((command) => `env -i A=1 ${command}`),
  always((command) => `nohup ${command} &`),
  always((command) => `busybox ${command}`),
  always((command) => `true && ${command}`),
  always((command) => `(${command})`),
  always((command) => `{ ${command}; }`),
  always((command) => `if true; then ${command}; fi`),
  always((command) => `f() { ${command}; }; f`),
  always((command) => `echo $(${command})`),
  always((command) => `xargs ${command} < /dev/null`),
  always((command) => `sh -c '${command.replaceAll("'", "'\\''")}'`),
  always((command) => `sh <<EOF\n${command}\nEOF`),
);

function check(
  tool: 'powershell_exec' | 'shell_exec',
  argument: string,
  commands: readonly string[],
  inner: Spelling,
  outer: Spelling,
) {
  const guard = new Guard();
  fc.assert(
    fc.property(
      fc.constantFrom(...commands),
      fc.option(inner, { nil: undefined }),
      fc.array(outer, { maxLength: 2 }),
      (command, first, rest) => {
        const text = [first, ...rest].reduce((so, spell) => (spell ? spell(so) : so), command);
        expect([text, guard.check(tool, { [argument]: text }).blocked]).toEqual([text, true]);
      },
    ),
    { numRuns: 1500 },
  );
}

describe('spellings', () => {
  it('refuses catastrophic Windows commands in every spelling', () => {
    check('powershell_exec', 'script', WINDOWS_COMMANDS, windowsInner, windowsOuter);
  });

  it('refuses catastrophic Unix commands in every spelling', () => {
    check('shell_exec', 'command', POSIX_COMMANDS, posixInner, posixOuter);
  });
});
