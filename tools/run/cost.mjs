import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;
const SHOWN = 10;

/**
 * Processor time of every process that this one has started and seen end, theirs included: NaN where
 * the system does not tell (it takes Linux).
 */
export function cpuSeconds(pid = 'self') {
  try {
    // The program's name stands in brackets and may have blanks; `cutime` and `cstime` are 16 and 17.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  } catch {
    return NaN;
  }
}

/** The slowest files, and what all of it took. */
export function timing({ files, seconds, cpu }) {
  const slowest = files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SHOWN)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  const time = `took ${Math.round(seconds)} s`;
  return [...slowest, cpu >= 0 ? `${time}, ${Math.round(cpu)} s of CPU` : time].join('\n');
}
