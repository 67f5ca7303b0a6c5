import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackages } from '@kenny/testing';
import { WORKSPACE } from './world.js';

const PROGRAMS = join(WORKSPACE, 'apps/product-e2e/programs');

/** A program that speaks to `kenny rpc` with a library of its own, in another language. */
export interface RpcClientProgram {
  readonly name: string;
  readonly library: string;
  /** Whatever follows it is the program that it starts and speaks to. */
  readonly command: readonly [string, ...string[]];
  readonly packages: readonly string[];
  /** Succeeds where its library is installed. */
  readonly probe: readonly [string, ...string[]];
}

// Debian's own Python: another one on the PATH does not see Debian's libraries.
const PYTHON = '/usr/bin/python3';

export const RPC_CLIENTS: readonly RpcClientProgram[] = [
  {
    name: 'Python',
    library: 'pylsp-jsonrpc',
    command: [PYTHON, join(PROGRAMS, 'rpc_client.py')],
    packages: ['python3-pylsp-jsonrpc'],
    probe: [PYTHON, '-c', 'import pylsp_jsonrpc'],
  },
  {
    name: 'Emacs',
    library: 'jsonrpc.el',
    command: ['emacs', '-Q', '--batch', '-l', join(PROGRAMS, 'rpc-client.el')],
    packages: ['emacs-nox'],
    probe: ['emacs', '-Q', '--batch', '-l', 'jsonrpc'],
  },
];

/** Why this one cannot be had here; undefined when it is there, or could be installed. */
export function whyNoClient({ packages, probe }: RpcClientProgram): string | undefined {
  const isThere = () => spawnSync(probe[0], probe.slice(1)).status === 0;
  if (isThere()) return undefined;
  const problem = installPackages(...packages);
  if (problem !== undefined) return problem;
  return isThere() ? undefined : `${packages.join(' and ')} was installed and does not work`;
}
