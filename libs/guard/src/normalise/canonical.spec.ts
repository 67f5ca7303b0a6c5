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

describe('the folder a command runs in', () => {
  it.each([
    ['cd /var && rm -rf lib', 'rm -rf /var/lib'],
    ['cd / && ls && rm -rf *', 'rm -rf /*'],
    ['(cd / ; rm -rf ./*)', 'rm -rf /*'],
    ['cd /; cd home; rm -rf *', 'rm -rf /home/*'],
    ['cd /home/anna/x && rm -rf ../..', 'rm -rf /home'],
    ['pushd / >/dev/null; rm -rf *', 'rm -rf /*'],
    ['cd && rm -rf *', 'rm -rf /home/user/*'],
    ['cd /tmp; cd -; cd /\nrm x', 'rm /x'],
    ['{ cd /; }; rm x', 'rm /x'],
    ["cd /home; sh -c 'rm -rf *'", 'rm -rf /home/*'],
    ['cd /dev && dd if=/dev/zero of=sda', 'dd if=/dev/zero of=/dev/sda'],
    ['cd /etc && echo x >> sudoers', 'echo /etc/x > /etc/sudoers'],
    ['cd /; find -type f -delete', 'find / -type f -delete'],
    ['d=/; cd $d; rm -rf home', 'rm -rf /home'],
  ])('%j holds %j in a POSIX shell', (text, line) => {
    expect(posix(text)).toContain(line);
  });

  it.each([
    ['cd C:\\; ri * -r -fo', 'ri c:\\* -r -fo'],
    ['Set-Location -Path C:\\Users; gci -r | ri', 'gci c:\\users -r | ri'],
    ['Push-Location C:\\Windows; del *', 'del c:\\windows\\*'],
    ['cd C:\\Users\\a; ri ..\\* -r', 'ri c:\\users\\* -r'],
    ['sl \\; rd /s /q Users', 'rd /s /q c:\\users'],
    ['cmd /c "cd /d D:\\ && rd /s /q x"', 'rd /s /q d:\\x'],
    ['D:; del *.* /s', 'del d:\\*.* /s'],
    ['cd HKLM:\\SYSTEM; ri * -r', 'ri hklm:\\system\\* -r'],
    ['if ($x) { cd C:\\ }; ri * -r', 'ri c:\\* -r'],
  ])('%j holds %j in PowerShell', (text, line) => {
    expect(windows(text)).toContain(line);
  });

  it('is not known where the text does not say it', () => {
    for (const text of ['cd "$x" && rm *', 'x=$(cd / && pwd); rm *', '(cd /; ls); rm *', 'rm *'])
      expect(posix(text).filter((line) => line.startsWith('rm'))).toEqual(['rm *']);
    for (const text of ['cd $x; ri *', 'Push-Location C:\\; popd; ri *'])
      expect(windows(text).filter((line) => line.startsWith('ri'))).toEqual(['ri *']);
  });
});

describe('foldCharacters', () => {
  it('keeps the letters of other scripts, but makes one spelling of look-alike signs', () => {
    expect(foldCharacters('Grüße \u00a0\u2018x\u2019 \u2212y \uff21')).toBe("grüße  'x' -y a");
  });
});
