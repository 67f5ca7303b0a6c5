import { effect, ElementRef, inject, signal, type Signal } from '@angular/core';

/**
 * Whether the element has been in view. Call it where one may inject.
 * @param watched - where it does not matter, nothing is observed
 */
export function cameIntoView(watched: () => boolean): Signal<boolean> {
  const element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  const came = signal(false);
  effect((onCleanup) => {
    if (!watched() || came()) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) came.set(true);
      },
      { rootMargin: '0px' },
    );
    observer.observe(element);
    onCleanup(() => observer.disconnect());
  });
  return came.asReadonly();
}
