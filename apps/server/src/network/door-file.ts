import { createDurably } from '../config/index.js';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { KeyPair } from './certificates.js';

/** What is kept of the door, in a private file of the data folder. */
export interface StoredDoor {
  readonly address: string;
  readonly port: number;
  readonly authority: KeyPair;
  readonly server: KeyPair;
}

/** @returns null when there is none; throws with words when it cannot be used */
export function readDoor(file: string): StoredDoor | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const stored = JSON.parse(text) as Partial<StoredDoor> | null;
  const { address, port, authority, server } = stored ?? {};
  const whole = typeof address === 'string' && isIP(address) !== 0 && Number.isInteger(port);
  if (!whole || !isPair(authority) || !isPair(server)) throw new Error('it is not complete');
  return { address, port: Number(port), authority, server };
}

export function writeDoor(file: string, door: StoredDoor): void {
  createDurably(file, `${JSON.stringify(door, null, 2)}\n`);
}

function isPair(pair: Partial<KeyPair> | undefined): pair is KeyPair {
  return typeof pair?.certificate === 'string' && typeof pair.key === 'string';
}
