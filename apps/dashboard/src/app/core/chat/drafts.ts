import { DOCUMENT, Injectable, inject } from '@angular/core';
import { Session } from '../session/session';

const KEY = 'kenny.draft';

/**
 * What was written and is not sent yet: it outlives the page, the connection and a login that has
 * run out. Each person has their own, in this tab alone; a logout takes them away.
 */
@Injectable({ providedIn: 'root' })
export class Drafts {
  private readonly session = inject(Session);
  private readonly storage = inject(DOCUMENT).defaultView?.sessionStorage;

  read(conversation: string | null): string {
    return this.storage?.getItem(this.keyOf(conversation)) ?? '';
  }

  write(conversation: string | null, text: string): void {
    if (text === '') this.storage?.removeItem(this.keyOf(conversation));
    else this.storage?.setItem(this.keyOf(conversation), text);
  }

  private keyOf(conversation: string | null): string {
    return `${KEY}.${this.session.me()?.id ?? ''}.${conversation ?? 'new'}`;
  }
}
