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
