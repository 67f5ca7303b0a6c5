import { computed, resource, type Signal } from '@angular/core';
import { asApiError, type ApiError } from '../../core/http/api-error';

/** One thing asked of the server for a part of the sheet: its answer, or why there is none. */
export interface Asked<T> {
  readonly value: Signal<T | undefined>;
  readonly error: Signal<ApiError | null>;
  again(): void;
}

/** Asked anew whenever `params` changes; not at all while they are undefined. */
export function asked<P, T>(params: () => P | undefined, ask: (params: P) => Promise<T>): Asked<T> {
  const answer = resource({ params, loader: ({ params: wanted }) => ask(wanted) });
  return {
    value: computed(() => (answer.hasValue() ? answer.value() : undefined)),
    error: computed(() => {
      const fault = answer.error();
      return fault ? asApiError(fault) : null;
    }),
    again: () => void answer.reload(),
  };
}
