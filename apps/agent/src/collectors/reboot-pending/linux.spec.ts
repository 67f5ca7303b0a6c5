import { madeMachines } from '../../../test/collectors/made-machine.js';
import { compareReleases, flavourOf, newerKernel } from './kernel-version.js';
import { parseNeedrestart, parsePackages, rebootPending } from './linux.js';

describe('kernel releases', () => {
  it.each([
    ['6.1.0-18-amd64', '6.1.0-9-amd64'],
    ['6.10.0-1-amd64', '6.9.12-1-amd64'],
    ['5.14.0-362.8.1.el9_3.x86_64', '5.14.0-362.el9.x86_64'],
    ['6.5.6-300.fc39.x86_64', '6.5.6-200.fc38.x86_64'],
    ['5.15.0-101-generic', '5.15.0-91-generic'],
    ['6.6.10-arch1-1', '6.6.9-arch1-1'],
  ])('%s is newer than %s', (newer, older) => {
    expect(compareReleases(newer, older)).toBeGreaterThan(0);
    expect(compareReleases(older, newer)).toBeLessThan(0);
    expect(compareReleases(newer, newer)).toBe(0);
    expect(flavourOf(newer)).toBe(flavourOf(older));
  });

  it('compares only kernels of the same flavour', () => {
    const installed = ['6.1.0-20-rt-amd64', '6.1.0-20-cloud-amd64', '6.9.0-1-lts'];
    expect(newerKernel('6.1.0-18-amd64', installed)).toBeUndefined();
    expect(newerKernel('6.1.0-18-amd64', [...installed, '6.1.0-19-amd64'])).toBe('6.1.0-19-amd64');
  });
});

describe('section reboot_pending', () => {
  const aMachine = madeMachines();
  const running = (release: string) => ({ '/proc/sys/kernel/osrelease': `${release}\n` });
  const modules = (...releases: string[]) =>
    Object.fromEntries(releases.map((release) => [`/lib/modules/${release}/modules.dep`, '']));
  const noNeedrestart = { needrestart: { failed: 'needrestart is not installed' } };

  it('is not pending when the newest kernel runs', async () => {
    const files = { ...running('6.1.0-18-amd64'), ...modules('6.1.0-18-amd64', '6.1.0-17-amd64') };
    expect(await rebootPending(await aMachine({ files }))).toEqual({
      kind: 'read',
      summary: 'no restart is pending',
      fields: { pending: false, reasons: [] },
    });
  });

  it('is pending for a package and for a newer kernel, and says which', async () => {
    const files = {
      ...running('6.1.0-18-amd64'),
      ...modules('6.1.0-18-amd64'),
      '/boot/vmlinuz-6.1.0-21-amd64': '',
      '/run/reboot-required': '*** System restart required ***\n',
      '/run/reboot-required.pkgs': 'linux-base\nlibc6\nlinux-base\n',
    };
    expect(await rebootPending(await aMachine({ files }))).toEqual({
      kind: 'read',
      summary:
        'restart pending: asked for by linux-base, libc6; kernel 6.1.0-21-amd64 is installed, 6.1.0-18-amd64 runs',
      fields: { pending: true, reasons: ['RebootRequired', 'KernelUpdate'] },
    });
  });

  it('sees a running kernel that an update replaced', async () => {
    const files = { ...running('6.6.9-arch1-1'), ...modules('6.6.10-arch1-1') };
    expect(await rebootPending(await aMachine({ files }))).toMatchObject({
      fields: { pending: true, reasons: ['KernelUpdate'] },
    });
  });

  it('does not count the left-overs of a removed kernel', async () => {
    const files = {
      ...running('6.1.0-18-amd64'),
      ...modules('6.1.0-18-amd64'),
      '/lib/modules/6.1.0-30-amd64': null,
    };
    expect(await rebootPending(await aMachine({ files }))).toMatchObject({
      fields: { pending: false },
    });
  });

  it('is unreadable in a guest whose kernel comes from outside', async () => {
    const probe = await aMachine({ files: running('6.18.44-fc'), programs: noNeedrestart });
    expect(await rebootPending(probe)).toEqual({
      kind: 'unreadable',
      reason:
        'nothing here tells: no /run/reboot-required, no installed kernel to compare 6.18.44-fc with',
    });
    // Another kernel on its disk that is older proves nothing either.
    const other = { ...running('6.18.44-fc'), ...modules('6.1.0-18-amd64') };
    expect(
      await rebootPending(await aMachine({ files: other, programs: noNeedrestart })),
    ).toMatchObject({ kind: 'unreadable' });
  });

  it('asks needrestart where the files say nothing (documented)', async () => {
    const output =
      'NEEDRESTART-VER: 3.6\nNEEDRESTART-KCUR: 6.1.0-18\nNEEDRESTART-KEXP: 6.1.0-21\nNEEDRESTART-KSTA: 3\n';
    const probe = await aMachine({
      files: running('6.1.0-18'),
      programs: { 'needrestart -b -k': output },
    });
    expect(await rebootPending(probe)).toMatchObject({
      summary: 'restart pending: kernel 6.1.0-21 is installed, 6.1.0-18 runs',
    });
  });

  it.each(['', 'NEEDRESTART-KSTA: 0', 'NEEDRESTART-KSTA: 99', '\0'])(
    'knows nothing from %j',
    (text) => {
      expect(parseNeedrestart(text)).toBeUndefined();
    },
  );

  it('takes only package names', () => {
    expect(parsePackages('linux-image-amd64\n<b>x</b>\n\0\nlibc6:amd64\n')).toEqual([
      'linux-image-amd64',
      'libc6:amd64',
    ]);
  });
});
