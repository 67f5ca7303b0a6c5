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
import { TokenElicitation1763700002100 } from './database/migrations/2100-token-elicitation.js';
import { SessionUserAgent1763700002200 } from './database/migrations/2200-session-user-agent.js';
import { ElicitationOptIn1763700002300 } from './database/migrations/2300-elicitation-opt-in.js';
import { Policy1763700003000 } from './database/migrations/3000-policy.js';
import { ApprovalTool1763700003100 } from './database/migrations/3100-approval-tool.js';
import { ApprovalKind1763700003200 } from './database/migrations/3200-approval-kind.js';
import { RequesterPauses1763700003300 } from './database/migrations/3300-requester-pauses.js';
import { LookTwice1763700003400 } from './database/migrations/3400-look-twice.js';
import { ApprovalSeq1763700003500 } from './database/migrations/3500-approval-seq.js';
import { Telemetry1763700004000 } from './database/migrations/4000-telemetry.js';
import { TelemetryAge1763700004100 } from './database/migrations/4100-telemetry-age.js';
import { PackedPoints1763700004200 } from './database/migrations/4200-packed-points.js';
import { HealthDays1763700004300 } from './database/migrations/4300-health-days.js';
import { Chat1763700005000 } from './database/migrations/5000-chat.js';
import { ChatSensitive1763700005100 } from './database/migrations/5100-chat-sensitive.js';
import { ChatGranted1763700005200 } from './database/migrations/5200-chat-granted.js';
import { DISTRIBUTION_ENTITIES } from './distribution/index.js';
import { POLICY_ENTITIES } from './policy/index.js';
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
  ],
  migrations: [
    Audit1763700001000,
    Events1763700001100,
    Artifacts1763700001200,
    Releases1763700001300,
    Auth1763700002000,
    TokenElicitation1763700002100,
    SessionUserAgent1763700002200,
    ElicitationOptIn1763700002300,
    Policy1763700003000,
    ApprovalTool1763700003100,
    ApprovalKind1763700003200,
    RequesterPauses1763700003300,
    LookTwice1763700003400,
    ApprovalSeq1763700003500,
    Telemetry1763700004000,
    TelemetryAge1763700004100,
    PackedPoints1763700004200,
    HealthDays1763700004300,
    Chat1763700005000,
    ChatSensitive1763700005100,
    ChatGranted1763700005200,
  ],
};
