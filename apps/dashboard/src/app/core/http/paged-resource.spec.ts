import { effect, signal, type WritableSignal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { pagedResource, type PagedResource } from './paged-resource';

describe('a list that comes page by page', () => {
  let query: WritableSignal<string>;
  let rows: readonly string[];
  let refused: boolean;
  let asked: [string, string | undefined][];
  let list: PagedResource<string>;

  const settle = async () => {
    TestBed.tick();
    await jest.advanceTimersByTimeAsync(0);
    TestBed.tick();
  };
  const load = (text: string, cursor: string | undefined) => {
    asked.push([text, cursor]);
    if (refused) return Promise.reject(new Error('no'));
    const from = Number(cursor ?? 0);
    const items = rows.slice(from, from + 2).map((row) => `${text}${row}`);
    return Promise.resolve({ items, next_cursor: from + 2 < rows.length ? `${from + 2}` : null });
  };

  beforeEach(async () => {
    jest.useFakeTimers();
    query = signal('a');
    [rows, refused, asked] = [['1', '2', '3'], false, []];
    TestBed.runInInjectionContext(() => {
      list = pagedResource(query, load);
      // As a view reads it.
      effect(() => void list.items());
    });
    expect(list.ready()).toBe(false);
    await settle();
  });
  afterEach(() => jest.useRealTimers());

  it('grows until there is no more', async () => {
    expect([list.items(), list.more()]).toEqual([['a1', 'a2'], true]);
    list.older();
    await settle();
    expect([list.items(), list.more()]).toEqual([['a1', 'a2', 'a3'], false]);
    list.older();
    await settle();
    expect(asked).toHaveLength(2);
  });

  it('is read from its beginning again, and shown meanwhile', async () => {
    list.older();
    await settle();
    rows = ['0', '1'];
    list.reload();
    TestBed.tick();
    expect(list.items()).toHaveLength(3);
    await settle();
    expect(list.items()).toEqual(['a0', 'a1']);
  });

  it('begins anew with another query', async () => {
    query.set('b');
    expect([list.items(), list.ready()]).toEqual([[], false]);
    await settle();
    expect(list.items()).toEqual(['b1', 'b2']);
  });

  it('keeps what is there when a page does not come, and asks for that page again', async () => {
    refused = true;
    list.older();
    await settle();
    expect([list.items(), list.error()?.message]).toEqual([['a1', 'a2'], 'no']);
    refused = false;
    list.retry();
    await settle();
    expect([list.items(), list.error()]).toEqual([['a1', 'a2', 'a3'], null]);
    expect(asked.at(-1)).toEqual(['a', '2']);
  });
});
