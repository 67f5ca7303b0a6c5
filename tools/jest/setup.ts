import 'reflect-metadata';
import { jest } from '@jest/globals';

// ESM specs get no `jest` global by themselves.
Object.assign(globalThis, { jest });
