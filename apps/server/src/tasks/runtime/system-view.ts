import { lstat, readlink } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';

/** Folders of a merged or a split `/usr`; links stay links, so that programs find each other. */
const ROOTS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
const WHOLE = ['/usr', '/nix/store'];

/**
 * What programs need of `/etc`: names, certificates, the linker. The rest holds keys and passwords,
 * which a server that runs as root could read.
 */
const ETC = [
  ...['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'alternatives'],
  ...['resolv.conf', 'hosts', 'nsswitch.conf', 'gai.conf', 'host.conf', 'protocols', 'services'],
  ...['ssl/certs', 'ssl/openssl.cnf', 'ca-certificates', 'pki/tls/certs', 'pki/ca-trust/extracted'],
  ...['crypto-policies', 'localtime', 'timezone', 'os-release', 'mime.types', 'magic', 'terminfo'],
  ...['bash.bashrc', 'profile', 'inputrc', 'fonts'],
];

/** Arguments for bubblewrap that put the machine's own programs into view, read-only. */
export async function systemView(): Promise<string[]> {
  const args: string[] = [];
  for (const path of WHOLE) args.push('--ro-bind-try', path, path);
  for (const path of ROOTS) {
    const found = await lstat(path).catch(() => null);
    if (found?.isSymbolicLink()) args.push('--symlink', await readlink(path), path);
    else if (found) args.push('--ro-bind', path, path);
  }
  for (const name of ETC) args.push('--ro-bind-try', `/etc/${name}`, `/etc/${name}`);
  return args;
}

const SEEN = [...WHOLE, ...ROOTS];

/** Whether `systemView` shows it already. */
export const isInSystemView = (file: string): boolean => SEEN.some((root) => isWithin(root, file));

export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}

/**
 * What has to be in view for a program that lies elsewhere: a package of npm with its neighbours and
 * its link, else the file alone.
 * @param file the program as it was found
 * @param real the same with links followed
 */
export function programView(file: string, real: string): string[] {
  const modules = real.indexOf(`${sep}node_modules${sep}`);
  const needed =
    modules === -1 ? [file, real] : [dirname(file), `${real.slice(0, modules)}${sep}node_modules`];
  return [...new Set(needed)].filter((path) => !isInSystemView(path));
}
