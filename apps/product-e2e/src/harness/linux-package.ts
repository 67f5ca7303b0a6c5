import { madeOnce } from './made-once.js';
import { WORKSPACE, type World } from './world.js';

/** For the hooks that make it. */
export const PACKAGE_MS = 300_000;

/** The package for Linux that the workspace's server hands out, made by the first file that asks. */
export async function linuxPackageIsThere(world: World): Promise<void> {
  await madeOnce('linux-package', async () => {
    const packed = world.start({
      name: 'npm run package:linux',
      // From the build that the tests stand on.
      args: ['tools/package/linux.mjs', '--as-built', '--no-release-key'],
      cwd: WORKSPACE,
    });
    await packed.says(/dist\/linux is .+ sha256 [0-9a-f]{64}/, PACKAGE_MS);
  });
}
