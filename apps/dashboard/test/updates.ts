import type { OutputEmitterRef, Type } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { UpdatesView } from '@kenny/contract/web';

/** A server that looks nowhere for newer versions, and does not know how it was started. */
export const UPDATES: UpdatesView = {
  ...{ version: '0.2.0', newer: null, looked_at: null, trouble: null, feed: null },
  ...{ fixed: false, runs_as: null, public_url: 'https://kenny.example' },
  ...{ source: null, last_update: null },
};

/** Shows a part of the page of updates, which hears of what it changes as the page does. */
export async function showUpdates<T extends { readonly changed: OutputEmitterRef<UpdatesView> }>(
  part: Type<T>,
  view: UpdatesView,
) {
  const fixture = TestBed.createComponent(part);
  fixture.componentRef.setInput('view', view);
  fixture.componentInstance.changed.subscribe((now) => {
    fixture.componentRef.setInput('view', now);
  });
  await fixture.whenStable();
  const element = fixture.nativeElement as HTMLElement;
  const text = () => element.textContent.replaceAll(/\s+/g, ' ').trim();
  const button = (words: string) =>
    [...element.querySelectorAll('button')].find((one) => one.textContent.includes(words));
  const press = async (words: string) => {
    button(words)?.click();
    await fixture.whenStable();
  };
  const write = async (address: string) => {
    const field = element.querySelector('input');
    if (!field) throw new Error('there is no field');
    field.value = address;
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
  };
  return { part: fixture.componentInstance, element, text, button, press, write };
}
