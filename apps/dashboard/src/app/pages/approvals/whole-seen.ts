import { Directive, effect, ElementRef, inject, input, output, signal } from '@angular/core';

/** Where the end of a text is: it was on the screen, or has not been. */
export type EndOfText = 'seen' | 'below' | 'above';

/** Placed after a text: tells whether its end has been on the screen, and if not, where it is. */
@Directive({
  selector: '[kennyWholeSeen]',
  host: { '(window:resize)': 'resized.set(resized() + 1)' },
})
export class WholeSeen {
  private readonly element = inject<ElementRef<HTMLElement>>(ElementRef);
  readonly kennyWholeSeen = output<EndOfText>();
  /** What text it ends; another one has to be seen again. */
  readonly of = input<string>();
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
      this.of();
      this.resized();
      const covered = coveredPx(this.foot());
      const seen = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) {
            this.kennyWholeSeen.emit('seen');
          }
        },
        { rootMargin: `0px 0px -${covered}px` },
      );
      // A jump may leave it above the window without ever having shown it.
      const passed = new IntersectionObserver(
        (entries) =>
          this.kennyWholeSeen.emit(entries.at(-1)?.isIntersecting === true ? 'above' : 'below'),
        { rootMargin: `${FAR_PX}px 0px -${covered}px` },
      );
      passed.observe(this.element.nativeElement);
      seen.observe(this.element.nativeElement);
      onCleanup(() => {
        passed.disconnect();
        seen.disconnect();
      });
    });
  }
}

/** Higher than any sheet. */
const FAR_PX = 10_000_000;

/** What lies over the foot of the window is not seen under: the bar of pages, and what sticks there. */
function coveredPx(foot: HTMLElement | null | undefined): number {
  // Of the root it is `--bottom-bar`, computed to pixels; `auto` where nothing is covered.
  const bar = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom);
  const sticks = foot && getComputedStyle(foot).position === 'sticky';
  const height = sticks ? foot.getBoundingClientRect().height : 0;
  return Math.ceil((Number.isFinite(bar) ? bar : 0) + height);
}
