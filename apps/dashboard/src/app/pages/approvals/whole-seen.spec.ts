import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { WholeSeen, type EndOfText } from './whole-seen';

@Component({
  imports: [WholeSeen],
  template:
    '<div (kennyWholeSeen)="ends.push($event)" [of]="of()" [foot]="foot"></div><footer #foot></footer>',
})
class Text {
  readonly of = signal('a');
  readonly ends: EndOfText[] = [];
}

const HEIGHT = 600;

describe('whether a text was on the screen', () => {
  const real = globalThis.IntersectionObserver;
  const root = document.documentElement;
  let margins: string[];
  /** How far the page is scrolled, and where on it the text ends. */
  let place: { scrolled: number; end: number };
  let looks: Set<() => void>;

  /** Tells what has changed since it last looked, as a browser does once for each frame. */
  class Observer {
    private readonly look: () => void;
    constructor(told: (entries: object[]) => void, { rootMargin = '' }: IntersectionObserverInit) {
      margins.push(rootMargin);
      const [above = 0, , below = 0] = rootMargin.split(' ').map(parseFloat);
      let before: boolean | undefined;
      this.look = () => {
        const y = place.end - place.scrolled;
        const isIntersecting = y >= -above && y <= HEIGHT + below;
        if (isIntersecting !== before) told([{ isIntersecting }]);
        before = isIntersecting;
      };
    }
    observe(): void {
      looks.add(this.look);
    }
    disconnect(): void {
      looks.delete(this.look);
    }
  }
  const scrollTo = (scrolled: number) => {
    place.scrolled = scrolled;
    for (const look of looks) look();
  };

  beforeEach(() => {
    margins = [];
    place = { scrolled: 0, end: 400 };
    looks = new Set();
    Object.assign(globalThis, { IntersectionObserver: Observer });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Object.assign(globalThis, { IntersectionObserver: real });
  });

  /** @param own - of the foot */
  const open = (scrollPaddingBottom: string, own: { position: string; height: number }) => {
    const styles = globalThis.getComputedStyle;
    jest.spyOn(globalThis, 'getComputedStyle').mockImplementation((element, pseudo) => {
      const { position } = own;
      if (element === root) return Object.assign(styles(element, pseudo), { scrollPaddingBottom });
      return element.tagName === 'FOOTER'
        ? Object.assign(styles(element, pseudo), { position })
        : styles(element, pseudo);
    });
    jest
      .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
      .mockImplementation(() => new DOMRect(0, 0, 0, own.height));
    const fixture = TestBed.createComponent(Text);
    fixture.detectChanges();
    TestBed.tick();
    return fixture;
  };

  it.each([
    ['48px', 'static', '0px 0px -48px'],
    ['82.4px', 'static', '0px 0px -83px'],
    ['auto', 'static', '0px 0px -0px'],
    ['48px', 'sticky', '0px 0px -108px'],
    ['auto', 'sticky', '0px 0px -60px'],
  ])('does not count what covers it: a bar of %s, a foot that is %s', (bar, position, expected) => {
    open(bar, { position, height: 59.2 });
    expect(margins).toContain(expected);
  });

  const bare = () => open('auto', { position: 'static', height: 0 }).componentInstance;

  it('was seen at once when all of it fits', () => {
    const { ends } = bare();
    scrollTo(0);
    expect(ends.at(-1)).toBe('seen');
  });

  it('was seen as soon as slow scrolling has brought its end, not before', () => {
    place.end = 1_400;
    const { ends } = bare();
    for (let y = 0; y < 800; y += 40) scrollTo(y);
    expect(ends).toEqual(['below']);
    scrollTo(800);
    expect(ends).toContain('seen');
  });

  it('was seen after a jump that shows its end', () => {
    place.end = 1_400;
    const { ends } = bare();
    scrollTo(0);
    scrollTo(1_350);
    expect(ends).toContain('seen');
  });

  it('was not seen when a jump has left its end above, until one goes back to it', () => {
    place.end = 1_400;
    const { ends } = bare();
    scrollTo(0);
    scrollTo(2_000);
    expect(ends).toEqual(['below', 'above']);
    scrollTo(1_300);
    expect(ends.at(-1)).toBe('seen');
  });

  it('has to be seen again when it is another text', () => {
    const fixture = open('auto', { position: 'static', height: 0 });
    const { ends, of } = fixture.componentInstance;
    scrollTo(0);
    of.set('b');
    fixture.detectChanges();
    TestBed.tick();
    scrollTo(0);
    expect(ends.filter((end) => end === 'seen')).toHaveLength(2);
  });

  it('measures again when the window has another size', () => {
    const own = { position: 'sticky', height: 60 };
    place.end = 520;
    const { ends } = open('48px', own).componentInstance;
    scrollTo(0);
    own.height = 20;
    globalThis.dispatchEvent(new Event('resize'));
    TestBed.tick();
    expect(margins.at(-1)).toMatch(/-68px$/);
    expect(ends).toEqual(['below']);
    scrollTo(0);
    expect(ends.at(-1)).toBe('seen');
  });
});
