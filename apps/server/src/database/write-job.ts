import { AsyncResource } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';
import type { Tx } from './writer.js';

/** One job on its way through the writer: its hooks, and what its caller will be told. */
export class WriteJob {
  private readonly undo: (() => void)[] = [];
  private readonly after: (() => void)[] = [];
  private readonly scope = new AsyncResource('kenny.write');
  private answer: (() => void) | undefined;

  private constructor(
    private readonly work: (tx: Tx) => Promise<() => void>,
    private readonly refuse: (cause: unknown) => void,
  ) {}

  static of<T>(
    work: (tx: Tx) => Promise<T>,
    resolve: (value: T) => void,
    reject: (cause: unknown) => void,
  ): WriteJob {
    return new WriteJob(async (tx) => {
      const value = await work(tx);
      return () => resolve(value);
    }, reject);
  }

  /** Runs in its caller's async context, not in that of whoever happened to open the batch. */
  async run(manager: EntityManager): Promise<void> {
    const tx: Tx = {
      manager,
      onRollback: (undo) => void this.undo.push(undo),
      onCommit: (after) => void this.after.push(after),
    };
    this.answer = await this.scope.runInAsyncScope(() => this.work(tx));
  }

  /** The work is durable: hooks first, then the caller. */
  settle(onHookError: (error: unknown) => void): void {
    this.call(this.after, onHookError);
    this.answer?.();
  }

  /** The work is undone: hooks newest first, then the caller. */
  fail(cause: unknown, onHookError: (error: unknown) => void): void {
    this.call(this.undo.reverse(), onHookError);
    this.refuse(cause);
  }

  /** One hook that fails must not keep the others, or the caller, from being told. */
  private call(hooks: readonly (() => void)[], onHookError: (error: unknown) => void): void {
    for (const hook of hooks) {
      try {
        this.scope.runInAsyncScope(hook);
      } catch (error) {
        onHookError(error);
      }
    }
  }
}
