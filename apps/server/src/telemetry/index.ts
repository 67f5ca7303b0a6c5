import * as entities from './entities/index.js';

export { ChangesService } from './charts/changes.service.js';
export { ForecastService } from './charts/forecast.service.js';
export { HealthHistoryService } from './charts/health-history.service.js';
export { SeriesService } from './charts/series.service.js';
export { TrendService } from './charts/trend.service.js';
export { FleetService, type Subject } from './fleet.service.js';
export {
  HISTORY_PAGE,
  HistoryService,
  type HistoryItem,
  type SnapshotView,
} from './history.service.js';
export type { HealthChange } from './health-changes.js';
export { IngestService } from './ingest.service.js';
export { LimitsService } from './limits/limits.service.js';
export { SnoozesService } from './snoozes/snoozes.service.js';
export { TelemetryModule } from './telemetry.module.js';

/** For the list of the server's entities (`schema.ts`). */
export const TELEMETRY_ENTITIES = Object.values(entities);
