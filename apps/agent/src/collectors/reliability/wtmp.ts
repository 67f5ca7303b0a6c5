/** Size of one record of utmp(5) by machine; its times begin at the offset beside it. */
const LAYOUTS = [
  { size: 384, time: 340 },
  // 64-bit ARM: session and time are 64 bits wide there.
  { size: 400, time: 344 },
] as const;
const RUN_LEVEL = 1;
const BOOT = 2;
const USER_OFFSET = 44;
const USER_LENGTH = 32;
const SHUTDOWN = 'shutdown';

/** A start of this PC, and whether it was shut down before. */
export interface Restart {
  at: number;
  isClean: boolean;
}

/**
 * Starts after the first one in the end of /var/log/wtmp. Systemd and init write "shutdown" when
 * the PC goes down; where it does not stand before a start, the power failed or the system hung.
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
