import { Directive, DestroyRef, ElementRef, inject, output, type OnInit } from '@angular/core';

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
    const covered = coveredPx();
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

/** The bar of pages on a phone lies over the foot of the window: what is under it is not seen. */
function coveredPx(): number {
  // Of the root it is `--bottom-bar`, computed to pixels; `auto` where nothing is covered.
  const px = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom);
  return Number.isFinite(px) ? Math.ceil(px) : 0;
}
