import { readFile } from 'node:fs/promises';
import {
  isRegistryKey,
  numberValue,
  parseRegistryExport,
  parseRegistryQuery,
  textValue,
} from './registry.js';

const RUN = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run';
const CURRENT = 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion';
const recorded = (name: string): Promise<Buffer> =>
  readFile(new URL(`recorded/${name}`, import.meta.url));

/** As `reg export` writes it. */
const exportOf = (...lines: string[]): Buffer =>
  Buffer.from(
    `\ufeff${['Windows Registry Editor Version 5.00', '', ...lines].join('\r\n')}`,
    'utf16le',
  );

describe('reg export', () => {
  it('keeps every letter (recorded under Wine)', async () => {
    const key = parseRegistryExport(await recorded('wine8-run.reg'), RUN);
    expect([...(key?.values.values() ?? [])]).toEqual([
      { name: 'Müller Büro ☃', data: '"C:\\Program Files\\Büro\\büro.exe" /start' },
      { name: 'OneDrive', data: '%ProgramFiles%\\OneDrive.exe /background' },
    ]);
  });

  it('takes the values of the key itself, and the names of what is below', () => {
    const key = parseRegistryExport(
      exportOf(
        '[HKEY_LOCAL_MACHINE\\A]',
        '@="default"',
        '"n"=dword:0000000a',
        '"q"=hex(b):01,00,00,00,00,00,00,00',
        '"several"=hex(7):61,00,00,00,62,00,00,00,00,00',
        '"bytes"=hex:01,02',
        '[HKEY_LOCAL_MACHINE\\A\\b]',
        '"n"=dword:00000001',
        '[HKEY_LOCAL_MACHINE\\A\\b\\c]',
      ),
      'HKLM\\A',
    );
    expect(key?.subkeys).toEqual(['b']);
    expect(numberValue(key, 'N')).toBe(10);
    expect(numberValue(key, 'q')).toBe(1);
    expect(textValue(key, '')).toBe('default');
    expect(textValue(key, 'several')).toBe('a\nb');
    expect(key?.values.has('bytes')).toBe(false);
  });

  it.each([Buffer.alloc(0), Buffer.from('Zugriff verweigert'), exportOf().subarray(0, 20)])(
    'is not one: %p',
    (bytes) => {
      expect(parseRegistryExport(bytes, RUN)).toBeUndefined();
    },
  );
});

describe('reg query', () => {
  it('gives values and subkeys (recorded under Wine)', async () => {
    const text = (await recorded('wine8-query-currentversion.txt')).toString();
    const key = parseRegistryQuery(text, CURRENT);
    expect(textValue(key, 'CurrentBuildNumber')).toBe('18362');
    expect(numberValue(key, 'CurrentMajorVersionNumber')).toBe(10);
    expect(textValue(key, 'CSDVersion')).toBeUndefined();
    expect(key.subkeys).toContain('Image File Execution Options');
  });

  it('is not disturbed by the translated default value and by errors (German, documented)', () => {
    const text = [
      '',
      'HKEY_LOCAL_MACHINE\\A',
      '    (Standard)    REG_SZ    x',
      '    EnableFirewall    REG_DWORD    0x1',
      '    Mit Leer Zeichen    REG_SZ    ein    Wert',
      'FEHLER: Zugriff verweigert',
      'HKEY_LOCAL_MACHINE\\A\\Unten',
      '',
    ].join('\r\n');
    const key = parseRegistryQuery(text, 'HKLM\\A');
    expect(numberValue(key, 'EnableFirewall')).toBe(1);
    expect(textValue(key, 'Mit Leer Zeichen')).toBe('ein    Wert');
    expect(key.subkeys).toEqual(['Unten']);
  });
});

describe('names of keys', () => {
  it.each(['HKLM', 'HKU', RUN, 'HKU\\S-1-5-21-1-2-3-1001\\SOFTWARE'])('may be %s', (key) => {
    expect(isRegistryKey(key)).toBe(true);
  });
  it.each(['', '/s', 'HKCU\\x', '\\\\PC\\HKLM\\x', 'HKLM\\a\n/s', 'HKLM\\"', 'HKLM\\a/s'])(
    'may not be %j',
    (key) => {
      expect(isRegistryKey(key)).toBe(false);
    },
  );
});
