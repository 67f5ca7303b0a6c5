import { computed, linkedSignal, resource, type Signal } from '@angular/core';
import { errorOf, type ResourceState } from './api-resource';

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

export interface PagedResource<T> extends ResourceState {
  readonly items: Signal<readonly T[]>;
  readonly more: Signal<boolean>;
  /** Appends the next page. */
  older(): void;
  /** Reloads from the first page; what is shown stays until it arrives. */
  reload(): void;
  prepend(items: readonly T[]): void;
}

/** A list that the server hands out page by page; begins anew whenever the query changes. */
export function pagedResource<Q, T>(
  query: () => Q | undefined,
  load: (query: Q, cursor: string | undefined) => Promise<Page<T>>,
): PagedResource<T> {
  // A new object each time, so that the same cursor is requested again.
  const position = linkedSignal<Q | undefined, { readonly cursor?: string }>({
    source: query,
    computation: () => ({}),
  });
  const page = resource({
    params: () => {
      const asked = query();
      return asked === undefined ? undefined : { asked, cursor: position().cursor };
    },
    loader: async ({ params: { asked, cursor } }) => ({
      ...{ asked, cursor },
      ...(await load(asked, cursor)),
    }),
  });
  const last = computed(() => (page.hasValue() ? page.value() : undefined));
  const kept = linkedSignal<
    { asked: Q | undefined; last: ReturnType<typeof last> },
    readonly T[] | undefined
  >({
    source: () => ({ asked: query(), last: last() }),
    computation: (now, before) => {
      const shown = before?.source.asked === now.asked ? before?.value : undefined;
      if (now.last?.asked !== now.asked || !now.last) return shown;
      return now.last.cursor === undefined ? now.last.items : [...(shown ?? []), ...now.last.items];
    },
  });
  return {
    items: computed(() => kept() ?? []),
    ready: computed(() => kept() !== undefined),
    busy: page.isLoading,
    more: computed(() => (last()?.next_cursor ?? null) !== null),
    error: computed(() => errorOf(page.error())),
    older: () => {
      const cursor = last()?.next_cursor;
      if (typeof cursor === 'string') position.set({ cursor });
    },
    reload: () => position.set({}),
    retry: () => void page.reload(),
    prepend: (items) => kept.update((shown) => [...items, ...(shown ?? [])]),
  };
}
