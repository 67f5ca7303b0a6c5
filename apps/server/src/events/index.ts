export * from './event-bus.js';
export * from './event-map.js';
