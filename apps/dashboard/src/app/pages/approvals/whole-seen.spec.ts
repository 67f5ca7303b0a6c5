import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { WholeSeen } from './whole-seen';

@Component({
  imports: [WholeSeen],
  template: '<div (kennyWholeSeen)="seen = true" [foot]="foot"></div><footer #foot></footer>',
})
class Text {
  seen = false;
}

describe('whether a text was on the screen', () => {
  const real = globalThis.IntersectionObserver;
  const root = document.documentElement;
  let margins: (string | undefined)[];
  let tell: (isIntersecting: boolean) => void;

  beforeEach(() => {
    margins = [];
    Object.assign(globalThis, {
      IntersectionObserver: class {
        constructor(told: (entries: object[]) => void, options: IntersectionObserverInit) {
          margins.push(options.rootMargin);
          tell = (isIntersecting) => told([{ isIntersecting }]);
        }
        observe(): void {}
        disconnect(): void {}
      },
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
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
    expect(margins.at(-1)).toBe(expected);
  });

  it('measures again when the window has another size, and what was seen so far does not count', () => {
    jest.useFakeTimers();
    const own = { position: 'sticky', height: 60 };
    const fixture = open('48px', own);
    tell(true);
    jest.advanceTimersByTime(1_000);
    own.height = 110;
    globalThis.dispatchEvent(new Event('resize'));
    TestBed.tick();
    expect(margins.at(-1)).toBe('0px 0px -158px');
    jest.advanceTimersByTime(1_000);
    expect(fixture.componentInstance.seen).toBe(false);
    tell(true);
    jest.advanceTimersByTime(1_500);
    expect(fixture.componentInstance.seen).toBe(true);
  });
});
