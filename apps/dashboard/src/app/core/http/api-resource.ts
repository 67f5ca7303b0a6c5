import { computed, linkedSignal, resource, type Signal } from '@angular/core';
import { asApiError, type ApiError } from './api-error';

/** What a view needs to know of an answer beside the answer: loading, failed or ready. */
export interface ResourceState {
  readonly ready: Signal<boolean>;
  readonly busy: Signal<boolean>;
  readonly error: Signal<ApiError | null>;
  retry(): void;
}

export interface ApiResource<T> extends ResourceState {
  /** Undefined until there is an answer. A reload that fails leaves the last one beside its error. */
  readonly value: Signal<T | undefined>;
  reload(): void;
}

interface Request<T, P> {
  /** Nothing is requested while this is undefined. */
  readonly params?: () => P | undefined;
  readonly loader: (params: P) => Promise<T>;
  /**
   * As long as it stays the same, the last answer is shown while new params load
   * (stale-while-revalidate).
   */
  readonly subject?: () => unknown;
}

/** One answer of the server, requested again whenever its params change. */
export function apiResource<T, P = true>(request: Request<T, P>): ApiResource<T> {
  const params = computed(request.params ?? (() => true as P));
  const { subject = params } = request;
  const asked = resource({ params, loader: ({ params: now }) => request.loader(now as P) });
  interface Seen {
    readonly subject: unknown;
    /** Those of the answer. */
    readonly params: P | undefined;
    readonly loading: boolean;
    readonly answer: T | undefined;
  }
  const seen = linkedSignal<Seen, Seen>({
    source: () => ({
      ...{ subject: subject(), params: params(), loading: asked.isLoading() },
      answer: asked.hasValue() ? asked.value() : undefined,
    }),
    computation: (now, before) => {
      const last = before?.value;
      if (now.answer !== undefined || !last || last.subject !== now.subject) return now;
      const { params: of, answer } = last;
      return now.loading || now.params === of ? { ...now, params: of, answer } : now;
    },
  });
  const value = computed(() => seen().answer);
  const reload = () => void asked.reload();
  return {
    ...{ value, reload, retry: reload, busy: asked.isLoading },
    ready: computed(() => value() !== undefined),
    error: computed(() => errorOf(asked.error())),
  };
}

export function errorOf(fault: Error | undefined): ApiError | null {
  return fault ? asApiError(fault) : null;
}
