import { isWithin, systemView } from './system-view.js';

/** A folder or file of the server as the agent sees it. */
export interface Bind {
  readonly from: string;
  readonly to: string;
  readonly writable: boolean;
}

export interface SandboxPlan {
  /** Absolute path of bubblewrap. */
  readonly bwrap: string;
  /** Whether it can forbid further user namespaces. */
  readonly lastUserNamespace: boolean;
  readonly binds: readonly Bind[];
  /** Hidden, wherever they would show up: the data folder above all. */
  readonly hidden: readonly string[];
  readonly cwd: string;
  readonly memory_mb: number;
  /** False: not even loopback. */
  readonly network: boolean;
}

export const SANDBOX_HOME = '/home/agent';
export const SANDBOX_USER = { name: 'agent', id: 1_000 } as const;
/** What agentctl marks its processes with; nobody's business inside. */
const UNSET = ['RUN_BY_AGENTCTL'];
const MIB = 1024 * 1024;
/** Of a file system that lives in memory. */
const DEVICES_BYTES = 64 * MIB;

/**
 * The words that put a command into the sandbox: a view of its own of files, processes, users and
 * names, no capability, dead when its parent dies. The network is the server's, since agents call
 * their model service and kenny.
 */
export async function sandboxed(plan: SandboxPlan, command: readonly string[]): Promise<string[]> {
  const { bwrap, lastUserNamespace, binds, hidden, cwd, memory_mb, network } = plan;
  const system = await systemView();
  const id = String(SANDBOX_USER.id);
  return [
    bwrap,
    ...['--unshare-user', '--uid', id, '--gid', id],
    ...(lastUserNamespace ? ['--disable-userns'] : []),
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(network ? [] : ['--unshare-net']),
    ...['--hostname', 'kenny-task', '--die-with-parent', '--new-session'],
    ...system,
    ...hiddenBelow(['/usr'], hidden),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--size', String(DEVICES_BYTES), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...memoryFolder('/tmp', memory_mb),
    ...memoryFolder('/var/tmp', memory_mb),
    ...binds.flatMap((bind) => bindOf(bind, hidden)),
    ...UNSET.flatMap((name) => ['--unsetenv', name]),
    // Last, because the places of all binds are made in it.
    ...['--remount-ro', '/', '--chdir', cwd, '--', ...command],
  ];
}

function bindOf({ from, to, writable }: Bind, hidden: readonly string[]): string[] {
  const below = hidden
    .filter((secret) => secret !== from && isWithin(from, secret))
    .flatMap((secret) => ['--tmpfs', to + secret.slice(from.length)]);
  return [writable ? '--bind' : '--ro-bind', from, to, ...below];
}

function hiddenBelow(roots: readonly string[], hidden: readonly string[]): string[] {
  return hidden
    .filter((path) => roots.some((root) => isWithin(root, path)))
    .flatMap((path) => ['--tmpfs', path]);
}

/** A quarter of the agent's memory: what lies there is memory too. */
function memoryFolder(path: string, memory_mb: number): string[] {
  const bytes = Math.max(16, Math.floor(memory_mb / 4)) * MIB;
  return ['--perms', '1777', '--size', String(bytes), '--tmpfs', path];
}
