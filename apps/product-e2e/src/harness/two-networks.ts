import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '@kenny/testing';
import { whyNoPc } from './pc.js';
import type { World } from './world.js';

/** Of a range that is in use nowhere: it is for documents (RFC 5737). */
const SERVER_ADDRESS = '198.51.100.1';
const PC_ADDRESS = '198.51.100.2';

/** Why there can be no networks of our own here; undefined when there can. */
export function whyNoNetworks(): string | undefined {
  const reason = whyNoPc();
  if (reason !== undefined) return reason;
  if (spawnSync('ip', ['-V']).status !== 0) {
    const problem = installPackages('iproute2');
    if (problem !== undefined) return problem;
  }
  const { status, stderr } = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']);
  return status === 0 ? undefined : `no network namespaces here: ${String(stderr).trim()}`;
}

/** Two machines, each in a network namespace, with one cable between them and no other way out. */
export class TwoNetworks {
  readonly serverAddress = SERVER_ADDRESS;
  private readonly names = [`kenny-server-${process.pid}`, `kenny-pc-${process.pid}`] as const;
  private readonly server = `/run/netns/${this.names[0]}`;
  readonly pc = `/run/netns/${this.names[1]}`;

  constructor(private readonly world: World) {
    const [server, pc] = this.names;
    world.onClose(() => {
      for (const name of this.names) spawnSync('ip', ['netns', 'del', name]);
    });
    for (const name of this.names) ip('netns', 'add', name);
    ip('link', 'add', 'lan0', 'netns', server, 'type', 'veth', 'peer', 'lan0', 'netns', pc);
    const addresses = { [server]: SERVER_ADDRESS, [pc]: PC_ADDRESS };
    for (const [name, address] of Object.entries(addresses)) {
      ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'lan0');
      for (const device of ['lo', 'lan0']) ip('-n', name, 'link', 'set', device, 'up');
    }
  }

  /** The cable at the PC's end. */
  cable(state: 'up' | 'down'): void {
    ip('-n', this.names[1], 'link', 'set', 'lan0', state);
  }

  /** How Node is started on the server's machine. */
  onServer(args: readonly string[]): { program: string; args: readonly string[] } {
    return { program: 'nsenter', args: [`--net=${this.server}`, process.execPath, ...args] };
  }

  /** A program that stands for another, on the server's machine: a browser there. */
  atServer(program: string): string {
    const file = join(this.world.makeFolder('at-server'), 'run.sh');
    writeFileSync(file, `#!/bin/sh\nexec nsenter --net=${this.server} ${program} "$@"\n`);
    chmodSync(file, 0o755);
    return file;
  }
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr.trim()}`);
}
