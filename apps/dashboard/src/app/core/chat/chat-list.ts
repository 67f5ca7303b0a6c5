import { Injectable, inject, signal } from '@angular/core';
import type { ChatSessionView } from '@kenny/contract/web';
import { ApiClient } from '../http/api-client';
import { asApiError, type ApiError } from '../http/api-error';

const PAGE = 30;

/** Conversations, newest first, as the server lists and searches them. */
@Injectable({ providedIn: 'root' })
export class ChatList {
  private readonly api = inject(ApiClient);
  private readonly found = signal<readonly ChatSessionView[]>([]);
  private readonly arrived = signal(false);
  private readonly fault = signal<ApiError | null>(null);
  private readonly cursor = signal<string | null>(null);

  readonly items = this.found.asReadonly();
  readonly ready = this.arrived.asReadonly();
  readonly error = this.fault.asReadonly();
  readonly more = this.cursor.asReadonly();

  private words = '';
  /** Answers overtake each other: only the latest request counts. */
  private asked = 0;

  /** Conversations that contain the text; all for an empty one. */
  search(words: string): Promise<void> {
    this.words = words.trim();
    return this.load();
  }

  /** Reloads after a turn, a rename or a deletion. */
  async load(): Promise<void> {
    const mine = (this.asked += 1);
    try {
      const limit = Math.max(PAGE, Math.min(this.found().length, 100));
      const { items, next_cursor } = await this.api.chats({ q: this.words, limit });
      if (mine !== this.asked) return;
      this.found.set(items);
      this.cursor.set(next_cursor);
      this.arrived.set(true);
      this.fault.set(null);
    } catch (fault) {
      if (mine === this.asked) this.fault.set(asApiError(fault));
    }
  }

  async loadMore(): Promise<void> {
    const cursor = this.cursor();
    const mine = (this.asked += 1);
    if (cursor === null) return;
    try {
      const page = await this.api.chats({ q: this.words, limit: PAGE, cursor });
      if (mine !== this.asked) return;
      const known = new Set(this.found().map(({ id }) => id));
      this.found.update((items) => [...items, ...page.items.filter(({ id }) => !known.has(id))]);
      this.cursor.set(page.next_cursor);
    } catch (fault) {
      if (mine === this.asked) this.fault.set(asApiError(fault));
    }
  }

  /** After a logout nothing may stay in memory. */
  clear(): void {
    this.asked += 1;
    this.words = '';
    this.found.set([]);
    this.cursor.set(null);
    this.arrived.set(false);
    this.fault.set(null);
  }
}
