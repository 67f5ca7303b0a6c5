import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { WORKSPACE, type World } from './world.js';

const LINKED = [
  ...['apps/agent', 'apps/agentctl', 'apps/dashboard', 'apps/server/dist'],
  ...['libs', 'node_modules', 'package.json', 'tools'],
];

/**
 * A checkout in which nothing has been packaged yet: that of these tests, but for its `dist`.
 * @returns the server's program in it
 */
export function freshCheckout(world: World): string {
  const root = world.makeFolder('checkout');
  world.makeFolder('checkout/apps/server');
  for (const path of LINKED) symlinkSync(join(WORKSPACE, path), join(root, path));
  // A copy: what a link leads to would find the packages of the workspace.
  const bundle = join(root, 'apps/server/bundle');
  cpSync(join(WORKSPACE, 'apps/server/bundle'), bundle, { recursive: true });
  return join(bundle, 'kenny.mjs');
}
