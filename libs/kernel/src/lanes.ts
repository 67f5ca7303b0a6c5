/**
 * Works through all, in their order, so many at a time. The first failure is thrown, and nothing
 * further is begun.
 */
export async function inLanes<T>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const left = all.values();
  let failed = false;
  const lane = async (): Promise<void> => {
    for (const one of left) {
      if (failed) return;
      await work(one).catch((fault: unknown) => {
        failed = true;
        throw fault;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, lane));
}
