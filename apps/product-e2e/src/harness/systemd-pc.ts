import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '@kenny/testing';
import { endNow } from './end-now.js';
import { eventually } from './eventually.js';
import { childOf, runInside, whyNoPc, type Said } from './pc.js';
import type { World } from './world.js';

const BOOT_MS = 120_000;
const SYSTEMD = '/lib/systemd/systemd';

/**
 * The machine's own files under a layer that is thrown away, started by their own systemd. What would
 * be there twice is masked. systemd-nspawn ends with 133 when the PC wants to be started again.
 */
const BOOT = `set -e
cd "$1"
mount -t tmpfs tmpfs .
cd "$1"
mkdir lower upper work root
mount --bind / lower
mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work root
for unit in postgresql.service cron.service anacron.timer apt-daily.timer apt-daily-upgrade.timer \\
  man-db.timer machines.target; do
  ln -sf /dev/null root/etc/systemd/system/$unit
done
# Without apt's lists its agent does not have apt reckon for seconds at each start.
rm -rf root/var/lib/apt/lists
while :; do
  code=0
  systemd-nspawn --quiet --directory=root --machine="$2" --register=no --keep-unit --boot || code=$?
  [ "$code" = 133 ] || exit "$code"
done
`;

/** Why no PC with systemd can be had here; undefined when it is there, or could be installed. */
export function whyNoSystemdPc(): string | undefined {
  const reason = whyNoPc();
  if (reason !== undefined) return reason;
  if (!existsSync(SYSTEMD)) return 'this machine has no systemd';
  const problem = nspawnIsThere() ? undefined : installNspawn();
  return problem ?? tryMount();
}

const nspawnIsThere = (): boolean => spawnSync('systemd-nspawn', ['--version']).status === 0;

function installNspawn(): string | undefined {
  const problem = installPackages('systemd-container');
  if (problem !== undefined) return problem;
  return nspawnIsThere() ? undefined : 'systemd-nspawn was installed and does not start';
}

/** An overlay in a namespace of its own, which is gone with the process. */
function tryMount(): string | undefined {
  const script = `mount -t tmpfs tmpfs /mnt && cd /mnt && mkdir l u w r &&
    mount --bind / l && mount -t overlay overlay -o lowerdir=l,upperdir=u,workdir=w r`;
  const { status, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', script]);
  return status === 0 ? undefined : `no overlay can be mounted: ${String(stderr).trim()}`;
}

/** A Linux PC that its own systemd runs, for as long as the world stands. */
export class SystemdPc {
  private constructor(private readonly host: ChildProcess) {}

  static async start(world: World, name: string): Promise<SystemdPc> {
    const folder = world.makeFolder(name);
    const script = join(world.makeFolder(`${name}-boot`), 'boot.sh');
    mkdirSync(folder, { recursive: true });
    writeFileSync(script, BOOT);
    const host = spawn(
      'unshare',
      ['--mount', '--fork', '--kill-child', 'sh', script, folder, `kenny-${process.pid}`],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let said = '';
    for (const stream of [host.stdout, host.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)));
    }
    const pc = new SystemdPc(host);
    world.onClose(() => pc.off());
    await pc.booted(undefined).catch((error: unknown) => {
      throw new Error(`the PC did not come up: ${said}`, { cause: error });
    });
    return pc;
  }

  /** A shell line in it, as root, with nothing of the environment that runs the tests. */
  run(line: string): Promise<Said> {
    const { init } = this;
    if (init === undefined) return Promise.resolve({ code: null, text: 'the PC is off' });
    return runInside(init, ['--mount', '--uts', '--ipc', '--net', '--pid'], line);
  }

  /** The same, which has to succeed. */
  async does(line: string): Promise<string> {
    const { code, text } = await this.run(line);
    if (code !== 0) throw new Error(`"${line}" ended with ${code}:\n${text}`);
    return text;
  }

  async reboot(): Promise<void> {
    const before = this.init;
    await this.run('systemctl reboot');
    await this.booted(before);
  }

  /** Every process of it ends with its first one. */
  async off(): Promise<void> {
    if (this.host.exitCode !== null || this.host.signalCode !== null) return;
    const gone = new Promise((resolve) => this.host.once('exit', resolve));
    // nspawn outlives the script that started it: all of them, from the outside in.
    const below = this.processes;
    this.host.kill('SIGKILL');
    for (const pid of below) endNow(pid);
    await gone;
  }

  /** systemd itself: the child of nspawn, which is a child of the script. */
  private get init(): number | undefined {
    const [, , init] = this.processes;
    return init !== undefined && nameOf(init) === 'systemd' ? init : undefined;
  }

  /** The script, nspawn and systemd, as far as they are there. */
  private get processes(): number[] {
    const found: number[] = [];
    for (let pid = childOf(this.host.pid ?? 0); pid !== undefined && found.length < 3;) {
      found.push(pid);
      pid = childOf(pid);
    }
    return found;
  }

  private async booted(before: number | undefined): Promise<void> {
    await eventually(
      'the PC is up',
      async () => {
        if (this.host.exitCode !== null) throw new Error('it has ended');
        if (this.init === undefined || this.init === before) return undefined;
        const { text } = await this.run('systemctl is-system-running');
        return /^(running|degraded)$/m.test(text) ? true : undefined;
      },
      BOOT_MS,
    );
  }
}

function nameOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return undefined; // it has just ended
  }
}
