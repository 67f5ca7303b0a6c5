import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { FollowBottom } from './follow-bottom';

@Component({
  imports: [FollowBottom],
  template: `<div [kennyFollowBottom]="begins()" #end="kennyFollowBottom">
    {{ end.following() ? 'follows' : 'stays' }}
  </div>`,
})
class Page {
  readonly begins = signal<'' | 'top'>('');
}

describe('what keeps the end in sight', () => {
  const real = globalThis.ResizeObserver;
  const page = document.documentElement;
  let grow: () => void;
  let height: number;

  beforeEach(() => {
    Object.assign(globalThis, {
      ResizeObserver: class {
        constructor(changed: () => void) {
          grow = changed;
        }
        readonly observe = () => undefined;
        readonly disconnect = () => undefined;
      },
    });
    // jsdom lays nothing out.
    jest.spyOn(page, 'clientHeight', 'get').mockReturnValue(600);
    jest.spyOn(page, 'scrollHeight', 'get').mockImplementation(() => height);
    page.scrollTop = 0;
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Object.assign(globalThis, { ResizeObserver: real });
  });

  async function opened(begins: '' | 'top', tall: number) {
    height = tall;
    const fixture = TestBed.createComponent(Page);
    fixture.componentInstance.begins.set(begins);
    await fixture.whenStable();
    const growTo = async (taller: number) => {
      height = taller;
      grow();
      await fixture.whenStable();
      return [page.scrollTop, (fixture.nativeElement as HTMLElement).textContent.trim()];
    };
    return growTo;
  }

  it('goes to the end at once in a conversation', async () => {
    const growTo = await opened('', 2_000);
    expect(await growTo(2_000)).toEqual([2_000, 'follows']);
  });

  it('stays at the top of a long page that begins there, also when it grows', async () => {
    const growTo = await opened('top', 2_000);
    expect(await growTo(2_000)).toEqual([0, 'stays']);
    expect(await growTo(2_400)).toEqual([0, 'stays']);
  });

  it('follows a page that begins at its top, once its reader is at the end', async () => {
    const growTo = await opened('top', 2_000);
    await growTo(2_000);
    page.scrollTop = 1_400;
    window.dispatchEvent(new Event('scroll'));
    expect(await growTo(2_400)).toEqual([2_400, 'follows']);
  });

  it('follows a page that is short when it begins', async () => {
    const growTo = await opened('top', 600);
    await growTo(600);
    expect(await growTo(900)).toEqual([900, 'follows']);
  });
});
