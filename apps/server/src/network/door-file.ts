import { createDurably } from '../config/index.js';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { KeyPair } from './certificates.js';

/** One address at which agents are served, with its certificate. */
export interface DoorPlace {
  readonly address: string;
  readonly port: number;
  readonly server: KeyPair;
}

/** What is kept of the door, in a private file of the data folder: the place that new PCs are told. */
export interface StoredDoor extends DoorPlace {
  readonly authority: KeyPair;
  /** What PCs were told before, the latest first (ADR 0098); servers before that know nothing of it. */
  readonly earlier: readonly DoorPlace[];
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
  const { authority, earlier = [] } = stored ?? {};
  const whole = isPlace(stored) && isPair(authority) && Array.isArray(earlier);
  if (!whole || !earlier.every(isPlace)) throw new Error('it is not complete');
  return { ...placeOf(stored), authority, earlier: earlier.map(placeOf) };
}

export function writeDoor(file: string, door: StoredDoor): void {
  createDurably(file, `${JSON.stringify(door, null, 2)}\n`);
}

export const placeOf = ({ address, port, server }: DoorPlace): DoorPlace => ({
  ...{ address, port, server },
});

function isPlace(place: Partial<DoorPlace> | null): place is DoorPlace {
  const { address, port, server } = place ?? {};
  const isAddress = typeof address === 'string' && isIP(address) !== 0;
  return isAddress && Number.isInteger(port) && isPair(server);
}

function isPair(pair: Partial<KeyPair> | undefined): pair is KeyPair {
  return typeof pair?.certificate === 'string' && typeof pair.key === 'string';
}
