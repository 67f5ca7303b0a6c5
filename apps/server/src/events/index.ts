export * from './event-bus.js';
export * from './event-map.js';
export * from './events.module.js';
export * from './in-process-event-bus.js';
