export * from './health-change.entity.js';
export * from './health-day.entity.js';
export * from './health-limit.entity.js';
export * from './pc-health.entity.js';
export * from './section-body.entity.js';
export * from './snapshot.entity.js';
export * from './snooze.entity.js';
