import { systemName } from './system-name.js';

describe('the system of a PC', () => {
  it.each([
    ['Windows 11 Pro', '24H2', 'Windows 11 24H2'],
    ['Windows 10 Enterprise LTSC 2021', '21H2', 'Windows 10 21H2'],
    ['Microsoft Windows 10 Home', '22H2', 'Windows 10 22H2'],
    ['Windows 8.1 Pro', null, 'Windows 8.1'],
    ['Windows Server 2012 R2 Standard', null, 'Windows Server 2012 R2'],
    ['Windows Server 2022 Standard', '21H2', 'Windows Server 2022'],
    ['Debian GNU/Linux', '12.11', 'Debian 12'],
    ['Debian GNU/Linux', '12 (bookworm)', 'Debian 12'],
    ['Debian GNU/Linux', null, 'Debian GNU/Linux'],
    ['Ubuntu', '24.04', 'Ubuntu 24.04'],
    ['Fedora Linux', '42', 'Fedora 42'],
    ['Linux Mint', '22', 'Linux Mint 22'],
    ['Alpine Linux', '3.20.3', 'Alpine 3.20.3'],
    ['Arch Linux', null, 'Arch Linux'],
    ['macOS', '15.1', 'macOS 15.1'],
  ])('%s %s is called %s', (name, version, said) => {
    expect(systemName({ name, version })).toBe(said);
  });

  it.each([
    [null, '12'],
    ['', ''],
    [' ', null],
    [{}, 12],
  ])('is not known from %j and %j', (name, version) => {
    expect(systemName({ name, version })).toBeUndefined();
  });

  it('is one short line, whatever a PC sends', () => {
    const said = systemName({
      name: `Deb\u202eian\n${'x'.repeat(300)}`,
      version: '1\n2'.repeat(99),
    });
    expect(said).toHaveLength(60);
    expect(said).toMatch(/^Deb ian x+…$/u);
  });
});
