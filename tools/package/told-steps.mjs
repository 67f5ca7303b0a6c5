/**
 * Tells how far a packager is, one line a step. The server reads these lines and shows them to whoever
 * waits (ADR 0074), so their form is fixed: `step 2/4 Making the executable`.
 * @param {number} total
 * @param {(line: string) => void} tell
 * @returns {(words: string) => void} called before each step
 */
export function toldSteps(total, tell = console.log) {
  let done = 0;
  return (words) => tell(`step ${(done += 1)}/${total} ${words}`);
}

/** For a package that is made without telling. */
export const untold = () => undefined;

/** What the person has to know about a package, read by the server as well. */
export const note = (words) => `note ${words}`;
