import { spawnSync } from 'node:child_process';
import { installPackages } from '@kenny/testing';
import { eventually } from './eventually.js';
import type { Program } from './program.js';
import type { World } from './world.js';

/** A bus of a desktop, a service that shows notices there, and what sends them. */
const PACKAGES = ['dbus', 'dunst', 'libnotify-bin'];
const PROGRAMS = ['dbus-daemon', 'dunst', 'notify-send'];

/** Why no notices can be had here; undefined when they can, or could be installed. */
export function whyNoNotices(): string | undefined {
  if (process.platform !== 'linux') return 'a desktop with notices needs Linux';
  if (canNotify()) return undefined;
  const problem = installPackages(...PACKAGES);
  if (problem !== undefined) return problem;
  return canNotify() ? undefined : 'a service for notices was installed and does not start';
}

function canNotify(): boolean {
  return PROGRAMS.every((name) => spawnSync('which', [name]).status === 0);
}

/** What shows notices on a screen of X11, for as long as the world stands. */
export class NoticeDesk {
  private constructor(
    /** Address of the bus, as programs of the desktop know it. */
    readonly bus: string,
    private readonly service: Program,
  ) {}

  static async start(world: World, display: string): Promise<NoticeDesk> {
    const cwd = world.folder;
    const bus = world.start({
      ...{ name: 'bus', program: 'dbus-daemon', cwd },
      args: ['--session', '--nofork', '--print-address'],
    });
    const [address] = await bus.says(/^unix:\S+/m);
    const service = world.start({
      ...{ name: 'notices', program: 'dunst', args: ['-print'], cwd },
      env: { DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: address, HOME: cwd },
    });
    // A notice that comes earlier would make the bus start another.
    await eventually('the service for notices is on the bus', () => isOn(address));
    return new NoticeDesk(address, service);
  }

  /** A notice that came, or will come. */
  shows(pattern: RegExp): Promise<RegExpExecArray> {
    return this.service.says(pattern);
  }
}

function isOn(address: string): true | undefined {
  const words = [
    ...[`--bus=${address}`, '--print-reply', '--dest=org.freedesktop.DBus'],
    ...['/org/freedesktop/DBus', 'org.freedesktop.DBus.NameHasOwner'],
    'string:org.freedesktop.Notifications',
  ];
  const { stdout } = spawnSync('dbus-send', words, { encoding: 'utf8' });
  return stdout.includes('boolean true') ? true : undefined;
}
