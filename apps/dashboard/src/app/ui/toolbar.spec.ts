import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { PageSearch } from './page-search';
import { Toolbar, ToolbarItem } from './toolbar';

const names = signal(['a', 'b', 'c']);

@Component({
  imports: [PageSearch, Toolbar, ToolbarItem],
  template: `
    <input kennyPageSearch />
    <div kennyToolbar aria-label="Filters">
      @for (name of names(); track name) {
        <button kennyToolbarItem type="button">{{ name }}</button>
      }
    </div>
    <div data-found><a href="/1" tabindex="-1">1</a><a href="/2">2</a></div>
  `,
})
class Page {
  protected readonly names = names;
}

describe('around a table', () => {
  let element: HTMLElement;
  let settle: () => Promise<unknown>;
  const focused = () => document.activeElement?.textContent;
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    (document.activeElement ?? document).dispatchEvent(event);
    return settle();
  };
  const stops = () =>
    [...element.querySelectorAll('button')]
      .filter(({ tabIndex }) => tabIndex === 0)
      .map(({ textContent }) => textContent);

  beforeEach(async () => {
    names.set(['a', 'b', 'c']);
    const fixture = TestBed.createComponent(Page);
    settle = () => fixture.whenStable();
    element = fixture.nativeElement as HTMLElement;
    document.body.append(element);
    await settle();
  });
  afterEach(() => element.remove());

  it('filters are one stop of the Tab key, and the arrows go round', async () => {
    expect(element.querySelector('[role=toolbar]')).not.toBeNull();
    expect(stops()).toEqual(['a']);
    element.querySelector('button')?.focus();
    await press('ArrowRight');
    expect([focused(), stops()]).toEqual(['b', ['b']]);
    await press('End');
    expect(focused()).toBe('c');
    await press('ArrowRight');
    expect(focused()).toBe('a');
    await press('ArrowLeft');
    expect(focused()).toBe('c');
    await press('Home');
    expect([focused(), stops()]).toEqual(['a', ['a']]);
  });

  it('the stop stays with its button when others come, and is the first one when it goes', async () => {
    element.querySelectorAll('button')[1]?.focus();
    names.set(['new', 'a', 'b', 'c']);
    await settle();
    expect(stops()).toEqual(['b']);
    names.set(['new', 'a']);
    await settle();
    expect(stops()).toEqual(['new']);
  });

  it('the search has a key, and ↓ leaves it for the stop among what was found', async () => {
    await press('/');
    expect(document.activeElement).toBe(element.querySelector('input'));
    await press('ArrowDown');
    expect(focused()).toBe('2');
  });
});
