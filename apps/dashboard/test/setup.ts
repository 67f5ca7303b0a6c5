import { jest } from '@jest/globals';
import { setupZonelessTestEnv } from 'jest-preset-angular/setup-env/zoneless/index.mjs';

// ESM specs get no `jest` global by themselves.
Object.assign(globalThis, { jest });

setupZonelessTestEnv({ errorOnUnknownElements: true, errorOnUnknownProperties: true });

/** jsdom lays nothing out, so nothing ever comes into view: what waits for that stays unloaded. */
class NothingInView {
  observe(): void {
    // Never tells.
  }
  unobserve(): void {
    // Never told.
  }
  disconnect(): void {
    // Never told.
  }
}
Object.assign(globalThis, { IntersectionObserver: NothingInView });
