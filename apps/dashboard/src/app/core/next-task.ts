/**
 * Lets the browser draw and answer before the work goes on. A start that is one long task makes a slow
 * machine deaf for as long.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** What was just loaded, in a task of its own: loading it and drawing it are two. */
export async function inTurn<T>(loaded: T): Promise<T> {
  await nextTask();
  return loaded;
}
