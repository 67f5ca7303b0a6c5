import { ApprovalEntity } from './approvals/approval.entity.js';
import { RequesterPauseEntity } from './approvals/requester-pause.entity.js';
import { PolicyRuleEntity } from './rules/policy-rule.entity.js';

export { ApprovalsReader, isOpenState } from './approvals/approvals.repository.js';
export {
  ApprovalsService,
  ChangedMeanwhile,
  noSuchApproval,
  type OpenRequest,
} from './approvals/approvals.service.js';
export { ApprovalsModule } from './approvals.module.js';
export { classToDecide } from './approvals/still-may.js';
export { SimilarCalls } from './approvals/similar-calls.js';
export { GateStatistics } from './approvals/gate-statistics.js';
export { Pauses } from './approvals/pauses.js';
export { GuardExecutor, type Judged } from './mirror/guard-executor.js';
export { GuardMirror } from './mirror/guard-mirror.js';
export { PolicyModule } from './policy.module.js';
export { builtInRules } from './rules/built-in-rules.js';
export { AcceptLossService } from './restore/accept-loss.service.js';
export { RestoredService, type Restored, type RestoredFrom } from './restore/restored.service.js';
export { RulesService } from './rules/rules.service.js';

/** For the list of the server's entities (`schema.ts`). */
export const POLICY_ENTITIES = [ApprovalEntity, PolicyRuleEntity, RequesterPauseEntity];
