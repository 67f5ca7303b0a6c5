import { LoginLinkEntity } from './access/login-link.entity.js';
import { LoginEntity } from './access/login.entity.js';
import { OperatorEntity } from './access/operator.entity.js';
import { TokenEntity } from './access/token.entity.js';
import { AgentKeyEntity } from './agents/agent-key.entity.js';
import { AgentEntity } from './agents/agent.entity.js';
import { EnrolmentEntity } from './agents/enrolment.entity.js';

export { BearerProof } from './access/bearer-proof.js';
export { FirstAdminToken, type FirstAdmin } from './access/first-admin.js';
export { InvitationsService } from './access/invitations.service.js';
export { LoginService, meView, type Login } from './access/login.service.js';
export { PrincipalResolver, type OpenLogin } from './access/principal-resolver.js';
export {
  readCookie,
  sessionCookie,
  setCookieHeader,
  type SessionCookie,
} from './access/session-cookie.js';
export { keptUserAgent, LoginsService } from './access/logins.service.js';
export { PersonRights, type Rights } from './access/person-rights.js';
export { TaskAccess, type NewTaskToken } from './access/task-access.js';
export type { RightsLimit } from './access/task-token-rules.js';
export { isMcpScope } from './access/token-rules.js';
export { TokenChanges } from './access/token-changes.service.js';
export { TokensService } from './access/tokens.service.js';
export { actorOf, by, mustBeAdmin, type Acting, type Anonymous, type Origin } from './acting.js';
export { AgentDirectory, type LiveAgent } from './agents/agent-directory.js';
export { AgentKeys, type AgentCredentials } from './agents/agent-keys.js';
export type { AgentPresence, AgentPublicKey, AgentRecord } from './agents/agent-record.js';
export type { RetiredAgent, RetireHook } from './agents/agent-retirement.js';
export { AgentsService } from './agents/agents.service.js';
export { EnrolmentService } from './agents/enrolment.service.js';
export { intervalSetting, isPlainBeyondLoopback, serverUrl } from './agents/install-lines.js';
export { InstallerLinks, type InstallerGrant } from './agents/installer-links.js';
export { AuthModule } from './auth.module.js';
export { FailureLimiter, type FailureLimits } from './failure-limiter.js';

/** For the list of the server's entities (`schema.ts`). */
export const AUTH_ENTITIES = [
  OperatorEntity,
  TokenEntity,
  LoginEntity,
  LoginLinkEntity,
  AgentEntity,
  AgentKeyEntity,
  EnrolmentEntity,
];
