import { jest } from '@jest/globals';
import { setupZonelessTestEnv } from 'jest-preset-angular/setup-env/zoneless/index.mjs';

// ESM specs get no `jest` global by themselves.
Object.assign(globalThis, { jest });

setupZonelessTestEnv({ errorOnUnknownElements: true, errorOnUnknownProperties: true });
