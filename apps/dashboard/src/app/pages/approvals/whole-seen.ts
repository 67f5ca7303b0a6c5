import { Directive, effect, ElementRef, inject, input, output, signal } from '@angular/core';

/** How long the end of a text has to stand on the screen. */
const LONG_ENOUGH_MS = 1_500;

/** Placed after a text: fires once its end has been visible long enough to be read. */
@Directive({
  selector: '[kennyWholeSeen]',
  host: { '(window:resize)': 'resized.set(resized() + 1)' },
})
export class WholeSeen {
  private readonly element = inject<ElementRef<HTMLElement>>(ElementRef);
  readonly kennyWholeSeen = output<void>();
  /** What may stick to the foot of the window, over the text; a template says null for nothing. */
  readonly foot = input<HTMLElement | null | undefined>();
  /** Counts changes of a size: what is covered is measured again. */
  protected readonly resized = signal(0);

  constructor() {
    effect((onCleanup) => {
      const foot = this.foot();
      if (!foot || typeof ResizeObserver === 'undefined') return;
      const observer = new ResizeObserver(() => this.resized.update((count) => count + 1));
      observer.observe(foot);
      onCleanup(() => observer.disconnect());
    });
    effect((onCleanup) => {
      this.resized();
      const covered = coveredPx(this.foot());
      let timer: ReturnType<typeof setTimeout> | undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          clearTimeout(timer);
          if (entries.at(-1)?.isIntersecting !== true) return;
          timer = setTimeout(() => this.kennyWholeSeen.emit(), LONG_ENOUGH_MS);
        },
        { rootMargin: `0px 0px -${covered}px` },
      );
      observer.observe(this.element.nativeElement);
      onCleanup(() => {
        clearTimeout(timer);
        observer.disconnect();
      });
    });
  }
}

/** What lies over the foot of the window is not seen under: the bar of pages, and what sticks there. */
function coveredPx(foot: HTMLElement | null | undefined): number {
  // Of the root it is `--bottom-bar`, computed to pixels; `auto` where nothing is covered.
  const bar = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom);
  const sticks = foot && getComputedStyle(foot).position === 'sticky';
  const height = sticks ? foot.getBoundingClientRect().height : 0;
  return Math.ceil((Number.isFinite(bar) ? bar : 0) + height);
}
