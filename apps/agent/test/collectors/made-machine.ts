import { systemClock } from '@kenny/kernel';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { NetworkInterfaceInfo } from 'node:os';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LoadMeter } from '../../src/collectors/load/load-meter.js';
import type { Probe, ProgramOutput, VolumeSize } from '../../src/collectors/probe/probe.js';
import { SystemFiles } from '../../src/collectors/probe/system-files.js';

/** What a made machine holds. Everything that is not told is not there, or fails and names itself. */
export interface Machine {
  /** Path → content; `{ link }` makes a symbolic link, null an empty folder. */
  files?: Readonly<Record<string, Content>>;
  /** `program arg arg` (or how that begins) → its output, or why it gave none. */
  programs?: Readonly<Record<string, string | Failed>>;
  addresses?: Readonly<Record<string, readonly string[]>>;
  volumes?: Readonly<Record<string, VolumeSize>>;
  now?: number;
  /** Default: one that has seen nothing yet. */
  load?: LoadMeter;
  signal?: AbortSignal;
}

type Content = string | Buffer | { link: string } | null;

/** `failed` is the reason; the program's own words and exit code where a collector looks at them. */
interface Failed {
  failed: string;
  said?: string;
  exitCode?: number | null;
}

const COLLECTORS = fileURLToPath(new URL('../../src/collectors/', import.meta.url));

/** A recorded or documented output: `services/recorded/systemctl-show.txt`. */
export function recorded(path: string): Promise<string> {
  return readFile(join(COLLECTORS, path), 'utf8');
}

/** Call once in a `describe`: returns a builder of machines and removes their trees afterwards. */
export function madeMachines(): (machine: Machine) => Promise<Probe> {
  const trees: string[] = [];
  afterAll(() => Promise.all(trees.map((tree) => rm(tree, { recursive: true, force: true }))));
  return async (machine) => {
    const root = await mkdtemp(join(tmpdir(), 'kenny-machine-'));
    trees.push(root);
    for (const [path, content] of Object.entries(machine.files ?? {})) {
      await make(join(root, path), content);
    }
    return probeOf(machine, root);
  };
}

async function make(path: string, content: Content): Promise<void> {
  await mkdir(content === null ? path : dirname(path), { recursive: true });
  if (content === null) return;
  if (typeof content === 'string' || Buffer.isBuffer(content)) await writeFile(path, content);
  else await symlink(content.link, path);
}

function probeOf(machine: Machine, root: string): Probe {
  let elapsed = 0;
  return {
    files: new SystemFiles(root),
    clock: {
      now: () => machine.now ?? Date.parse('2026-11-21T12:00:00Z'),
      monotonic: () => elapsed,
      setTimer: (fn, ms) => systemClock.setTimer(fn, ms),
    },
    load: machine.load ?? new LoadMeter(),
    signal: machine.signal ?? new AbortController().signal,
    run: (program, args) => Promise.resolve(outputOf(machine, [program, ...args].join(' '))),
    pause: (ms) => {
      elapsed += ms;
      return Promise.resolve();
    },
    addresses: () =>
      Object.fromEntries(
        Object.entries(machine.addresses ?? {}).map(([name, ips]) => [name, ips.map(addressInfo)]),
      ),
    volumeSize: (mount) => {
      const size = machine.volumes?.[mount];
      return size ? Promise.resolve(size) : Promise.reject(new Error(`no size told for ${mount}`));
    },
  };
}

function outputOf(machine: Machine, command: string): ProgramOutput {
  const told = Object.entries(machine.programs ?? {}).find(([start]) => command.startsWith(start));
  if (!told) throw new Error(`no output told for: ${command}`);
  const [, output] = told;
  if (typeof output === 'string') return { ok: true, stdout: output };
  const { failed: reason, said = '', exitCode = null } = output;
  return { ok: false, installed: !reason.includes('not installed'), reason, said, exitCode };
}

function addressInfo(address: string): NetworkInterfaceInfo {
  const shared = { address, netmask: '', mac: '02:00:00:00:00:01', internal: false, cidr: null };
  return address.includes(':')
    ? { ...shared, family: 'IPv6', scopeid: 0 }
    : { ...shared, family: 'IPv4' };
}
