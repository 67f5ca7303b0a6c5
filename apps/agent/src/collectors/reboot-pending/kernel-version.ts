/** A kernel release cut into numbers and words: `6.1.0-18-amd64` → 6 1 0 18 amd 64. */
function segments(release: string): string[] {
  return release.match(/\d{1,15}|[A-Za-z]{1,60}/g) ?? [];
}

/** The words of a release; kernels of one flavour (`-amd64`, `-lts`, `.el.x_`) share them. */
export function flavourOf(release: string): string {
  return segments(release)
    .filter((part) => !/^\d/.test(part))
    .join(' ');
}

/**
 * Positive when `a` is newer, as rpm compares: segment by segment, numbers by value, a number is
 * newer than a word, and more segments are newer.
 */
export function compareReleases(a: string, b: string): number {
  const [left, right] = [segments(a), segments(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const order = compareSegments(left[i], right[i]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareSegments(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined)
    return (a === undefined ? 0 : 1) - (b === undefined ? 0 : 1);
  const [x, y] = [Number(a), Number(b)];
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? -1 : 1;
  if (!Number.isNaN(x)) return x - y;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The newest installed kernel of the running one's flavour, if it is newer than that. */
export function newerKernel(running: string, installed: readonly string[]): string | undefined {
  const flavour = flavourOf(running);
  const [newest] = installed
    .filter((release) => flavourOf(release) === flavour)
    .sort((a, b) => compareReleases(b, a));
  return newest !== undefined && compareReleases(newest, running) > 0 ? newest : undefined;
}
