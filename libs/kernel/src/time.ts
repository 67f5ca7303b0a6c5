export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Milliseconds since the epoch as they are written on the wire and in files. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** The same to the second as names take it, without what a file's name cannot have: `20261129T020411Z`. */
export function compactIso(at: number): string {
  return iso(at).replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}

export function isoOrNull(at: number | null): string | null {
  return at === null ? null : iso(at);
}
