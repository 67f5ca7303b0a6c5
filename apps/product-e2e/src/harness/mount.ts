import { execFileSync } from 'node:child_process';
import { isError } from './errors.js';

/**
 * Mounts at the point for as long as the work takes. Where that is not permitted (it takes root, and
 * a machine that lets root do it) one line says so and the work is left out.
 */
export async function whileMounted(
  point: string,
  args: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  try {
    execFileSync('mount', [...args, point], { stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    process.stdout.write(
      `\nnot tried by a mount (${args.join(' ')}): ${isError(error) ? error.message.trim() : 'it failed'}\n`,
    );
    return;
  }
  try {
    await work();
  } finally {
    // The agent may just be closing what it had open there.
    execFileSync('umount', ['--lazy', point]);
  }
}
