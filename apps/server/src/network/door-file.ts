import { AGENTS_DOOR } from '@kenny/contract';
import { createDurably } from '../config/index.js';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { KeyPair } from './certificates.js';

/** One address at which agents are served, with its certificate. */
export interface DoorPlace {
  /** What agents dial. */
  readonly address: string;
  /** The own address that a router forwards the port to; absent where agents dial an own one. */
  readonly behindRouter?: string;
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

export const placeOf = ({ address, behindRouter, port, server }: DoorPlace): DoorPlace => ({
  ...{ address, port, server },
  ...(behindRouter === undefined ? {} : { behindRouter }),
});

/** The own address that is listened at. */
export const listensAt = ({ address, behindRouter }: Omit<DoorPlace, 'port' | 'server'>) =>
  behindRouter ?? address;

function isPlace(place: Partial<DoorPlace> | null): place is DoorPlace {
  const { address, behindRouter, port, server } = place ?? {};
  if (typeof address !== 'string' || !Number.isInteger(port) || !isPair(server)) return false;
  if (behindRouter === undefined) return isIP(address) !== 0;
  return isIP(behindRouter) !== 0 && isNameOrIp(address);
}

function isPair(pair: Partial<KeyPair> | undefined): pair is KeyPair {
  return typeof pair?.certificate === 'string' && typeof pair.key === 'string';
}

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^${LABEL}(\\.${LABEL})+$`);

/** An address on the internet, or a name there in small letters (RFC 1123, 2.1). */
export function isNameOrIp(text: string): boolean {
  return isIP(text) !== 0 || (text.length <= AGENTS_DOOR.longestName && NAME.test(text));
}

export function isSamePlace(one: DoorPlace, other: Omit<DoorPlace, 'server'>): boolean {
  return one.port === other.port && one.behindRouter === other.behindRouter;
}

/** What its certificate is for: a look from inside dials the own address. */
export function namesOf(place: Omit<DoorPlace, 'server'>): string[] {
  return [...new Set([place.address, listensAt(place)])];
}

/** Places at that address, and all others, the one that new PCs are told of first. */
export function parted(door: StoredDoor | null, address: string): [DoorPlace[], DoorPlace[]] {
  const all = door ? [door, ...door.earlier].map(placeOf) : [];
  const isThere = (place: DoorPlace) => place.address === address;
  return [all.filter(isThere), all.filter((place) => !isThere(place))];
}
