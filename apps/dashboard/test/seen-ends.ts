import { TestBed } from '@angular/core/testing';

type Tell = (entries: { isIntersecting: boolean }[]) => void;

const sectionOf = (element?: Element) =>
  element?.closest('section')?.getAttribute('aria-label') ?? '';

/** What is on the screen, as a spec says it: the ends of texts, by the section that they end. */
export class SeenEnds {
  private static all: SeenEnds[] = [];
  /** The sections that were scrolled to. */
  static ledTo: string[] = [];
  private readonly far: boolean;
  private at?: Element;

  constructor(
    private readonly tell: Tell,
    { rootMargin = '' }: IntersectionObserverInit,
  ) {
    this.far = !rootMargin.startsWith('0px');
    SeenEnds.all.push(this);
  }

  observe(at: Element): void {
    this.at = at;
  }

  disconnect(): void {
    SeenEnds.all = SeenEnds.all.filter((one) => one !== this);
  }

  /** @param passed - it is above the window, where nobody has seen it */
  static see(section: RegExp, passed = false): void {
    for (const { tell, far, at } of SeenEnds.all) {
      if (section.test(sectionOf(at)) && far === passed) tell([{ isIntersecting: true }]);
    }
    TestBed.tick();
  }

  /** They go on below the window. */
  static goOnBelow(section: RegExp): void {
    for (const { tell, far, at } of SeenEnds.all) {
      if (section.test(sectionOf(at)) && far) tell([{ isIntersecting: false }]);
    }
    TestBed.tick();
  }

  static forEachTest(): void {
    const real = globalThis.IntersectionObserver;
    const { scrollIntoView } = Element.prototype;
    beforeEach(() => {
      [SeenEnds.all, SeenEnds.ledTo] = [[], []];
      Object.assign(globalThis, { IntersectionObserver: SeenEnds });
      Element.prototype.scrollIntoView = function (this: Element) {
        SeenEnds.ledTo.push(sectionOf(this));
      };
    });
    afterEach(() => {
      Object.assign(globalThis, { IntersectionObserver: real });
      Element.prototype.scrollIntoView = scrollIntoView;
    });
  }
}
