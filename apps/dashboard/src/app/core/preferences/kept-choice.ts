import { signal, type Signal } from '@angular/core';

/** A choice for this browser that outlives the login. */
export interface KeptChoice<T extends string> {
  readonly choice: Signal<T>;
  choose(choice: T): void;
}

/** One of a few words in the browser's storage; the usual one leaves nothing there. */
export function keptChoice<T extends string>(
  key: string,
  all: readonly T[],
  usual: NoInfer<T>,
): KeptChoice<T> {
  const stored = localStorage.getItem(key);
  const picked = signal<T>(all.find((one) => one === stored) ?? usual);
  return {
    choice: picked.asReadonly(),
    choose: (choice) => {
      picked.set(choice);
      if (choice === usual) localStorage.removeItem(key);
      else localStorage.setItem(key, choice);
    },
  };
}
