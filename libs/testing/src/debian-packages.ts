import { spawnSync } from 'node:child_process';

const INSTALL_MS = 600_000;
/** Somebody else may be installing something just now. */
const WAIT = ['-o', 'DPkg::Lock::Timeout=120'];

/** Installs packages of Debian. @returns why they could not be; undefined when they are there */
export function installPackages(...packages: readonly string[]): string | undefined {
  const names = packages.join(' and ');
  if (process.getuid?.() !== 0) return `installing ${names} needs root`;
  const options = {
    encoding: 'utf8' as const,
    timeout: INSTALL_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  for (const words of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const { status, stderr, error } = spawnSync('apt-get', [...WAIT, ...words], options);
    if (status === 0) continue;
    const why = error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
    return `${names} cannot be installed: apt-get ${words[0]} ended with ${status}: ${why}`;
  }
  return undefined;
}
