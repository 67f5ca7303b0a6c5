import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recorded } from '../../../test/collectors/made-machine.js';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import { parseApk, parseApt, parseDnf, parseFlatpak, parsePacman, QUESTIONS } from './pending.js';

const file = (name: string) => recorded(`packages/${name}`);
const one = (id: string, version: string | null, available: string) => ({
  ...{ id, name: null },
  ...{ version, available },
});

describe('pending updates', () => {
  it('of apt, with how many are for security (recorded, Debian 12)', async () => {
    const found = parseApt(await file('recorded/debian12-apt-simulate.txt'));
    expect(found?.packages.map(({ id }) => id)).toEqual([
      ...['base-files', 'bash', 'libgcrypt20-dev', 'libgcrypt20', 'liblzma-dev', 'liblzma5'],
      'libapt-pkg6.0',
    ]);
    expect(found?.packages[1]).toEqual(one('bash', '5.2.15-2+b8', '5.2.15-2+b13'));
    expect(found?.security).toBe(5);
  });

  it('of apt, without packages that come in anew (documented, Ubuntu)', async () => {
    expect(parseApt(await file('documented/ubuntu2204-apt-simulate.txt'))).toEqual({
      packages: [
        one('libc6', '2.35-0ubuntu3.8', '2.35-0ubuntu3.9'),
        one('firefox', '1:1snap1-0ubuntu2', '1:1snap1-0ubuntu3'),
      ],
      security: 1,
    });
  });

  it('of dnf, without what replaces what (documented, Fedora)', async () => {
    expect(parseDnf(await file('documented/fedora-dnf-check-update.txt'))?.packages).toEqual([
      one('bash', null, '5.2.26-3.fc40'),
      one('kernel', null, '6.8.9-300.fc40'),
      one('vim-minimal', null, '2:9.1.393-1.fc40'),
    ]);
  });

  it('of pacman, without what its owner holds back (documented, Arch)', async () => {
    expect(parsePacman(await file('documented/arch-pacman-qu.txt'))?.packages).toEqual([
      one('linux', '6.9.1.arch1-1', '6.9.2.arch1-1'),
      one('vim', '9.1.0380-1', '9.1.0400-1'),
    ]);
  });

  it('of apk (documented, Alpine)', async () => {
    expect(parseApk(await file('documented/alpine-apk-version.txt'))?.packages).toEqual([
      one('busybox', '1.36.1-r5', '1.36.1-r6'),
      one('ca-certificates-bundle', '20240226-r0', '20240705-r0'),
      one('py3-pip', '23.3.1-r0', '23.3.2-r0'),
    ]);
  });

  it('of flatpak (documented)', async () => {
    expect(parseFlatpak(await file('documented/flatpak-remote-ls.txt'))?.packages).toEqual([
      one('org.mozilla.firefox', null, '133.0'),
      one('org.gimp.GIMP', null, '2.10.38'),
    ]);
  });

  it.each([
    ['parseApt', parseApt],
    ['parseDnf', parseDnf],
    ['parsePacman', parsePacman],
    ['parseApk', parseApk],
    ['parseFlatpak', parseFlatpak],
  ])('are none in an empty answer, and unknown in any other text: %s', (_, parse) => {
    expect(parse('')?.packages).toEqual([]);
    for (const text of ['Fehler: Zugriff verweigert', 'E: could not open lock', 'Inst bash [5']) {
      expect(parse(text)?.packages ?? []).toEqual([]);
    }
    expect(parse('Fehler: Zugriff verweigert')).toBeUndefined();
  });

  it('are none when apk prints its heading only', () => {
    expect(parseApk('Installed:                Available:\n')).toEqual({ packages: [] });
  });
});

const APT = '/usr/bin/apt-get';
const withApt = existsSync(APT) ? describe : describe.skip;

withApt('the question to apt (skipped where there is none)', () => {
  const folder = temporaryFolder();

  /** Asks the real apt about a PC below the folder; what it wrote into that PC's log folder. */
  async function logsAfter(args: readonly string[]): Promise<string[]> {
    const below = (path: string) => join(folder.path, path);
    for (const path of ['log', 'lists/partial', 'cache/archives/partial', 'etc/apt']) {
      await mkdir(below(path), { recursive: true });
    }
    // Unpacked and not configured: apt has something to plan without any list of packages.
    const status = ['Package: example', 'Status: install ok unpacked', 'Architecture: all'];
    await writeFile(below('status'), [...status, 'Version: 1.0', '', ''].join('\n'));
    const places = {
      'Dir::Log': below('log'),
      'Dir::State': folder.path,
      'Dir::State::status': below('status'),
      'Dir::Etc': below('etc/apt'),
      'Dir::Cache': below('cache'),
    };
    const elsewhere = Object.entries(places).flatMap(([name, path]) => ['-o', `${name}=${path}`]);
    const { stdout } = spawnSync(APT, [...args, ...elsewhere], { encoding: 'utf8' });
    expect(stdout).toContain('Conf example');
    return readdir(below('log'));
  }

  it('leaves nothing in its logs, as a simulation does without our saying', async () => {
    expect(await logsAfter(QUESTIONS.apt.args)).toEqual([]);
    expect(await logsAfter(['--simulate', 'dist-upgrade'])).toEqual(['eipp.log.xz']);
  });
});
