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

/** As the house has it inside (RFC 1918), and as the internet sees it. */
const HOME_ADDRESS = '10.77.0.1';
const ROUTER_ADDRESS = '203.0.113.1';
/** Passes on what comes to its port, as a router does that forwards one. */
const FORWARD = `
  const { connect, createServer } = require('node:net');
  const [port, from, to] = process.argv.slice(1);
  createServer((socket) => {
    const inner = connect(Number(port), to);
    for (const [one, other] of [[socket, inner], [inner, socket]])
      one.pipe(other).on('error', () => one.destroy());
  }).listen(Number(port), from, () => console.log('the router forwards'));`;

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
    return nodeIn(this.server, args);
  }

  /** Another house: what stands there reaches the internet side of the server's router, and nothing else. */
  anotherHouse(): AnotherHouse {
    const [server] = this.names;
    const [router, pc] = [`kenny-router-${process.pid}`, `kenny-far-${process.pid}`];
    this.world.onClose(() => {
      for (const name of [router, pc]) spawnSync('ip', ['netns', 'del', name]);
    });
    for (const name of [router, pc]) ip('netns', 'add', name);
    ip('link', 'add', 'home0', 'netns', server, 'type', 'veth', 'peer', 'home0', 'netns', router);
    ip('link', 'add', 'wan0', 'netns', router, 'type', 'veth', 'peer', 'wan0', 'netns', pc);
    const ends: [string, string, string][] = [
      [server, 'home0', HOME_ADDRESS],
      [router, 'home0', '10.77.0.254'],
      [router, 'wan0', ROUTER_ADDRESS],
      [pc, 'wan0', '203.0.113.2'],
    ];
    for (const [name, device, address] of ends) {
      ip('-n', name, 'address', 'add', `${address}/24`, 'dev', device);
      for (const one of ['lo', device]) ip('-n', name, 'link', 'set', one, 'up');
    }
    ip('-n', server, 'route', 'add', 'default', 'via', '10.77.0.254');
    return {
      ...{ pc: `/run/netns/${pc}`, homeAddress: HOME_ADDRESS, routerAddress: ROUTER_ADDRESS },
      forward: async (port) => {
        const args = ['-e', FORWARD, String(port), ROUTER_ADDRESS, HOME_ADDRESS];
        const program = this.world.start({
          ...nodeIn(`/run/netns/${router}`, args),
          ...{ name: 'router', cwd: this.world.folder },
        });
        await program.says(/forwards/);
      },
    };
  }

  /** A program that stands for another, on the server's machine: a browser there. */
  atServer(program: string): string {
    const file = join(this.world.makeFolder('at-server'), 'run.sh');
    writeFileSync(file, `#!/bin/sh\nexec nsenter --net=${this.server} ${program} "$@"\n`);
    chmodSync(file, 0o755);
    return file;
  }
}

export interface AnotherHouse {
  readonly pc: string;
  /** The server's address behind the router, and the router's on the internet. */
  readonly homeAddress: string;
  readonly routerAddress: string;
  /** Sets the router up, as somebody does on its own page. */
  readonly forward: (port: number) => Promise<void>;
}

function nodeIn(networks: string, args: readonly string[]) {
  return { program: 'nsenter', args: [`--net=${networks}`, process.execPath, ...args] };
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr.trim()}`);
}
