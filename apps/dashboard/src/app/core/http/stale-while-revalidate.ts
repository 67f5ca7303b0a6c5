import { computed, linkedSignal, type Resource, type Signal } from '@angular/core';

/**
 * What was answered, also while the same thing is asked about anew: what is on the screen stays where
 * it is until there is something newer. Of another thing, or after a fault, nothing is held.
 */
export function heldAnswer<T>(asked: Resource<T>, about: () => unknown): Signal<T | undefined> {
  interface Heard {
    readonly about: unknown;
    readonly waiting: boolean;
    readonly answer: T | undefined;
  }
  const heard = linkedSignal<Heard, Heard>({
    source: () => ({
      about: about(),
      waiting: asked.isLoading(),
      answer: asked.hasValue() ? asked.value() : undefined,
    }),
    computation: (now, before) => {
      const asksAnew = now.waiting && now.answer === undefined;
      if (!asksAnew || !before || before.value.about !== now.about) return now;
      return { ...now, answer: before.value.answer };
    },
  });
  return computed(() => heard().answer);
}
