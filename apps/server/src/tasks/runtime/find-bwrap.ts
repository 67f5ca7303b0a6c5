import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SANDBOX_USER } from './sandbox.js';
import { systemView } from './system-view.js';

const run = promisify(execFile);
const PROBE_MS = 10_000;

export type Bubblewrap =
  { readonly file: string; readonly lastUserNamespace: boolean } | { readonly unavailable: string };

/** Starts `true` in a sandbox: whether this machine allows one is not known before. */
export async function probeBubblewrap(file: string): Promise<Bubblewrap> {
  const first = await probe(file, ['--disable-userns', '--size', '4096', '--tmpfs', '/tmp']);
  if (first === null) return { file, lastUserNamespace: true };
  const second = await probe(file, ['--size', '4096', '--tmpfs', '/tmp']);
  if (second === null) return { file, lastUserNamespace: false };
  return {
    unavailable:
      `bubblewrap cannot make a sandbox here (${second}). It needs unprivileged user namespaces; ` +
      'inside a container, use agents of the docker runtime',
  };
}

/** Null when it works, else what it said. */
async function probe(file: string, more: readonly string[]): Promise<string | null> {
  const id = String(SANDBOX_USER.id);
  const args = [
    ...['--unshare-user', '--uid', id, '--gid', id, '--unshare-pid', '--unshare-ipc'],
    ...(await systemView()),
    ...['--proc', '/proc', '--dev', '/dev', '--die-with-parent', ...more, '--', 'true'],
  ];
  try {
    await run(file, args, { timeout: PROBE_MS, env: { PATH: '/usr/bin:/bin' } });
    return null;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    return (said || String(error)).split('\n')[0]?.slice(0, 200) ?? 'no reason given';
  }
}
