import { DestroyRef, DOCUMENT, Injectable, inject, Injector } from '@angular/core';
import { keptChoice } from '../preferences/kept-choice';
import { KEYS, type SingleKey } from './keys';

/** How long the first key of two is remembered. */
const SEQUENCE_MS = 1_500;

const WRITES =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, ' +
  '[contenteditable]:not([contenteditable=false]), ' +
  '[role=textbox], [role=combobox], [role=listbox], [role=menu]';
const DIALOG = 'dialog[open], [role=dialog], [role=alertdialog]';

/**
 * Keys that work without Ctrl, ⌘ or Alt, one or two in a row. They keep still while somebody writes,
 * while a dialog is open, and for who has turned them off: speech input and slips of the hand press them too.
 */
@Injectable({ providedIn: 'root' })
export class SingleKeys {
  private readonly document = inject(DOCUMENT);
  private readonly kept = keptChoice('kenny.keys', ['on', 'off'], 'on');
  /** The part of the page that came last answers first. */
  private readonly runs = new Map<string, (() => void)[]>();
  private first = '';
  private forgetting: ReturnType<typeof setTimeout> | undefined;
  readonly choice = this.kept.choice;

  constructor() {
    const press = (event: KeyboardEvent) => this.press(event);
    // After the parts of the page themselves, which listen on the document.
    const window = this.document.defaultView;
    window?.addEventListener('keydown', press);
    inject(DestroyRef).onDestroy(() => {
      this.forget();
      window?.removeEventListener('keydown', press);
    });
  }

  turn(choice: 'on' | 'off'): void {
    this.forget();
    this.kept.choose(choice);
  }

  /** Until whose injector this is goes. */
  on(keys: string, run: () => void, injector: Injector): void {
    this.runs.set(keys, [...(this.runs.get(keys) ?? []), run]);
    injector.get(DestroyRef).onDestroy(() => {
      const left = (this.runs.get(keys) ?? []).filter((one) => one !== run);
      if (left.length > 0) this.runs.set(keys, left);
      else this.runs.delete(keys);
    });
  }

  private press(event: KeyboardEvent): void {
    if (event.defaultPrevented || this.choice() === 'off' || !isPlain(event)) return;
    if (this.isBusy(event.target)) return this.forget();
    const key = event.key.toLowerCase();
    const keys = this.first === '' ? key : `${this.first} ${key}`;
    this.forget();
    const run = this.runs.get(keys)?.at(-1);
    if (run) {
      event.preventDefault();
      run();
    } else if ([...this.runs.keys()].some((longer) => longer.startsWith(`${keys} `))) {
      event.preventDefault();
      this.first = keys;
      this.forgetting = setTimeout(() => this.forget(), SEQUENCE_MS);
    }
  }

  private isBusy(target: EventTarget | null): boolean {
    if (target instanceof Element && target.closest(`${WRITES}, ${DIALOG}`)) return true;
    return this.document.querySelector(`.cdk-overlay-container :is(${DIALOG})`) !== null;
  }

  private forget(): void {
    clearTimeout(this.forgetting);
    this.first = '';
  }
}

/** What a key does while this part of the page is there; called where `inject` may be. */
export function onKey(name: SingleKey, run: () => void): void {
  inject(SingleKeys).on(KEYS[name].keys, run, inject(Injector));
}

/** One character; Shift is needed for `?` and `/` on some keyboards, and makes another one of a letter. */
function isPlain({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey || isComposing || repeat || [...key].length !== 1) return false;
  return !shiftKey || key.toLowerCase() === key.toUpperCase();
}
