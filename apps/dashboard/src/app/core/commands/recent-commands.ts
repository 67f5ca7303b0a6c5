import { computed, inject, Injectable, signal } from '@angular/core';
import { isObject } from '@kenny/kernel';
import { Session } from '../session/session';

const KEY = 'kenny.recent';
const KEPT = 20;

/** Whose they are, and their ids, newest first. */
interface Recent {
  readonly who: string;
  readonly ids: readonly string[];
}

const NOBODY: Recent = { who: '', ids: [] };

/** What somebody chose last in the palette, in this browser; another person does not see it. */
@Injectable({ providedIn: 'root' })
export class RecentCommands {
  private readonly me = inject(Session).me;
  private readonly kept = signal(stored());
  readonly ids = computed(() => {
    const { who, ids } = this.kept();
    return who === this.me()?.id ? ids : [];
  });

  note(id: string): void {
    const who = this.me()?.id;
    if (who === undefined) return;
    const ids = [id, ...this.ids().filter((one) => one !== id)].slice(0, KEPT);
    this.kept.set({ who, ids });
    localStorage.setItem(KEY, JSON.stringify({ who, ids }));
  }
}

/** What else stands there is as good as nothing. */
function stored(): Recent {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (!isObject(found) || typeof found['who'] !== 'string') return NOBODY;
    const ids = Array.isArray(found['ids']) ? found['ids'] : [];
    const texts = ids.filter((id): id is string => typeof id === 'string');
    return { who: found['who'], ids: texts.slice(0, KEPT) };
  } catch {
    return NOBODY;
  }
}
