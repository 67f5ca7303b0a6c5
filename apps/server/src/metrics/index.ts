export { METRICS } from './definitions.js';
export { MetricsModule } from './metrics.module.js';
export { ServerMetrics } from './server-metrics.js';
