import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { WholeSeen } from './whole-seen';

@Component({ imports: [WholeSeen], template: '<div kennyWholeSeen></div>' })
class Text {}

describe('whether a text was on the screen', () => {
  const real = globalThis.IntersectionObserver;
  const root = document.documentElement;
  let margin: string | undefined;

  beforeEach(() => {
    Object.assign(globalThis, {
      IntersectionObserver: class {
        constructor(_tell: unknown, options: IntersectionObserverInit) {
          margin = options.rootMargin;
        }
        observe(): void {}
        disconnect(): void {}
      },
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Object.assign(globalThis, { IntersectionObserver: real });
  });

  it.each([
    ['48px', '0px 0px -48px'],
    ['82.4px', '0px 0px -83px'],
    ['auto', '0px 0px -0px'],
  ])('does not count what the bar of pages covers: %s', (scrollPaddingBottom, expected) => {
    const styles = globalThis.getComputedStyle;
    jest.spyOn(globalThis, 'getComputedStyle').mockImplementation((element, pseudo) => {
      const own = styles(element, pseudo);
      return element === root ? Object.assign(own, { scrollPaddingBottom }) : own;
    });
    TestBed.createComponent(Text).detectChanges();
    expect(margin).toBe(expected);
  });
});
