import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { installPackages } from '@kenny/testing';

/** What each program comes with; Debian only recommends the init of containers. */
const PACKAGES = {
  podman: 'podman',
  runc: 'runc',
  catatonit: 'catatonit',
  busybox: 'busybox-static',
};
/** Programs of the image, all of them busybox. */
const APPLETS = ['sh', 'grep', 'cat', 'ls', 'env', 'id', 'sleep'];
/** The usual ones are more than a test machine may allow. */
const CONF = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
`;

/** Why no container can be started here; undefined when they can. */
export function whyNoPodman(): string | undefined {
  if (process.platform !== 'linux') return 'it is not Linux';
  if (process.getuid?.() !== 0) return 'it needs root';
  const absent = Object.entries(PACKAGES).filter(
    ([program]) => spawnSync('which', [program]).status !== 0,
  );
  if (absent.length === 0) return undefined;
  return installPackages(...absent.map(([, name]) => name));
}

/** A Podman of its own: its images, its containers and its socket, gone with it. */
export class Podman {
  private constructor(
    private readonly folder: string,
    private readonly service: ChildProcess,
    readonly socket: string,
  ) {}

  static async start(): Promise<Podman> {
    const folder = mkdtempSync(join(tmpdir(), 'kenny-podman-'));
    writeFileSync(join(folder, 'containers.conf'), CONF);
    const socket = join(folder, 'api.sock');
    const service = spawn(
      'podman',
      [
        ...places(folder),
        '--log-level',
        'info',
        'system',
        'service',
        '--time',
        '0',
        `unix://${socket}`,
      ],
      { env: environment(folder), stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const lines = createInterface({ input: service.stderr });
    const told: string[] = [];
    for await (const line of lines) {
      told.push(line);
      if (line.includes('API service listening')) break;
    }
    service.stderr.resume();
    if (!existsSync(socket)) throw new Error(`Podman did not start: ${told.join('\n')}`);
    return new Podman(folder, service, socket);
  }

  run(...args: string[]): string {
    return execFileSync('podman', [...places(this.folder), ...args], {
      env: environment(this.folder),
      encoding: 'utf8',
    });
  }

  /** An image of this machine's own Node.js and agentctl, with this program as its agent. */
  image(name: string, agentctl: string, agent: string): void {
    const root = join(this.folder, 'rootfs');
    const put = (from: string, to: string): void => {
      mkdirSync(dirname(join(root, to)), { recursive: true });
      copyFileSync(from, join(root, to));
    };
    put(execFileSync('which', ['busybox'], { encoding: 'utf8' }).trim(), '/bin/busybox');
    for (const applet of APPLETS) symlinkSync('busybox', join(root, 'bin', applet));
    put(process.execPath, '/usr/bin/node');
    const libraries = execFileSync('ldd', [process.execPath], { encoding: 'utf8' });
    for (const [file] of libraries.matchAll(/\/\S+\.so\S*/g)) put(file, file);
    put(agentctl, '/usr/local/bin/agentctl.cjs');
    writeFileSync(join(root, 'usr/local/bin/agent.mjs'), agent);
    for (const empty of ['tmp', 'proc', 'dev', 'sys', 'etc', 'workspace', 'home/agent']) {
      mkdirSync(join(root, empty), { recursive: true });
    }
    execFileSync('tar', ['-C', root, '-cf', join(this.folder, 'rootfs.tar'), '.']);
    const changes = [
      'ENTRYPOINT ["/usr/bin/node","/usr/local/bin/agentctl.cjs"]',
      'ENV PATH=/usr/bin:/bin',
      'ENV AGENTCTL_AGENT_COMMAND="node /usr/local/bin/agent.mjs --acp"',
      'ENV OF_THE_IMAGE=yes',
    ].flatMap((change) => ['--change', change]);
    this.run('import', '--quiet', ...changes, join(this.folder, 'rootfs.tar'), name);
  }

  async stop(): Promise<void> {
    this.run('rm', '--all', '--force', '--time', '0');
    this.service.kill();
    await once(this.service, 'close');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const places = (folder: string): string[] => [
  ...['--root', join(folder, 'root'), '--runroot', join(folder, 'run')],
  ...['--storage-driver', 'vfs'],
];

const environment = (folder: string) => ({
  PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin',
  HOME: folder,
  XDG_RUNTIME_DIR: folder,
  CONTAINERS_CONF: join(folder, 'containers.conf'),
});
