import { Injectable, signal } from '@angular/core';
import { WS_ENDED_REASONS } from '@kenny/contract/web';

/** Why the login ended, for the login page. */
export type EndReason = keyof typeof WS_ENDED_REASONS | 'restored' | 'moved';

const EXPECTED: readonly EndReason[] = ['restored', 'moved'];

/** The end of the login, reported by the first request or socket that notices. */
@Injectable({ providedIn: 'root' })
export class SessionEnd {
  private readonly count = signal(0);
  private readonly why = signal<EndReason>('over');
  readonly told = this.count.asReadonly();
  readonly reason = this.why.asReadonly();
  /** Where the server will be; null: where it is. */
  private address: string | null = null;

  /** @param words those with which the server closed the socket; a request is told nothing closer */
  tell(words = ''): void {
    const known = Object.entries(WS_ENDED_REASONS).find(([, text]) => text === words);
    // Whatever the server calls it: what knew this login is gone.
    if (known && !EXPECTED.includes(this.why())) this.why.set(known[0] as EndReason);
    this.count.update((n) => n + 1);
  }

  /** The server restarts with a backup, which ends every login. */
  expectRestored(): void {
    this.why.set('restored');
  }

  /** The server restarts under that address, where this browser has another login; null: as here. */
  expectMoved(to: string | null): void {
    this.why.set('moved');
    this.address = to;
  }

  get movedTo(): string | null {
    return this.why() === 'moved' ? this.address : null;
  }

  /** After a login, the next end has its own reason. */
  begin(): void {
    this.why.set('over');
  }
}
