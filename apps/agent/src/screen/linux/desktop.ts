/** Where a person's screen can be asked for: what a program of theirs has in its environment. */
export interface Desktop {
  readonly uid: number;
  readonly gid: number;
  readonly kind: 'x11' | 'wayland';
  readonly env: Readonly<Record<string, string>>;
}

/** One process with what may lead to its screen. */
export interface ProcessWithDisplay {
  readonly uid: number;
  readonly gid: number;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * What a program needs to find the screen of its user, each with the form that is believed. The values
 * are the user's own and reach only programs that run as that very user. No display of another machine.
 */
const LEADS: Readonly<Record<string, RegExp>> = {
  DISPLAY: /^:\d{1,5}(?:\.\d{1,2})?$/,
  WAYLAND_DISPLAY: /^(?:[\w.-]{1,100}|\/[\w./-]{1,100})$/,
  XAUTHORITY: /^\/[^\0]{1,1000}$/,
  XDG_RUNTIME_DIR: /^\/[^\0]{1,1000}$/,
  XDG_CURRENT_DESKTOP: /^[\w:;. -]{1,100}$/,
  DBUS_SESSION_BUS_ADDRESS: /^unix:[^\0]{1,1000}$/,
  HOME: /^\/[^\0]{0,1000}$/,
};

/** The leads in `/proc/<pid>/environ`; undefined for a process that belongs to no screen. */
export function leadsIn(environ: string): Readonly<Record<string, string>> | undefined {
  const found: Record<string, string> = {};
  for (const line of environ.split('\0')) {
    const cut = line.indexOf('=');
    const [name, value] = [line.slice(0, cut), line.slice(cut + 1)];
    if (cut > 0 && Object.hasOwn(LEADS, name) && LEADS[name]?.test(value)) found[name] = value;
  }
  return 'DISPLAY' in found || 'WAYLAND_DISPLAY' in found ? found : undefined;
}

/** Accounts below are the system's: a screen that belongs to one shows who may log in. */
export const FIRST_PERSON_UID = 1000;

/**
 * The processes whose leads may be followed. The environment of a program that anybody may start as
 * root (`passwd`) is what that person wrote, so root itself follows none that runs as root.
 */
export function followable(
  processes: readonly ProcessWithDisplay[],
  ownUid: number | undefined,
): ProcessWithDisplay[] {
  return processes.filter(({ uid }) => (ownUid === 0 ? uid >= FIRST_PERSON_UID : uid === ownUid));
}

/**
 * The desktop that is looked at: of the user whose session is the active one where the system tells,
 * and of several the one that most programs belong to, because a desktop has many and a single
 * program with a display of its own has not.
 */
export function chooseDesktop(
  processes: readonly ProcessWithDisplay[],
  activeUid: number | undefined,
): Desktop | undefined {
  const groups = new Map<string, { count: number; first: ProcessWithDisplay }>();
  for (const one of processes) {
    if (activeUid !== undefined && one.uid !== activeUid) continue;
    const { DISPLAY, WAYLAND_DISPLAY } = one.env;
    const key = JSON.stringify([one.uid, DISPLAY, WAYLAND_DISPLAY]);
    const group = groups.get(key) ?? { count: 0, first: one };
    // One that also says with what right it may look at the screen is the better lead.
    const better = 'XAUTHORITY' in one.env && !('XAUTHORITY' in group.first.env);
    groups.set(key, { count: group.count + 1, first: better ? one : group.first });
  }
  const [most] = [...groups.values()].sort((a, b) => b.count - a.count);
  if (!most) return undefined;
  const { uid, gid, env } = most.first;
  return { uid, gid, env, kind: 'WAYLAND_DISPLAY' in env ? 'wayland' : 'x11' };
}
