import { jest } from '@jest/globals';
import { getTestBed } from '@angular/core/testing';
import { region } from '../src/app/core/preferences/formats';
import { setupZonelessTestEnv } from 'jest-preset-angular/setup-env/zoneless/index.mjs';

// Numbers and dates as they stand in specs, whatever the machine's region.
region.choose('en-GB');

// ESM specs get no `jest` global by themselves.
Object.assign(globalThis, { jest });

// Angular does both when it is loaded; here it stays loaded for the next file (ADR 0072).
getTestBed().resetTestEnvironment();
const reset = (): void => void getTestBed().resetTestingModule();
beforeEach(reset);
afterEach(reset);
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
