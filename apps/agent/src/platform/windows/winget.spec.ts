import { check } from '@kenny/contract/agent';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { refusal } from '../../../test/refusal.js';
import { ENDED } from '../../../test/windows/ended.js';
import { ToolFailure } from '../../errors/tool-failure.js';
import type { ProgramResult } from '../run-program.js';
import { parseWingetTable } from './winget-table.js';
import { newestInstaller, readWingetUpdates, type Winget, wingetPackages } from './winget.js';

const documented = (name: string): Promise<string> =>
  readFile(new URL(`documented/${name}.txt`, import.meta.url), 'utf8');
const context = { signal: new AbortController().signal };

/** A winget that answers so, and writes down what it was asked. */
function aWinget(answer: Partial<ProgramResult>): Winget & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    find: () => Promise.resolve('C:\\winget.exe'),
    run: (_file, args) => {
      asked.push(args.join(' '));
      return Promise.resolve({ ...ENDED, ...answer });
    },
  };
}

describe('the table of winget', () => {
  it('is read by its columns', async () => {
    expect(parseWingetTable(await documented('winget-list-en'))).toEqual([
      { name: '7-Zip 23.01 (x64)', id: '7zip.7zip', version: '23.01', available: '24.09' },
      {
        name: 'Mozilla Firefox (x64 de)',
        id: 'Mozilla.Firefox.de',
        version: '131.0.3',
        available: null,
      },
      {
        name: 'Microsoft Edge WebView2 Runtime',
        id: 'Microsoft.EdgeWebView2Runtime',
        version: '130.0.2849.80',
        available: null,
      },
      {
        name: 'Realtek Audio Driver',
        id: 'ARP\\Machine\\X64\\{F132AF7F-7B7A}',
        version: '6.0.9235.1',
        available: null,
      },
    ]);
  });

  it('is read in German too, without its sentences and the second table', async () => {
    const rows = parseWingetTable(await documented('winget-upgrade-de'));
    expect(rows?.map(({ id, available }) => [id, available])).toEqual([
      ['7zip.7zip', '24.09'],
      ['VideoLAN.VLC', '3.0.21'],
      ['Größe.Prüfer', '1.1'],
    ]);
  });

  it('is read where letters are two places wide, and after a progress bar', async () => {
    expect(parseWingetTable(await documented('winget-upgrade-zh'))).toEqual([
      { name: '记事本增强版', id: 'Notepad.Plus', version: '8.6.2', available: '8.7' },
      { name: '微信', id: 'Tencent.WeChat', version: '3.9.10', available: '3.9.12' },
    ]);
  });

  it('does not take the source for a version where nothing is newer', async () => {
    const rows = parseWingetTable(await documented('winget-list-no-updates-fr'));
    expect(rows?.map(({ available }) => available)).toEqual([null, null]);
  });

  it('is read where a title is two words, as in Korean', async () => {
    const rows = parseWingetTable(await documented('winget-upgrade-ko'));
    expect(rows).toEqual([
      { name: '7-Zip 23.01 (x64)', id: '7zip.7zip', version: '23.01', available: '24.09' },
      { name: '반디집', id: 'Bandisoft.Bandizip', version: '7.36', available: '7.37' },
    ]);
  });

  describe('with one row', () => {
    const ENGLISH = [
      'Name    Id      Version Available Source',
      '----------------------------------------',
      'Foo App Foo.App 1.0     1.1       winget',
    ];
    const FOO = [{ name: 'Foo App', id: 'Foo.App', version: '1.0', available: '1.1' }];

    it.each([
      [[]],
      [['1 upgrades available.']],
      [['1 upgrades available.', '1 package(s) have pins that prevent upgrade. Use --help.']],
      [
        [
          '1 upgrades available.',
          '1 package(s) have version numbers that cannot be determined. Use --include-unknown.',
          '1 package(s) have pins that prevent upgrade. Use the pin command.',
        ],
      ],
    ])('is read with these sentences below it: %j', (sentences) => {
      expect(parseWingetTable([...ENGLISH, ...sentences].join('\r\n'))).toEqual(FOO);
    });

    it.each([
      [
        'Name    ID      Version Verfügbar Quelle',
        [
          '1 Aktualisierungen verfügbar.',
          'Für 1 Paket(e) gibt es Pins, die ein Upgrade verhindern.',
        ],
      ],
      [
        '이름    장치 ID 버전    사용 가능 원본',
        ['1개의 업그레이드를 사용할 수 있습니다.', '1개 패키지에 업그레이드를 막는 핀이 있습니다.'],
      ],
    ])('is read in another language: %s', (headline, sentences) => {
      const lines = [headline, ...ENGLISH.slice(1)];
      expect(parseWingetTable(lines.join('\n'))).toEqual(FOO);
      expect(parseWingetTable([...lines, ...sentences].join('\n'))).toEqual(FOO);
    });
  });

  it.each(['', 'Zugriff verweigert', '-----------', '\n-----------\nx', 'a b\n-----------\nx y z'])(
    'is no table: %j',
    (text) => {
      expect(parseWingetTable(text)).toBeUndefined();
    },
  );
});

describe('winget', () => {
  it('is the newest of the installed ones, compared by numbers', () => {
    const id = (version: string): string =>
      `Microsoft.DesktopAppInstaller_${version}_x64__8wekyb3d8bbwe`;
    const names = [id('1.9.25200.0'), id('1.22.10731.0'), 'Microsoft.Other_9.9_x64__8wekyb3d8bbwe'];
    expect(newestInstaller(names)).toBe(id('1.22.10731.0'));
    expect(newestInstaller(['Deleted', `${id('1.1.1.1')}.evil`])).toBeUndefined();
  });

  it('is asked by exact ids, without questions to anybody', async () => {
    const winget = aWinget({ stdout: 'Erfolgreich installiert\n' });
    const packages = wingetPackages(winget);
    expect(await packages.install('Mozilla.Firefox', context)).toEqual({
      ok: true,
      log: 'Erfolgreich installiert',
    });
    await packages.uninstall('Mozilla.Firefox', context);
    await packages.update('Mozilla.Firefox', context);
    await packages.update(undefined, context);
    expect(winget.asked).toEqual([
      'install --id Mozilla.Firefox --exact --silent --accept-package-agreements --accept-source-agreements --disable-interactivity',
      'uninstall --id Mozilla.Firefox --exact --silent --accept-source-agreements --disable-interactivity',
      'upgrade --id Mozilla.Firefox --exact --silent --accept-package-agreements --accept-source-agreements --disable-interactivity',
      'upgrade --all --include-unknown --silent --accept-package-agreements --accept-source-agreements --disable-interactivity',
    ]);
  });

  it('tells a failed change by its exit code, whatever the words', async () => {
    const bars =
      '  ██████▒▒▒▒  50%\r  ██████████  100%\n\n  - \r  \\ \nInstaller-Hash stimmt nicht\n';
    const winget = aWinget({ stdout: bars, exit_code: -1978335215 });
    const { ok, log } = await wingetPackages(winget).install('A.B', context);
    expect(ok).toBe(false);
    expect(log).toContain('Installer-Hash stimmt nicht');
  });

  it('has failed when it says nothing, also with exit code 0', async () => {
    const mute = aWinget({});
    const nothing = 'exec_failed: winget said nothing (exit code 0)';
    expect(await refusal(wingetPackages(mute).list(context))).toBe(nothing);
    expect(await refusal(wingetPackages(mute).install('A.B', context))).toBe(nothing);
    expect(await refusal(readWingetUpdates(mute, context))).toBe(nothing);
  });

  it('gives no empty list out of an answer that it does not understand', async () => {
    const odd = aWinget({ stdout: 'Zugriff verweigert\n', exit_code: 5 });
    const words = 'exec_failed: winget: Zugriff verweigert (exit code 5)';
    expect(await refusal(wingetPackages(odd).list(context))).toBe(words);
    expect(await refusal(readWingetUpdates(odd, context))).toBe(words);
    const twoLines = aWinget({ stdout: 'eins\nzwei\n' });
    expect(await refusal(readWingetUpdates(twoLines, context))).toMatch(/^exec_failed/);
  });

  it('knows by winget`s own codes, or one sentence, that there is nothing to update', async () => {
    const none = aWinget({ stdout: 'Kein Paket gefunden.\n', exit_code: 0x8a150014 | 0 });
    expect(await readWingetUpdates(none, context)).toEqual([]);
    const sentence = aWinget({ stdout: 'Es wurde kein installiertes Paket gefunden.\n' });
    expect(await readWingetUpdates(sentence, context)).toEqual([]);
  });

  it('says so where it is not installed, or was ended', async () => {
    const missing: Winget = { ...aWinget({}), find: () => Promise.resolve(undefined) };
    expect(await refusal(wingetPackages(missing).list(context))).toBe(
      'exec_failed: winget (the App Installer) is not installed on this PC',
    );
    const ended = aWinget({ aborted: true, exit_code: null });
    expect(await refusal(wingetPackages(ended).list(context))).toMatch(/^timeout: /);
  });
});

describe('a search of winget', () => {
  const search = async (name: string) =>
    wingetPackages(aWinget({ stdout: await documented(name) })).search('a word', context);

  it('asks its own catalog alone, for one more than it gives, in one argument', async () => {
    const args: (readonly string[])[] = [];
    const winget: Winget = {
      ...aWinget({}),
      run: (_file, more) => {
        args.push(more);
        return Promise.resolve({ ...ENDED, exit_code: 0x8a150014 | 0 });
      },
    };
    const none = await wingetPackages(winget).search('vlc" & calc', context);
    expect(none).toEqual({ packages: [] });
    expect(args).toEqual([
      [
        ...['search', '--query', 'vlc" & calc', '--source', 'winget', '--count', '31'],
        ...['--accept-source-agreements', '--disable-interactivity'],
      ],
    ]);
  });

  it('gives what could be installed, the best match first', async () => {
    const { packages, truncated } = await search('winget-search-en');
    expect(truncated).toBeUndefined();
    expect(packages[0]).toEqual({
      ...{ name: 'VLC media player', version: '3.0.21', source: 'winget' },
      id: 'VideoLAN.VLC',
    });
    expect(packages.map(({ id }) => id)).toEqual([
      'VideoLAN.VLC',
      'VideoLAN.VLC.ARM64',
      '9NBLGGH4VVNH',
      'clsid2.mpc-hc',
    ]);
  });

  it('is read by its columns in any language', async () => {
    const { packages } = await search('winget-search-ko');
    expect(packages.map(({ name, id, version }) => [name, id, version])).toEqual([
      ['카카오톡', 'Kakao.KakaoTalk', '4.2.6'],
      ['KakaoTalk Channel Manager', 'Kakao.ChannelManager', '1.0'],
    ]);
  });

  it('leaves out what cannot be installed by the id that winget shows, and says that there is more', async () => {
    const { packages, truncated } = await search('winget-search-cut-de');
    expect(truncated).toBe(true);
    expect(packages.map(({ name, id }) => [name, id])).toEqual([
      ['Microsoft Visual C++ 2015-2022 Redistrib…', 'Microsoft.VCRedist.2015+.x64'],
    ]);
  });

  it('gives no more than the contract allows, and says so', async () => {
    const rows = Array.from({ length: 31 }, (_, index) => `App  Some.App${index + 10} 1.0`);
    const stdout = ['Name ID         Version', '-----------------------', ...rows].join('\n');
    const { packages, truncated } = await wingetPackages(aWinget({ stdout })).search('a', context);
    expect([packages.length, truncated]).toEqual([30, true]);
  });

  it('gives an answer of the contract, or says why not, whatever winget prints', async () => {
    const cell = fc.string({ unit: 'binary', maxLength: 200 });
    const line = fc.oneof(cell, fc.constantFrom('-----------', 'Name ID Version', 'a b c', ''));
    const printed = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'));
    const code = fc.constantFrom(0, 1, 0x8a150014 | 0);
    await fc.assert(
      fc.asyncProperty(printed, code, async (stdout, exit_code) => {
        const asked = wingetPackages(aWinget({ stdout, exit_code })).search('a', context);
        const found = await asked.catch((fault: unknown) => {
          expect(fault).toBeInstanceOf(ToolFailure);
        });
        if (found) expect(check('result:winget_search', found)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
