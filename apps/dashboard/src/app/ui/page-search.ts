import { Directive, DOCUMENT, ElementRef, inject } from '@angular/core';
import { KEYS } from '../core/keys/keys';
import { onKey, SingleKeys } from '../core/keys/single-keys';

/** The page's own search: its key leads into it, and ↓ from there to the first of `data-found`. */
@Directive({
  selector: 'input[kennyPageSearch]',
  host: {
    '[attr.aria-keyshortcuts]': 'keys.choice() === "on" ? key : null',
    '(keydown.arrowDown)': 'leave($event)',
  },
})
export class PageSearch {
  private readonly document = inject(DOCUMENT);
  private readonly field = inject<ElementRef<HTMLInputElement>>(ElementRef).nativeElement;
  protected readonly keys = inject(SingleKeys);
  protected readonly key = KEYS.search.keys;

  constructor() {
    onKey('search', () => {
      this.field.focus();
      this.field.select();
    });
  }

  protected leave(event: Event): void {
    const first = this.document.querySelector<HTMLElement>(
      '[data-found] :is(a[href], button:not(:disabled), summary):not([tabindex="-1"])',
    );
    if (!first) return;
    event.preventDefault();
    first.focus();
  }
}
