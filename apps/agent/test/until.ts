/**
 * Lets the event loop turn until `condition` holds: for work of the file system and of sockets, which
 * no fake clock moves. What never comes fails by the test's own time limit.
 */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}
