import { computed, linkedSignal, resource, type Signal } from '@angular/core';
import { asApiError, type ApiError } from './api-error';

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

export interface Pages<T> {
  readonly items: Signal<readonly T[]>;
  readonly ready: Signal<boolean>;
  readonly more: Signal<boolean>;
  readonly error: Signal<ApiError | null>;
  /** Asks for those before the last. */
  older(): void;
  again(): void;
}

/** A list that the server hands out page by page; begins anew whenever the question changes. */
export function pagesOf<Q, T>(
  question: () => Q | undefined,
  ask: (question: Q, cursor: string | undefined) => Promise<Page<T>>,
): Pages<T> {
  const cursor = linkedSignal<Q | undefined, string | undefined>({
    source: question,
    computation: () => undefined,
  });
  const page = resource({
    params: () => {
      const asked = question();
      return asked === undefined ? undefined : { asked, from: cursor() };
    },
    loader: async ({ params: { asked, from } }) => ({ from, ...(await ask(asked, from)) }),
  });
  const last = computed(() => (page.hasValue() ? page.value() : undefined));
  const kept = linkedSignal<ReturnType<typeof last>, readonly T[] | undefined>({
    source: last,
    computation: (now, before) => {
      if (!now) return before?.value;
      return now.from === undefined ? now.items : [...(before?.value ?? []), ...now.items];
    },
  });
  return {
    items: computed(() => kept() ?? []),
    ready: computed(() => kept() !== undefined),
    more: computed(() => (last()?.next_cursor ?? null) !== null),
    error: computed(() => {
      const fault = page.error();
      return fault ? asApiError(fault) : null;
    }),
    older: () => cursor.set(last()?.next_cursor ?? undefined),
    again: () => page.reload(),
  };
}
