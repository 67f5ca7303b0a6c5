/** Where a user's screen can be reached: from the environment of their programs. */
export interface Desktop {
  readonly uid: number;
  readonly gid: number;
  readonly kind: 'x11' | 'wayland';
  readonly env: Readonly<Record<string, string>>;
}

/** A process with the variables that may lead to its screen. */
export interface ProcessWithDisplay {
  readonly uid: number;
  readonly gid: number;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Variables by which programs find their user's screen, each with the form that is accepted. The
 * values come from the user and reach only programs run as that user. Displays of other machines
 * are refused.
 */
const LEADS: Readonly<Record<string, RegExp>> = {
  DISPLAY: /^:\d{1,5}(?:\.\d{1,2})?$/,
  WAYLAND_DISPLAY: /^(?:[\w.-]{1,100}|\/[\w./-]{1,100})$/,
  XAUTHORITY: /^\/[^\0]{1,1000}$/,
  XDG_RUNTIME_DIR: /^\/[^\0]{1,1000}$/,
  XDG_CURRENT_DESKTOP: /^[\w:;. -]{1,100}$/,
  DBUS_SESSION_BUS_ADDRESS: /^unix:[^\0]{1,1000}$/,
  /** The language in which the person is told. */
  LANG: /^[\w.@-]{1,40}$/,
  HOME: /^\/[^\0]{0,1000}$/,
};

/** Such variables in `/proc/<pid>/environ`; undefined for a process without a screen. */
export function leadsIn(environ: string): Readonly<Record<string, string>> | undefined {
  const found: Record<string, string> = {};
  for (const line of environ.split('\0')) {
    const cut = line.indexOf('=');
    const [name, value] = [line.slice(0, cut), line.slice(cut + 1)];
    if (cut > 0 && Object.hasOwn(LEADS, name) && LEADS[name]?.test(value)) found[name] = value;
  }
  return 'DISPLAY' in found || 'WAYLAND_DISPLAY' in found ? found : undefined;
}

/** Accounts below this are the system's: their screen is a login screen. */
export const FIRST_PERSON_UID = 1000;

/**
 * Processes whose variables may be trusted. The environment of a setuid program (`passwd`) is what
 * the person who started it wrote, so root ignores processes that run as root.
 */
export function followable(
  processes: readonly ProcessWithDisplay[],
  ownUid: number | undefined,
): ProcessWithDisplay[] {
  return processes.filter(({ uid }) => (ownUid === 0 ? uid >= FIRST_PERSON_UID : uid === ownUid));
}

/**
 * The desktop to capture: that of the user with the active session where the system tells, else the
 * one with the most programs, since a real desktop has many and a program with its own display has
 * not.
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
    const better = worthOf(one) > worthOf(group.first);
    groups.set(key, { count: group.count + 1, first: better ? one : group.first });
  }
  const [most] = [...groups.values()].sort((a, b) => b.count - a.count);
  if (!most) return undefined;
  const { uid, gid, env } = most.first;
  return { uid, gid, env, kind: 'WAYLAND_DISPLAY' in env ? 'wayland' : 'x11' };
}

/** The authorization for the display comes first; the bus is how the person is told. */
function worthOf({ env }: ProcessWithDisplay): number {
  return 2 * Number('XAUTHORITY' in env) + Number('DBUS_SESSION_BUS_ADDRESS' in env);
}
