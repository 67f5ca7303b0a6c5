import { ALERT_ENTITIES } from './alerts/index.js';
import { ARTIFACT_ENTITIES } from './artifacts/index.js';
import { AUDIT_ENTITIES } from './audit/index.js';
import { AUTH_ENTITIES } from './auth/index.js';
import { CHAT_ENTITIES } from './chat/index.js';
import type { Schema } from './database/index.js';
import { Audit1763700001000 } from './database/migrations/1000-audit.js';
import { Events1763700001100 } from './database/migrations/1100-events.js';
import { Artifacts1763700001200 } from './database/migrations/1200-artifacts.js';
import { Releases1763700001300 } from './database/migrations/1300-releases.js';
import { Auth1763700002000 } from './database/migrations/2000-auth.js';
import { PcPeople1763700002100 } from './database/migrations/2100-pc-people.js';
import { TokenClients1763700002200 } from './database/migrations/2200-token-clients.js';
import { PcHelp1763700002300 } from './database/migrations/2300-pc-help.js';
import { LoginLinks1763700002400 } from './database/migrations/2400-login-links.js';
import { Policy1763700003000 } from './database/migrations/3000-policy.js';
import { Telemetry1763700004000 } from './database/migrations/4000-telemetry.js';
import { Snoozes1763700004100 } from './database/migrations/4100-snoozes.js';
import { HealthLimits1763700004200 } from './database/migrations/4200-health-limits.js';
import { Chat1763700005000 } from './database/migrations/5000-chat.js';
import { ChatChoices1763700005100 } from './database/migrations/5100-chat-choices.js';
import { ChatPictures1763700005200 } from './database/migrations/5200-chat-pictures.js';
import { ChatKinds1763700005300 } from './database/migrations/5300-chat-kinds.js';
import { Settings1763700006000 } from './database/migrations/6000-settings.js';
import { Memory1763700006100 } from './database/migrations/6100-memory.js';
import { ServerSettings1763700006200 } from './database/migrations/6200-server-settings.js';
import { Tasks1763700007000 } from './database/migrations/7000-tasks.js';
import { TaskTokens1763700007100 } from './database/migrations/7100-task-tokens.js';
import { AgentTypes1763700007200 } from './database/migrations/7200-agent-types.js';
import { Alerts1763700008000 } from './database/migrations/8000-alerts.js';
import { PushBrowsers1763700008100 } from './database/migrations/8100-push-browsers.js';
import { DISTRIBUTION_ENTITIES } from './distribution/index.js';
import { MEMORY_ENTITIES } from './memory/index.js';
import { POLICY_ENTITIES } from './policy/index.js';
import { SETTINGS_ENTITIES } from './settings/index.js';
import { TASK_ENTITIES } from './tasks/index.js';
import { TELEMETRY_ENTITIES } from './telemetry/index.js';

/**
 * Every entity and migration of the server, once. Migrations run in the order of the number at the
 * end of their class name (`<Module>176370000<NNNN>`, where NNNN is the file's number).
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
    Audit1763700001000,
    Events1763700001100,
    Artifacts1763700001200,
    Releases1763700001300,
    Auth1763700002000,
    PcPeople1763700002100,
    TokenClients1763700002200,
    PcHelp1763700002300,
    LoginLinks1763700002400,
    Policy1763700003000,
    Telemetry1763700004000,
    Snoozes1763700004100,
    HealthLimits1763700004200,
    Chat1763700005000,
    ChatChoices1763700005100,
    ChatPictures1763700005200,
    ChatKinds1763700005300,
    Settings1763700006000,
    Memory1763700006100,
    ServerSettings1763700006200,
    Tasks1763700007000,
    TaskTokens1763700007100,
    AgentTypes1763700007200,
    Alerts1763700008000,
    PushBrowsers1763700008100,
  ],
};
