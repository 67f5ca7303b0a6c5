/** Wire protocol version (seed 000). Bump only on a breaking change: docs/protocol.md has the rule. */
export const PROTOCOL_VERSION = '0.8';

/** Version of the product, shown in `register.meta.version` and by `--version`. */
export const KENNY_VERSION = '0.1.0';

/** The oldest Node that kenny runs on; `engines` of the workspace says the same. */
export const OLDEST_NODE = '20.19.0';

/** Versions of the agent that can be updated to: two to four numbers. */
export const RELEASE_VERSION_PATTERN = '^[0-9]{1,6}([.][0-9]{1,6}){1,3}$';

/**
 * Compares dotted versions numerically per component, so that "0.10" is above "0.8".
 * Anything that is not `n(.n)*` yields undefined: the caller refuses it.
 */
export function compareVersions(a: string, b: string): number | undefined {
  const left = parseVersion(a);
  const right = parseVersion(b);
  if (!left || !right) return undefined;
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

function parseVersion(text: string): number[] | undefined {
  if (!/^\d{1,6}(\.\d{1,6}){0,3}$/.test(text)) return undefined;
  return text.split('.').map(Number);
}

const SEMVER =
  /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*))?(?:\+[0-9a-z.-]+)?$/i;
export const SEMVER_LENGTH = 64;

/**
 * Compares as semver 2.0 does: a release comes after its pre-releases, and what was built does not
 * count. Undefined for anything else.
 */
export function compareSemver(a: string, b: string): number | undefined {
  const [left, right] = [parseSemver(a), parseSemver(b)];
  if (!left || !right) return undefined;
  const release = compareVersions(left.release, right.release);
  return release === 0 ? comparePre(left.pre, right.pre) : release;
}

function parseSemver(text: string): { release: string; pre: string[] } | undefined {
  const found = text.length <= SEMVER_LENGTH ? SEMVER.exec(text) : null;
  if (!found) return undefined;
  const [, major, minor, patch, pre] = found;
  return { release: `${major}.${minor}.${patch}`, pre: pre?.split('.') ?? [] };
}

function comparePre(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length);
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const [one, other] = [a[i], b[i]];
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    if (one !== other) return compareParts(one, other);
  }
  return 0;
}

/** Numbers by their value and before words; words by their characters. */
function compareParts(a: string, b: string): number {
  const [first, second] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (first !== second) return first ? -1 : 1;
  if (first) return Math.sign(Number(a) - Number(b));
  return a < b ? -1 : 1;
}
