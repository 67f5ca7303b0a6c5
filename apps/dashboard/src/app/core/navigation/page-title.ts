import {
  computed,
  DestroyRef,
  effect,
  inject,
  Injectable,
  signal,
  type Signal,
} from '@angular/core';
import { Title } from '@angular/platform-browser';
import { TitleStrategy, type RouterStateSnapshot } from '@angular/router';
import { visibleText } from '@kenny/kernel';
import { Sources } from '../sources';

/**
 * `(2) Mum’s laptop · kenny`: a browser's tabs and history are read by their first word. The number is
 * how many requests and tasks wait for somebody.
 */
@Injectable({ providedIn: 'root' })
export class PageTitle extends TitleStrategy {
  private readonly route = signal('');
  private readonly names = new Sources<string | null | undefined>();
  private readonly count = signal(0);

  constructor() {
    super();
    const title = inject(Title);
    const words = computed(() => {
      const name = this.names.values().findLast((one) => one);
      const page = name ? visibleText(name) : this.route();
      const waiting = this.count() > 0 ? `(${this.count()}) ` : '';
      return `${waiting}${page === '' ? '' : `${page} · `}kenny`;
    });
    effect(() => title.setTitle(words()));
  }

  override updateTitle(state: RouterStateSnapshot): void {
    this.route.set(this.buildTitle(state) ?? '');
  }

  /** @returns what ends it */
  name(source: Signal<string | null | undefined>): () => void {
    return this.names.add(source);
  }

  setWaiting(count: number): void {
    this.count.set(count);
  }
}

/** What the page shows, in place of what kind of page it is; as long as it is there. */
export function pageName(source: Signal<string | null | undefined>): void {
  inject(DestroyRef).onDestroy(inject(PageTitle).name(source));
}
