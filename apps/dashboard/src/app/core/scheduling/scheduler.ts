import { effect, inject, PendingTasks, signal, type Signal } from '@angular/core';
import { makeOneAhead } from './lazy';

/**
 * Lets the browser draw and answer before the work goes on. A start that is one long task makes a slow
 * machine deaf for as long.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Yields between loading a chunk, making its formatters and drawing: no long task. */
export async function inTurn<T>(loaded: T): Promise<T> {
  do await nextTask();
  while (makeOneAhead());
  return loaded;
}

/**
 * Grows by one in each task, up to as many parts as there are: a page that is drawn part after part
 * answers between them, and each part stands before the next one is begun.
 * @param mayBegin until then none is drawn
 */
export function partByPart(parts: () => number, mayBegin: () => boolean): Signal<number> {
  const pending = inject(PendingTasks);
  const drawn = signal(0);
  effect((onCleanup) => {
    if (!mayBegin() || drawn() >= parts()) return;
    const done = pending.add();
    const next = setTimeout(() => drawn.update((before) => before + 1));
    onCleanup(() => {
      clearTimeout(next);
      done();
    });
  });
  return drawn.asReadonly();
}
