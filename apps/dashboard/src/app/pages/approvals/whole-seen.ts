import { Directive, DestroyRef, ElementRef, inject, output, type OnInit } from '@angular/core';

/** The bar of pages on a phone lies over the foot of the window: what is under it is not seen. */
const PHONE = '(max-width: 760px)';
const BAR_PX = 84;
/** How long the end of a text has to stand on the screen. */
const LONG_ENOUGH_MS = 1_500;

/** Placed after a text: fires once its end has been visible long enough to be read. */
@Directive({ selector: '[kennyWholeSeen]' })
export class WholeSeen implements OnInit {
  private readonly element = inject<ElementRef<HTMLElement>>(ElementRef);
  private readonly destroyed = inject(DestroyRef);
  readonly kennyWholeSeen = output<void>();

  ngOnInit(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const covered = globalThis.matchMedia?.(PHONE).matches ? BAR_PX : 0;
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting !== true) return;
        timer = setTimeout(() => this.kennyWholeSeen.emit(), LONG_ENOUGH_MS);
      },
      { rootMargin: `0px 0px -${covered}px` },
    );
    observer.observe(this.element.nativeElement);
    this.destroyed.onDestroy(() => {
      clearTimeout(timer);
      observer.disconnect();
    });
  }
}
