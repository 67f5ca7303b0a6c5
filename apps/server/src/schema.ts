import { ALERT_ENTITIES } from './alerts/index.js';
import { ARTIFACT_ENTITIES } from './artifacts/index.js';
import { AUDIT_ENTITIES } from './audit/index.js';
import { AUTH_ENTITIES } from './auth/index.js';
import { CHAT_ENTITIES } from './chat/index.js';
import type { Schema } from './database/index.js';
import { Audit1795700001000 } from './database/migrations/1000-audit.js';
import { Artifacts1795700001200 } from './database/migrations/1200-artifacts.js';
import { Releases1795700001300 } from './database/migrations/1300-releases.js';
import { Auth1795700002000 } from './database/migrations/2000-auth.js';
import { Policy1795700003000 } from './database/migrations/3000-policy.js';
import { Telemetry1795700004000 } from './database/migrations/4000-telemetry.js';
import { HealthChanges1795700004100 } from './database/migrations/4100-health-changes.js';
import { Chat1795700005000 } from './database/migrations/5000-chat.js';
import { Settings1795700006000 } from './database/migrations/6000-settings.js';
import { Memory1795700006100 } from './database/migrations/6100-memory.js';
import { Tasks1795700007000 } from './database/migrations/7000-tasks.js';
import { Alerts1795700008000 } from './database/migrations/8000-alerts.js';
import { DISTRIBUTION_ENTITIES } from './distribution/index.js';
import { MEMORY_ENTITIES } from './memory/index.js';
import { POLICY_ENTITIES } from './policy/index.js';
import { SETTINGS_ENTITIES } from './settings/index.js';
import { TASK_ENTITIES } from './tasks/index.js';
import { TELEMETRY_ENTITIES } from './telemetry/index.js';

/**
 * Every entity and migration of the server, once. Migrations run in the order of the number at the
 * end of their class name (`<Module>179570000<NNNN>`, where NNNN is the file's number).
 */
export const SCHEMA: Schema = {
  entities: [
    ...AUDIT_ENTITIES,
    ...ARTIFACT_ENTITIES,
    ...AUTH_ENTITIES,
    ...DISTRIBUTION_ENTITIES,
    ...POLICY_ENTITIES,
    ...TELEMETRY_ENTITIES,
    ...CHAT_ENTITIES,
    ...SETTINGS_ENTITIES,
    ...MEMORY_ENTITIES,
    ...TASK_ENTITIES,
    ...ALERT_ENTITIES,
  ],
  migrations: [
    Audit1795700001000,
    Artifacts1795700001200,
    Releases1795700001300,
    Auth1795700002000,
    Policy1795700003000,
    Telemetry1795700004000,
    HealthChanges1795700004100,
    Chat1795700005000,
    Settings1795700006000,
    Memory1795700006100,
    Tasks1795700007000,
    Alerts1795700008000,
  ],
};
