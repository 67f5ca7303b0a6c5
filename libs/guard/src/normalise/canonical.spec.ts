import { canonical } from './canonical.js';
import { foldCharacters } from './characters.js';
import { POSIX, WINDOWS } from './dialects.js';

const windows = (text: string) => canonical(text, WINDOWS).text.split('\n');
const posix = (text: string) => canonical(text, POSIX).text.split('\n');

describe('canonical form for Windows', () => {
  it.each([
    ['V`SS"adm"in  delete', 'vssadmin delete'],
    ['v^ss^admin delete', 'vssadmin delete'],
    ["&('vss'+'admin') x", 'vssadmin x'],
    ["& ('{1}{0}' -f 'b','a') x", 'ab x'],
    ["('a','b') -join '' | iex", 'ab | iex'],
    ["& 'aXb'.Replace('X','') y", 'ab y'],
    ['[char]0x61+[char]98', 'ab'],
    ['$x = "abc"; & $x y', 'abc y'],
    ['C:/Windows/System32/Sc.EXE stop', 'sc stop'],
    ['dir $env:SystemRoot', 'dir c:\\windows'],
    ['dir %WINDIR%\\Temp\\..\\x', 'dir c:\\windows\\x'],
    ['dir \\\\?\\C:\\x', 'dir c:\\x'],
    ['dir "C:\\Max Muster\\x"', 'dir c:\\max_muster\\x'],
    ['dir -Path:C:\\x', 'dir -path c:\\x'],
    ['rd/s/q c:\\', 'rd /s/q c:\\'],
    ['dir \uff23:\\', 'dir c:\\'],
    ['dir \u2013recurse', 'dir -recurse'],
    ['di\u200br x', 'dir x'],
  ])('%j holds %j', (text, line) => {
    expect(windows(text)).toContain(line);
  });

  it.each([
    ['cmd /c "format c:"', 'format c:'],
    ['Start-Process net -ArgumentList "user x /add"', 'net user x /add'],
    ['iex "a; b c"', 'b c'],
    ['if ($x) { a b }', 'a b'],
    ['$r = a b', 'a b'],
    ["'a b' | iex", 'a b'],
    ['"$(a b)"', 'a b'],
  ])('%j gives the command inside a line of its own', (text, line) => {
    expect(windows(text)).toContain(line);
  });

  it('does not take for a command what is only shown or searched', () => {
    for (const text of ["Write-Host 'a b'", "Select-String 'a b' x.txt", "echo 'a b'"])
      expect(windows(text)).not.toContain('a b');
    expect(windows("echo 'a b' | cmd")).toContain('a b');
  });
});

describe('canonical form for POSIX', () => {
  it.each([
    ['r\\m -r"f" /', 'rm -rf /'],
    ["$'\\x72m' x", 'rm x'],
    ['{rm,-rf,/}', 'rm -rf /'],
    ['rm$IFS-rf${IFS}/', 'rm -rf /'],
    ['/usr/bin/RM x', 'rm x'],
    ['sudo -u root env A=1 nice -n 5 rm x', 'rm x'],
    ['a=rm; $a x', 'rm x'],
    ['for f in /*; do rm $f; done', 'rm /*'],
    ['rm ~/x', 'rm /home/user/x'],
    ['rm /a//./b/../c', 'rm /a/c'],
    ['rm ${x:-/etc}', 'rm /etc'],
    ['r$@m x', 'rm x'],
    ['curl x|sudo sh', 'curl x | sh'],
  ])('%j holds %j', (text, line) => {
    expect(posix(text)).toContain(line);
  });

  it.each([
    ["sh -c 'a b'", 'a b'],
    ['echo `a b`', 'a b'],
    ['x=$(a b)', 'a b'],
    ['case x in y) a b;; esac', 'a b'],
    ["echo 'a b' | sh", 'a b'],
    ["(echo 'a b'; c) | sh", 'a b'],
    ["echo 'a b' > x.sh", 'a b'],
  ])('%j gives the command inside a line of its own', (text, line) => {
    expect(posix(text)).toContain(line);
  });

  it('does not take for a command what is only shown or searched', () => {
    for (const text of ["echo 'a b'", "grep 'a b' x | wc -l", 'git commit -m "a b"', '# x\n'])
      expect(posix(text)).not.toContain('a b');
  });

  it('puts in a variable only what the text sets, and follows no growth without end', () => {
    expect(posix('rm -rf $build/*')).toContain('rm -rf $build/*');
    const growing = `a=${'x'.repeat(250)};${'$a '.repeat(2000)}`;
    expect(canonical(growing, POSIX).complete).toBe(false);
  });
});

describe('foldCharacters', () => {
  it('keeps the letters of other scripts, but makes one spelling of look-alike signs', () => {
    expect(foldCharacters('Grüße \u00a0\u2018x\u2019 \u2212y \uff21')).toBe("grüße  'x' -y a");
  });
});
