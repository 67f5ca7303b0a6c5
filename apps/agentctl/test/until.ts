/** Only for a message that says what is missing; a machine may be busy with other things. */
const PATIENCE_MS = 60_000;

/**
 * Lets the event loop turn until `condition` holds: for work of the file system and of sockets, which
 * no fake clock moves. What never comes is a failure, not an endless loop.
 */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error(`this never came: ${condition.toString()}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
