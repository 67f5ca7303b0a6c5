import { AGENTCTL_LIMITS } from '@kenny/contract/agentctl';
import { Backlog } from './backlog.js';
import type { Frame } from './frame.js';
import { Listener, type Sink } from './listener.js';

/** Everything goes to every listener; what comes while there is none may wait for the first. */
export class Broadcast {
  private readonly listeners = new Set<Listener>();
  private readonly backlog: Backlog | undefined;

  constructor({ keeps = false }: { keeps?: boolean } = {}) {
    this.backlog = keeps ? new Backlog() : undefined;
  }

  get listened(): boolean {
    return this.listeners.size > 0;
  }

  get full(): boolean {
    return this.listeners.size >= AGENTCTL_LIMITS.listeners;
  }

  push(frame: Frame): void {
    if (this.listened) for (const listener of this.listeners) listener.push(frame);
    else this.backlog?.push(frame);
  }

  /** Something that should have stood here is missing. */
  skip(): void {
    if (this.listened) for (const listener of this.listeners) listener.skip();
    else this.backlog?.skip();
  }

  /** What still waits belongs to a process that is no more. */
  forget(): void {
    this.backlog?.forget();
  }

  /**
   * @param first what this listener gets before anything else
   * @returns to be called when it has gone
   */
  listen(sink: Sink, first: readonly Frame[] = []): () => void {
    const listener = new Listener(sink);
    this.listeners.add(listener);
    for (const frame of first) listener.push(frame);
    this.backlog?.moveTo(listener);
    return () => this.listeners.delete(listener);
  }
}
