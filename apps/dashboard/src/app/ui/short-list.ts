import { computed, signal, type Signal } from '@angular/core';

export interface ShortList<T> {
  readonly shown: Signal<readonly T[]>;
  /** How many there are besides. */
  readonly hidden: Signal<number>;
  showAll(): void;
}

/** The first few of a list, until somebody asks for the others. */
export function shortList<T>(items: () => readonly T[], most: number): ShortList<T> {
  const all = signal(false);
  const shown = computed(() => (all() ? items() : items().slice(0, most)));
  return {
    shown,
    hidden: computed(() => items().length - shown().length),
    showAll: () => all.set(true),
  };
}
