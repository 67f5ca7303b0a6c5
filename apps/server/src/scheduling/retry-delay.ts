/** Waits between attempts to reach a database that is away; the last one stays. */
export const RETRY_MS = [100, 250, 500, 1_000, 2_000, 5_000] as const;

/** @param failed - how many attempts have failed since the last wait began to grow */
export function retryDelay(failed: number): number {
  return RETRY_MS[Math.min(failed, RETRY_MS.length - 1)] ?? RETRY_MS[0];
}
