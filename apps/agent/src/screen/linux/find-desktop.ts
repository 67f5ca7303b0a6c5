import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolFailure } from '../../errors/tool-failure.js';
import type { ReadingContext } from '../../platform/platform.js';
import { findProgram, runProgram } from '../../platform/run-program.js';
import {
  chooseDesktop,
  FIRST_PERSON_UID,
  followable,
  leadsIn,
  type Desktop,
  type ProcessWithDisplay,
} from './desktop.js';
import { onRootsDisplay } from './x-server.js';

const LOGINCTL_MS = 5_000;

/**
 * The desktop in which this agent was started by hand, else the one in front of the screen: a
 * service has none of its own.
 * @throws ToolFailure in words when there is none
 */
export async function findDesktop({ signal }: ReadingContext): Promise<Desktop> {
  const own = await lookInto('/proc/self');
  const started = own && chooseDesktop([own], undefined);
  if (started) return started;
  const active = await activeUser(signal);
  if (active !== undefined && active > 0 && active < FIRST_PERSON_UID) {
    throw new ToolFailure('exec_failed', 'nobody is logged in at the screen of this PC');
  }
  const ownUid = process.getuid?.();
  if (active === 0 && ownUid === 0) {
    throw new ToolFailure(
      'unsupported',
      'root is logged in at the screen of this PC, and kenny runs no programs of a desktop as root; ' +
        'log in as a person',
    );
  }
  const found = followable(await processesWithDisplay(), ownUid);
  const isUnsure = active === undefined && ownUid === 0;
  const desktop = chooseDesktop(isUnsure ? await onRootsDisplay(found) : found, active);
  if (desktop) return desktop;
  if (isUnsure && found.length > 0) {
    throw new ToolFailure(
      'unsupported',
      'nothing on this PC tells whose desktop is in front of its screen: logind names no session ' +
        'there, and the desktops that run were started by their users themselves or are of Wayland',
    );
  }
  throw new ToolFailure(
    'unsupported',
    'this PC shows no desktop: nobody is logged in, or it has no screen (no X11 or Wayland)',
  );
}

/** User of the active session, where logind knows; undefined also where there is none. */
async function activeUser(signal: AbortSignal): Promise<number | undefined> {
  const file = await findProgram('loginctl');
  if (file === undefined) return undefined;
  const ask = async (...args: string[]): Promise<string> => {
    const { exit_code, stdout } = await runProgram({ file, args, timeoutMs: LOGINCTL_MS, signal });
    return exit_code === 0 ? stdout.trim() : '';
  };
  const session = await ask('show-seat', 'seat0', '--property=ActiveSession', '--value');
  if (!/^[\w-]{1,64}$/.test(session)) return undefined;
  const [uid = '', type = ''] = (
    await ask('show-session', session, '--property=User', '--property=Type', '--value')
  ).split('\n');
  return /^\d{1,10}$/.test(uid) && type !== 'tty' ? Number(uid) : undefined;
}

/** Every process that we may inspect; as root all of them, else one's own. */
export async function processesWithDisplay(root = '/proc'): Promise<ProcessWithDisplay[]> {
  const pids = (await readdir(root)).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => lookInto(join(root, pid))));
  return found.flatMap((process) => process ?? []);
}

async function lookInto(folder: string): Promise<ProcessWithDisplay | undefined> {
  try {
    const { uid, gid } = await stat(folder);
    const env = leadsIn(await readFile(join(folder, 'environ'), 'latin1'));
    return env && { uid, gid, env };
  } catch {
    return undefined; // it has ended, or belongs to somebody else
  }
}
