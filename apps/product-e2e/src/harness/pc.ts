import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import type { World } from './world.js';

/** What a command on the PC came to. */
export interface Said {
  readonly code: number | null;
  /** Both streams, as they came. */
  readonly text: string;
}

/**
 * The machine's own files under a layer that is thrown away, with processes of its own: whoever is
 * root in it installs, kills and removes without touching the machine. The network is shared, or one of its own.
 */
const BOOT = `set -e
cd "$1"
mount -t tmpfs tmpfs .
cd "$1"
mkdir upper work root
mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root
mount -t proc proc root/proc
mount --rbind /dev root/dev
mount --rbind /sys root/sys
mount -t tmpfs tmpfs root/tmp
mount -t tmpfs tmpfs root/run
# Without apt's lists its agent does not have apt reckon for seconds at each start.
[ ! -d root/var/lib/apt/lists ] || mount -t tmpfs tmpfs root/var/lib/apt/lists
# What was changed can be looked at from inside.
mkdir root/tmp/upper
mount --bind upper root/tmp/upper
echo up
# Whatever loses its parent is reaped by this one.
exec chroot root /bin/sh -c 'while :; do sleep 1; done'
`;

/** Why no such PC can be had here; undefined when it can. */
export function whyNoPc(): string | undefined {
  if (process.getuid?.() !== 0) return 'this needs root';
  const { status, stderr } = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']);
  return status === 0 ? undefined : `no namespaces here: ${String(stderr).trim()}`;
}

/** A bare Linux PC without systemd, for as long as the world stands. */
export class Pc {
  private constructor(
    private readonly init: ChildProcess,
    private readonly pid: number,
  ) {}

  /** @param network the namespace that it is in; the machine's own without it */
  static async start(world: World, name: string, network?: string): Promise<Pc> {
    const folder = world.makeFolder(name);
    const script = join(world.makeFolder(`${name}-boot`), 'boot.sh');
    mkdirSync(folder, { recursive: true });
    writeFileSync(script, BOOT);
    const unshare = ['unshare', '--mount', '--pid', '--fork', '--kill-child'];
    const boot = [...unshare, 'sh', script, folder];
    const init = spawn('nsenter', [...(network ? [`--net=${network}`] : []), ...boot], {
      stdio: 'pipe',
    });
    let said = '';
    for (const stream of [init.stdout, init.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    }
    await eventually('the PC is up', () => {
      if (init.exitCode !== null) throw new Error(`it did not come up: ${said}`);
      return said.includes('up\n') || undefined;
    });
    const pid = await eventually('its first process is known', () => childOf(init.pid ?? 0));
    const pc = new Pc(init, pid);
    world.onClose(() => pc.off());
    return pc;
  }

  /** A shell line in it, as root, with nothing of the environment that runs the tests. */
  run(line: string): Promise<Said> {
    return runInside(this.pid, ['--mount', '--pid', '--net'], line);
  }

  /** How a program is started in it, instead of on this machine. */
  inside(program: string, args: readonly string[]): { program: string; args: readonly string[] } {
    const into = ['-t', String(this.pid), '--mount', '--pid', '--net', '--root', '--wd'];
    return { program: 'nsenter', args: [...into, program, ...args] };
  }

  /** The same, which has to succeed. */
  async does(line: string): Promise<string> {
    const { code, text } = await this.run(line);
    if (code !== 0) throw new Error(`"${line}" ended with ${code}:\n${text}`);
    return text;
  }

  /** Files that were made or changed in it, sorted; its folders for passing things are left out. */
  async changed(): Promise<string[]> {
    const list = await this.does(
      'cd /tmp/upper && find . ! -type d ! -type c; find /run -name "*kenny*"',
    );
    const files = list
      .trim()
      .split('\n')
      .map((file) => file.replace(/^\.\//, '/'));
    return files.filter((file) => file !== '' && !file.startsWith('/tmp/')).sort();
  }

  /** Every process of it ends with its first one. */
  async off(): Promise<void> {
    if (this.init.exitCode !== null || this.init.signalCode !== null) return;
    const gone = new Promise((resolve) => this.init.once('exit', resolve));
    this.init.kill('SIGKILL');
    await gone;
  }
}

/** A shell line in the namespaces of a process, and on its disk. */
export function runInside(pid: number, namespaces: readonly string[], line: string): Promise<Said> {
  const into = ['-t', String(pid), ...namespaces, '--root', '--wd'];
  // A file, not a pipe: at its exit all of it is there, and what it left behind holds nobody up.
  const folder = mkdtempSync(join(tmpdir(), 'kenny-said-'));
  const file = join(folder, 'said');
  const said = openSync(file, 'a');
  const child = spawn('nsenter', [...into, 'sh', '-c', line], {
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: ['ignore', said, said],
  });
  return new Promise<Said>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code, text: readFileSync(file, 'utf8') }));
  }).finally(() => {
    closeSync(said);
    rmSync(folder, { recursive: true, force: true });
  });
}

export function childOf(pid: number): number | undefined {
  const { stdout } = spawnSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' });
  const child = Number(stdout.trim().split('\n')[0]);
  return Number.isSafeInteger(child) && child > 0 ? child : undefined;
}
