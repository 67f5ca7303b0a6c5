/** Size of a utmp(5) record by machine, with the offset of its time. */
const LAYOUTS = [
  { size: 384, time: 340 },
  // 64-bit ARM has 64-bit session and time fields.
  { size: 400, time: 344 },
] as const;
const RUN_LEVEL = 1;
const BOOT = 2;
const USER_OFFSET = 44;
const USER_LENGTH = 32;
const SHUTDOWN = 'shutdown';

/** A boot, and whether a shutdown came before it. */
export interface Restart {
  at: number;
  isClean: boolean;
}

/**
 * Boots after the first one in the end of /var/log/wtmp. systemd and init write "shutdown" when the
 * PC goes down; a boot without one before it means that the power failed or the system hung.
 * Undefined when the bytes are no such records.
 */
export function parseWtmp(bytes: Buffer): Restart[] | undefined {
  for (const { size, time } of LAYOUTS) {
    const marks = marksOf(bytes, size, time);
    if (marks) return restartsOf(marks);
  }
  return undefined;
}

interface Mark {
  at: number;
  isBoot: boolean;
}

function marksOf(bytes: Buffer, size: number, timeOffset: number): Mark[] | undefined {
  if (bytes.length === 0 || bytes.length % size !== 0) return undefined;
  const marks: Mark[] = [];
  for (let start = 0; start < bytes.length; start += size) {
    const type = bytes.readInt16LE(start);
    if (type < 0 || type > 9) return undefined;
    const end = start + USER_OFFSET + USER_LENGTH;
    const user = bytes.toString('latin1', start + USER_OFFSET, end).split('\0', 1)[0];
    const at = bytes.readUInt32LE(start + timeOffset) * 1000;
    if (type === BOOT) marks.push({ at, isBoot: true });
    else if (type === RUN_LEVEL && user === SHUTDOWN) marks.push({ at, isBoot: false });
  }
  return marks;
}

function restartsOf(marks: readonly Mark[]): Restart[] {
  return marks.flatMap(({ at, isBoot }, place) => {
    const before = marks[place - 1];
    return isBoot && before ? [{ at, isClean: !before.isBoot }] : [];
  });
}
