import { constants } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseJsonObject, readSmallFile } from '../platform/state-files.js';

const { O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

/** The file holds one switch; anything longer is not ours. */
export const CONTROL_MAX_BYTES = 4 * 1024;

/** The key inside; the file's name is CONTROL_FILE of the contract. */
const SWITCH_KEY = 'remote_control_enabled';

/** Content of a kill-switch file. */
export type ControlReading =
  { kind: 'on' } | { kind: 'off' } | { kind: 'missing' } | { kind: 'unusable'; reason: string };

/**
 * Reads a kill-switch file without trusting it: no link, a regular file, at most 4 KiB. Never
 * throws.
 */
export async function readControl(file: string): Promise<ControlReading> {
  const found = await readSmallFile(file, CONTROL_MAX_BYTES);
  if (found.kind !== 'read') return found;
  if (found.stats.nlink !== 1)
    return { kind: 'unusable', reason: 'it has a second name (hard link)' };
  const value = parseJsonObject(found.content)?.[SWITCH_KEY];
  if (typeof value !== 'boolean') {
    return { kind: 'unusable', reason: `it does not hold {"${SWITCH_KEY}": true or false}` };
  }
  return { kind: value ? 'on' : 'off' };
}

export function controlText(enabled: boolean): string {
  return `${JSON.stringify({ [SWITCH_KEY]: enabled })}\n`;
}

/**
 * Sets the switch for the person at the PC. They often may write the file but not its folder, so it
 * is overwritten in place: in one write, padded to the old length, so that no reader sees half of
 * it.
 * @throws the system's error when the file or its folder may not be written
 */
export async function writeControl(file: string, enabled: boolean): Promise<void> {
  const folder = dirname(file);
  if (await mkdir(folder, { recursive: true, mode: 0o755 })) await chmod(folder, 0o755);
  const handle = await open(file, O_WRONLY | O_CREAT | O_NOFOLLOW, 0o664);
  try {
    const { size } = await handle.stat();
    const text = controlText(enabled);
    await handle.write(text.padEnd(Math.min(size, CONTROL_MAX_BYTES)), 0);
    await handle.truncate(text.length);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
