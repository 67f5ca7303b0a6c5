import { type Collector, reading, unreadable } from '../collector.js';
import { round, sizeText } from '../words.js';

export const memory: Collector<'memory'> = async ({ files }) => {
  const text = await files.read('/proc/meminfo');
  const info = parseMeminfo(text);
  const use = memoryUse(text);
  if (!use) return unreadable('/proc/meminfo does not say how much memory there is, or is in use');
  const { total, available, used } = use;
  const percent = round((100 * used) / total, 1);
  const swapTotal = info.get('SwapTotal') ?? null;
  const swapFree = info.get('SwapFree');
  const swapUsed =
    swapTotal === null || swapFree === undefined ? null : Math.max(0, swapTotal - swapFree);
  return reading<'memory'>(
    `${percent} % of ${sizeText(total)} used, ${swapText(swapTotal, swapUsed)}`,
    {
      total_bytes: total,
      used_bytes: used,
      available_bytes: available,
      percent_used: percent,
      swap_total_bytes: swapTotal,
      swap_used_bytes: swapUsed,
    },
  );
};

function swapText(total: number | null, used: number | null): string {
  if (!total) return 'no swap';
  return used === null ? `swap of ${sizeText(total)}` : `${sizeText(used)} of swap`;
}

/** In bytes; undefined when it does not say. Shared with `load`. */
export function memoryUse(
  meminfo: string,
): { total: number; available: number; used: number } | undefined {
  const info = parseMeminfo(meminfo);
  const total = info.get('MemTotal');
  const available = availableOf(info);
  if (!total || available === undefined) return undefined;
  const used = Math.max(0, total - available);
  return { total, available: Math.min(available, total), used };
}

/** Kernels before 3.14 have no estimate of their own; this is what `free` showed then. */
function availableOf(info: ReadonlyMap<string, number>): number | undefined {
  const available = info.get('MemAvailable');
  if (available !== undefined) return available;
  const free = info.get('MemFree');
  if (free === undefined) return undefined;
  return free + (info.get('Buffers') ?? 0) + (info.get('Cached') ?? 0);
}

/** `MemTotal:  24731700 kB` → bytes by name; lines of another form are left out. */
export function parseMeminfo(text: string): Map<string, number> {
  const found = text.matchAll(/^(\w{1,64}(?:\(\w{1,32}\))?):\s{0,40}(\d{1,15})(?: kB)?\s*$/gm);
  return new Map([...found].map(([, name = '', kib]) => [name, Number(kib) * 1024]));
}
