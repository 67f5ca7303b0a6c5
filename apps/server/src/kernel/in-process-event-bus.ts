import { Injectable, Logger } from '@nestjs/common';
import { EventBus, type Listener } from './event-bus.js';
import type { EventMap, EventName } from './event-map.js';

type Listeners = { [N in EventName]?: Set<Listener<N>> };

/** Calls listeners synchronously, in the order they subscribed. */
@Injectable()
export class InProcessEventBus extends EventBus {
  private readonly logger = new Logger('EventBus');
  private readonly listeners: Listeners = {};

  override emit<N extends EventName>(name: N, payload: EventMap[N]): void {
    // Copied: a listener may subscribe or unsubscribe while it is called.
    for (const listener of [...this.of(name)]) {
      try {
        const pending = listener(payload);
        if (pending) pending.catch((error: unknown) => this.report(name, error));
      } catch (error) {
        this.report(name, error);
      }
    }
  }

  override on<N extends EventName>(name: N, listener: Listener<N>): () => void {
    // Wrapped, so that the same function can subscribe twice and unsubscribe once.
    const own: Listener<N> = (payload) => listener(payload);
    this.of(name).add(own);
    return () => void this.of(name).delete(own);
  }

  private of<N extends EventName>(name: N): Set<Listener<N>> {
    const listeners: { [K in N]?: Set<Listener<K>> } = this.listeners;
    return (listeners[name] ??= new Set());
  }

  private report(name: EventName, error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.logger.error(`A listener of ${name} failed: ${text}`);
  }
}
