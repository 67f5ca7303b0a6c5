import { Module } from '@nestjs/common';
import { AccessUsage } from './access/access-usage.js';
import { BearerProof } from './access/bearer-proof.js';
import { FirstAdminToken } from './access/first-admin.js';
import { InvitationsService } from './access/invitations.service.js';
import { LoginLinksRepository } from './access/login-links.repository.js';
import { LoginService } from './access/login.service.js';
import { PersonRights } from './access/person-rights.js';
import { PrincipalResolver } from './access/principal-resolver.js';
import { RefusedProofs } from './access/refused-proofs.js';
import { LoginsRepository } from './access/logins.repository.js';
import { LoginsService } from './access/logins.service.js';
import { TaskAccess } from './access/task-access.js';
import { TokensRepository } from './access/tokens.repository.js';
import { TokenChanges } from './access/token-changes.service.js';
import { TokensService } from './access/tokens.service.js';
import { AgentChanges } from './agents/agent-changes.js';
import { AgentIndex } from './agents/agent-index.js';
import { AgentKeys } from './agents/agent-keys.js';
import { AgentRetirement } from './agents/agent-retirement.js';
import { AgentsRepository } from './agents/agents.repository.js';
import { AgentsService } from './agents/agents.service.js';
import { EnrolmentService } from './agents/enrolment.service.js';
import { EnrolmentTokens } from './agents/enrolment-tokens.js';
import { InstallerLinks } from './agents/installer-links.js';
import { PresenceKeeper } from './agents/presence-keeper.js';

const SERVICES = [
  AgentKeys,
  AgentsService,
  BearerProof,
  EnrolmentService,
  FirstAdminToken,
  InvitationsService,
  InstallerLinks,
  LoginService,
  PersonRights,
  PrincipalResolver,
  LoginsService,
  TaskAccess,
  TokenChanges,
  TokensService,
];

/** Authentication and rights of people, programs and PCs (D6, design §3 and §4.1). */
@Module({
  providers: [
    ...SERVICES,
    AccessUsage,
    AgentChanges,
    AgentIndex,
    AgentRetirement,
    AgentsRepository,
    EnrolmentTokens,
    PresenceKeeper,
    RefusedProofs,
    LoginLinksRepository,
    LoginsRepository,
    TokensRepository,
  ],
  exports: SERVICES,
})
export class AuthModule {}
