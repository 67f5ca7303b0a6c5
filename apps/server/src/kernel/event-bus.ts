import type { EventMap, EventName } from './event-map.js';

export type Listener<N extends EventName> = (payload: EventMap[N]) => void | Promise<void>;

/**
 * Port for facts between modules (design §8). The in-process twin calls listeners at once and in
 * order; a listener that fails is logged and never reaches who emitted.
 */
export abstract class EventBus {
  abstract emit<N extends EventName>(name: N, payload: EventMap[N]): void;
  /** Returns the function that ends the subscription. */
  abstract on<N extends EventName>(name: N, listener: Listener<N>): () => void;
}
