import {
  computed,
  DOCUMENT,
  DestroyRef,
  Directive,
  ElementRef,
  inject,
  input,
  signal,
} from '@angular/core';

/** So near to the end counts as being there. */
const NEAR_PX = 120;

/**
 * Keeps the end of what it stands on in sight while it grows, but only for somebody who is there:
 * whoever reads further up is not moved. `top`: a page that is not short begins at its top.
 */
@Directive({ selector: '[kennyFollowBottom]', exportAs: 'kennyFollowBottom' })
export class FollowBottom {
  private readonly page = inject(DOCUMENT).documentElement;
  readonly begins = input<'' | 'top'>('', { alias: 'kennyFollowBottom' });
  private readonly there = signal(true);
  private begun = false;
  /** Whether the reader is at the end, or would be but for what has just come. */
  readonly following = computed(() => this.there() || this.held());
  private readonly held = signal(false);
  /** While a sheet is open: what stands at the foot of the page gives way to it. */
  readonly holding = this.held.asReadonly();

  constructor() {
    const window = inject(DOCUMENT).defaultView;
    const { nativeElement } = inject<ElementRef<HTMLElement>>(ElementRef);
    const look = (): void => {
      if (!this.held()) this.there.set(this.distance() < NEAR_PX);
    };
    const grown = new ResizeObserver(() => {
      if (!this.begun && this.begins() === 'top') look();
      this.begun = true;
      if (this.there() && !this.held()) this.toBottom();
    });
    grown.observe(nativeElement);
    window?.addEventListener('scroll', look, { passive: true });
    inject(DestroyRef).onDestroy(() => {
      grown.disconnect();
      window?.removeEventListener('scroll', look);
    });
  }

  toBottom(): void {
    this.there.set(true);
    this.page.scrollTop = this.page.scrollHeight;
  }

  /** Pauses following while the sheet is open, and resumes at the end. */
  hold(held: boolean): void {
    this.held.set(held);
  }

  private distance(): number {
    const { scrollHeight, scrollTop, clientHeight } = this.page;
    return scrollHeight - scrollTop - clientHeight;
  }
}
