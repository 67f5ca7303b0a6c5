import { isRemote, parseMountinfo } from '../disk/mountinfo.js';
import type { SystemFiles } from '../probe/system-files.js';

const MAX_USERS = 50;
const FIRST_PERSON_UID = 1000;
const NOBODY_UID = 65534;

export interface UserHome {
  user: string;
  home: string;
}

/** People with a folder of their own, root first (passwd(5)). */
export function parsePasswd(text: string): UserHome[] {
  const users = text.split('\n').flatMap((line) => {
    const [user, , uid, , , home, shell = ''] = line.split(':');
    const id = /^\d{1,10}$/.test(uid ?? '') ? Number(uid) : NaN;
    const isPerson = id === 0 || (id >= FIRST_PERSON_UID && id !== NOBODY_UID);
    if (!user || !home?.startsWith('/') || home === '/' || !isPerson) return [];
    return /\/(nologin|false)$/.test(shell) ? [] : [{ user, home }];
  });
  return users.slice(0, MAX_USERS);
}

/** Homes that can be read without waiting for another machine or for a user's own file system. */
export async function localHomes(
  files: SystemFiles,
): Promise<{ local: UserHome[]; remote: UserHome[] }> {
  const users = parsePasswd(await files.read('/etc/passwd', 1024 * 1024));
  const mounts = parseMountinfo(await files.read('/proc/self/mountinfo', 1024 * 1024));
  const risky = mounts.filter((mount) => isRemote(mount) || mount.type === 'autofs');
  const isFar = ({ home }: UserHome): boolean =>
    risky.some(({ point }) => `${home}/`.startsWith(point === '/' ? '/' : `${point}/`));
  return { local: users.filter((user) => !isFar(user)), remote: users.filter(isFar) };
}
