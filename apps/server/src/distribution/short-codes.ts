import { INSTALLER_CODE } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { randomInt } from 'node:crypto';

/** Wrong codes, of whoever, that a code outlives; ADR 0075 has the arithmetic. */
const WRONG_ONES = 100;
/** Codes that work at the same time; a further one ends the oldest. */
const MOST = 32;

interface Issued {
  readonly nonce: string;
  readonly expiresAt: number;
  /** Wrong codes there had been when it was made. */
  readonly wrongBefore: number;
}

/**
 * Codes that people type in place of a link. They are kept in memory alone: after a restart the link
 * itself still works.
 */
export class ShortCodes {
  private readonly issued = new Map<string, Issued>();
  private wrong = 0;

  constructor(private readonly clock: Clock) {}

  issue(nonce: string, expiresAt: number): string {
    const [oldest] = this.issued.keys();
    if (oldest !== undefined && this.issued.size >= MOST) this.issued.delete(oldest);
    const code = this.fresh();
    this.issued.set(code, { nonce, expiresAt, wrongBefore: this.wrong });
    return code;
  }

  /** The nonce of its link; null for one that never was, has expired, or was guessed at too often. */
  nonceOf(typed: string): string | null {
    const code = typed.toUpperCase();
    const found = this.issued.get(code);
    if (!found) {
      this.wrong += 1;
      return null;
    }
    const guessedAt = this.wrong - found.wrongBefore >= WRONG_ONES;
    if (!guessedAt && this.clock.now() < found.expiresAt) return found.nonce;
    this.issued.delete(code);
    return null;
  }

  /** One whose link is over. */
  forget(typed: string): void {
    this.issued.delete(typed.toUpperCase());
  }

  private fresh(): string {
    const { alphabet, length } = INSTALLER_CODE;
    for (;;) {
      const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]);
      const code = letters.join('');
      if (!this.issued.has(code)) return code;
    }
  }
}
