import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { SingleKeys } from './single-keys';

describe('keys without Ctrl', () => {
  let keys: SingleKeys;
  let done: string[];

  beforeEach(() => {
    jest.useFakeTimers();
    done = [];
    document.body.innerHTML = '';
    keys = TestBed.inject(SingleKeys);
    const injector = TestBed.inject(EnvironmentInjector);
    for (const one of ['/', '?', 'r', 'g f']) keys.on(one, () => done.push(one), injector);
  });
  afterEach(() => {
    keys.turn('on');
    document.body.innerHTML = '';
    jest.useRealTimers();
  });

  function press(key: string, more: KeyboardEventInit = {}, on: EventTarget = document): boolean {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
    return on.dispatchEvent(event);
  }
  function put(html: string): Element {
    document.body.innerHTML = html;
    return document.querySelector('[data-here]') ?? document.body;
  }

  it('do what the page has said, and keep the browser from doing more', () => {
    expect(press('r')).toBe(false);
    expect(press('?', { shiftKey: true })).toBe(false);
    expect(press('/')).toBe(false);
    expect(done).toEqual(['r', '?', '/']);
    expect(press('x')).toBe(true);
  });

  it('work two in a row, for a moment', () => {
    press('g');
    press('f');
    expect(done).toEqual(['g f']);
    press('g');
    jest.advanceTimersByTime(1_501);
    press('f');
    expect(done).toEqual(['g f']);
  });

  it('do not take the second of two for one of its own', () => {
    press('g');
    press('r');
    expect(done).toEqual([]);
    press('r');
    expect(done).toEqual(['r']);
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey', 'repeat', 'isComposing'])(
    'leave alone what comes with %s',
    (held) => {
      expect(press('r', { [held]: true })).toBe(true);
      expect(done).toEqual([]);
    },
  );

  it.each([
    '<input data-here>',
    '<input type="search" data-here>',
    '<textarea data-here></textarea>',
    '<select data-here></select>',
    '<p contenteditable data-here></p>',
    '<div role="combobox" data-here></div>',
    '<div role="menu"><button data-here></button></div>',
    '<div role="dialog"><button data-here></button></div>',
  ])('leave alone what is pressed in %s', (html) => {
    press('r', {}, put(html));
    press('g', {}, put(html));
    press('f', {}, put(html));
    expect(done).toEqual([]);
  });

  it('keep still while a dialog is open, wherever the focus is', () => {
    put('<div class="cdk-overlay-container"><div role="alertdialog"></div></div>');
    press('r');
    expect(done).toEqual([]);
  });

  it('work on buttons, links and boxes', () => {
    for (const html of ['<button data-here></button>', '<input type="checkbox" data-here>']) {
      press('r', {}, put(html));
    }
    expect(done).toEqual(['r', 'r']);
  });

  it('can be turned off for this browser', () => {
    keys.turn('off');
    expect(localStorage.getItem('kenny.keys')).toBe('off');
    expect(press('r')).toBe(true);
    keys.turn('on');
    expect(localStorage.getItem('kenny.keys')).toBeNull();
    press('r');
    expect(done).toEqual(['r']);
  });

  it('belong to the newest part of the page, and go with it', () => {
    const parent = TestBed.inject(EnvironmentInjector);
    const part = createEnvironmentInjector([], parent);
    keys.on('/', () => done.push('part'), part);
    press('/');
    part.destroy();
    press('/');
    expect(done).toEqual(['part', '/']);
  });
});
