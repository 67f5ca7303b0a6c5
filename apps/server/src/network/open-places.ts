import { isObject } from '@kenny/kernel';
import type { Server } from 'node:http';
import { hostInUrl } from '../config/index.js';
import { checkDoor, listenForAgents, type Listening } from './agents-listener.js';
import type { KeyPair } from './certificates.js';
import { listensAt, type DoorPlace } from './door-file.js';

type Address = Pick<DoorPlace, 'address' | 'behindRouter' | 'port'>;

/** The places of the door that are listened at, and why others are not. */
export class OpenPlaces {
  private readonly listening = new Map<string, Listening>();
  private readonly problems = new Map<string, string>();

  isOpen(place: Address): boolean {
    return this.listening.has(urlOf(place));
  }

  problemOf(place: Address): string | null {
    return this.problems.get(urlOf(place)) ?? null;
  }

  /** @throws the system's error when the address cannot be had */
  async open(place: DoorPlace, inner: Server): Promise<void> {
    if (this.isOpen(place)) return;
    try {
      this.listening.set(urlOf(place), await listenForAgents(place, inner));
      this.problems.delete(urlOf(place));
    } catch (error) {
      this.problems.set(urlOf(place), wordsOf(error, place));
      throw error;
    }
  }

  /**
   * Looks at it as PCs do. Whether a router lets it through cannot be known for sure from inside:
   * many do not lead back, and so it is said and no fault.
   * @throws the reason why it does not answer at our own address; a name that nobody knows
   */
  async check(place: DoorPlace, authority: KeyPair): Promise<void> {
    await checkDoor(listensAt(place), place.port, authority);
    if (place.behindRouter === undefined) return;
    try {
      await checkDoor(place.address, place.port, authority);
      this.problems.delete(urlOf(place));
    } catch (error) {
      if (codeOf(error) === 'ENOTFOUND') throw error;
      this.problems.set(urlOf(place), routerWords(place));
    }
  }

  async stop(place: Address): Promise<void> {
    const before = this.listening.get(urlOf(place));
    this.listening.delete(urlOf(place));
    this.problems.delete(urlOf(place));
    await before?.stop();
  }

  async stopAll(): Promise<void> {
    const all = [...this.listening.values()];
    this.listening.clear();
    this.problems.clear();
    await Promise.all(all.map((one) => one.stop()));
  }
}

export function urlOf({ address, port }: Pick<DoorPlace, 'address' | 'port'>): string {
  return `https://${hostInUrl(address)}:${port}`;
}

function codeOf(error: unknown): string {
  return isObject(error) && typeof error['code'] === 'string' ? error['code'] : '';
}

function routerWords({ address, behindRouter, port }: Address): string {
  return `${address} did not answer on port ${port} from here. Check that the router forwards this port to ${behindRouter}. Some routers never answer from inside the house: then the PC itself will show whether it works.`;
}

/** For people: why that address cannot be had. */
export function wordsOf(error: unknown, place: Address): string {
  const [address, { port }] = [listensAt(place), place];
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Choose another port.`;
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address ${address} now. Choose another one, or wait until it is back.`;
    case 'ENOTFOUND':
      return `The internet does not know the name ${place.address}. Check how it is written.`;
    case 'EACCES':
      return `This server may not open port ${port}. Choose one above 1023.`;
    default: {
      const reason = error instanceof Error ? error.message : String(error);
      const words = `The server could not be reached at ${urlOf(place)}: ${reason}`;
      return words.slice(0, 500);
    }
  }
}
