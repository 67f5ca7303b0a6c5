import { ViewportScroller } from '@angular/common';
import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { NavigationEnd, Router, Scroll } from '@angular/router';
import { Subject } from 'rxjs';
import { returnToPlace } from './return-to-place';

const drawn = signal(false);

@Component({ template: '' })
class Page {
  constructor() {
    returnToPlace(drawn);
  }
}

describe('a page that is drawn part by part', () => {
  const went: unknown[] = [];
  const events = new Subject<unknown>();
  const end = new NavigationEnd(1, '/fleet', '/fleet');

  beforeEach(() => {
    drawn.set(false);
    went.length = 0;
    TestBed.configureTestingModule({
      providers: [
        { provide: Router, useValue: { events } },
        { provide: ViewportScroller, useValue: { scrollToPosition: went.push.bind(went) } },
      ],
    });
  });

  it('returns to where one was once it is long enough, and only once', async () => {
    const page = TestBed.createComponent(Page);
    events.next(new Scroll(end, [0, 1_249], null));
    await page.whenStable();
    expect(went).toEqual([]);
    drawn.set(true);
    await page.whenStable();
    expect(went).toEqual([[0, 1_249]]);
    drawn.set(false);
    drawn.set(true);
    await page.whenStable();
    expect(went).toHaveLength(1);
  });

  it('stays at its top where somebody came by a link', async () => {
    const page = TestBed.createComponent(Page);
    events.next(new Scroll(end, null, null));
    drawn.set(true);
    await page.whenStable();
    expect(went).toEqual([]);
  });
});
