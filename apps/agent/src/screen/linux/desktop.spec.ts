import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseDesktop, followable, leadsIn } from './desktop.js';
import { processesWithDisplay } from './find-desktop.js';
import { NoScreenTool, takePicture } from './take-picture.js';

const anna = (env: Record<string, string>, uid = 1000) => ({ uid, gid: 100, env });

describe('what leads to a screen', () => {
  it('is what a program of its user has in its environment, and nothing else of it', () => {
    const environ = [
      'DISPLAY=:0',
      'XAUTHORITY=/run/user/1000/gdm/Xauthority',
      'LD_PRELOAD=/tmp/evil.so',
      'PATH=/tmp',
      'LANG=de_DE.UTF-8',
      'PASSWORD=x',
      '',
    ].join('\0');
    expect(leadsIn(environ)).toEqual({
      DISPLAY: ':0',
      XAUTHORITY: '/run/user/1000/gdm/Xauthority',
      LANG: 'de_DE.UTF-8',
    });
  });

  it.each([
    '',
    'HOME=/home/anna',
    'DISPLAY=elsewhere.example:0',
    'DISPLAY=localhost:10.0',
    'DISPLAY=:0;reboot',
    'WAYLAND_DISPLAY=../../other user',
    'DISPLAY',
    '=:0',
  ])('is not %j', (environ) => {
    expect(leadsIn(`${environ}\0`)).toBeUndefined();
  });

  it('is looked for in every process that we may look into', async () => {
    const root = await mkdtemp(join(tmpdir(), 'kenny-proc-'));
    try {
      for (const [pid, environ] of [
        ['10', 'DISPLAY=:1\0HOME=/home/anna\0'],
        ['11', 'TERM=linux\0'],
        ['self', 'DISPLAY=:9\0'],
      ] as const) {
        await mkdir(join(root, pid));
        await writeFile(join(root, pid, 'environ'), environ);
      }
      await mkdir(join(root, '12'));
      const found = await processesWithDisplay(root);
      expect(found.map(({ env }) => env)).toEqual([{ DISPLAY: ':1', HOME: '/home/anna' }]);
    } finally {
      await rm(root, { recursive: true });
    }
  });
});

describe('the leads that are followed', () => {
  // What anybody gets who starts a program with the rights of root: /proc shows it as root's.
  const passwd = anna({ DISPLAY: ':66', HOME: '/tmp/prepared' }, 0);
  const greeter = anna({ DISPLAY: ':1024' }, 120);
  const desk = anna({ DISPLAY: ':0' });

  it('are never those of programs that run as root or the system, for a service', () => {
    const found = followable([passwd, passwd, greeter, desk], 0);
    expect(chooseDesktop(found, undefined)).toMatchObject({ uid: 1000, env: { DISPLAY: ':0' } });
    expect(chooseDesktop(followable([passwd, passwd], 0), 0)).toBeUndefined();
  });

  it('are the own ones alone for everybody else', () => {
    expect(followable([passwd, greeter, desk], 1000)).toEqual([desk]);
    expect(followable([passwd, desk], undefined)).toEqual([]);
  });
});

describe('the desktop that is looked at', () => {
  const xvfb = anna({ DISPLAY: ':99' }, 1001);
  const desk = anna({ DISPLAY: ':0' });
  const withRight = anna({ DISPLAY: ':0', XAUTHORITY: '/home/anna/.Xauthority' });

  it('is the one that most programs belong to, by the lead that also has the right', () => {
    expect(chooseDesktop([xvfb, desk, withRight, desk], undefined)).toEqual({
      ...withRight,
      kind: 'x11',
    });
  });

  it('is reached by the lead that has the right, and then by one whose person can be told', () => {
    const bus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus' };
    const told = anna({ DISPLAY: ':0', ...bus });
    const both = anna({ ...withRight.env, ...bus });
    expect(chooseDesktop([desk, told, desk], undefined)).toMatchObject(told);
    expect(chooseDesktop([told, withRight], undefined)).toMatchObject(withRight);
    expect(chooseDesktop([withRight, both, desk], undefined)).toMatchObject(both);
  });

  it('is the one of the user whose session is in front', () => {
    expect(chooseDesktop([xvfb, desk, desk], 1001)).toMatchObject({ uid: 1001 });
    expect(chooseDesktop([xvfb, desk], 1002)).toBeUndefined();
  });

  it('is Wayland where it has that, although it also has a display for older programs', () => {
    const both = anna({ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' });
    expect(chooseDesktop([both], undefined)).toMatchObject({ kind: 'wayland' });
    expect(chooseDesktop([], undefined)).toBeUndefined();
  });
});

describe('taking the picture', () => {
  it('says what to install where no program can', async () => {
    // No program of a desktop is on the machines that run these tests; one that is fails without its desktop.
    const failure: unknown = await takePicture('wayland', {}).catch((error: unknown) => error);
    if (failure instanceof NoScreenTool) expect(failure.message).toContain('grim');
    else expect(String(failure)).toMatch(/grim|spectacle|gnome-screenshot/);
  });
});
