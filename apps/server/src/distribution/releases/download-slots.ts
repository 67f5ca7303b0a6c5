import { addressGroup, KennyError } from '../../kernel/index.js';
import { RELEASE_LIMITS } from './release-rules.js';

/** Running downloads. They are open to everybody, so their number is limited. */
export class DownloadSlots {
  private readonly byName = new Map<string, number>();
  private readonly byAddress = new Map<string, number>();
  private open = 0;

  /**
   * @returns what gives the place back, once
   * @throws KennyError `rate_limited` for an address that has enough of them, `unavailable`
   */
  take(name: string, address: string): () => void {
    const group = addressGroup(address);
    if ((this.byAddress.get(group) ?? 0) >= RELEASE_LIMITS.downloadsPerAddress) {
      throw new KennyError(
        'rate_limited',
        `${RELEASE_LIMITS.downloadsPerAddress} downloads run to your address; wait for one to end.`,
      );
    }
    if (this.open >= RELEASE_LIMITS.downloads) {
      throw new KennyError('unavailable', 'Too many downloads run just now; try again soon.');
    }
    this.count(name, group, 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.count(name, group, -1);
    };
  }

  isFetched(name: string): boolean {
    return this.byName.has(name);
  }

  private count(name: string, group: string, change: 1 | -1): void {
    this.open += change;
    bump(this.byName, name, change);
    bump(this.byAddress, group, change);
  }
}

function bump(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
