import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { AgentsService, AuthModule } from '../auth/index.js';
import { PolicySource } from '../kernel/index.js';
import { Scheduler } from '../scheduling/index.js';
import { ApprovalsService } from './approvals/approvals.service.js';
import { SimilarCalls } from './approvals/similar-calls.js';
import { GateStatistics } from './approvals/gate-statistics.js';
import { ApprovalsModule } from './approvals.module.js';
import { GuardExecutor } from './mirror/guard-executor.js';
import { GuardMirror } from './mirror/guard-mirror.js';
import { WorkerGuardExecutor } from './mirror/worker-guard-executor.js';
import { RulesService } from './rules/rules.service.js';

/** Gate, custom rules and guard mirror. Global for `PolicySource`. */
@Global()
@Module({
  imports: [ApprovalsModule, AuditModule, AuthModule],
  providers: [
    SimilarCalls,
    GateStatistics,
    GuardMirror,
    RulesService,
    { provide: PolicySource, useExisting: RulesService },
    { provide: GuardExecutor, useClass: WorkerGuardExecutor },
  ],
  exports: [ApprovalsModule, GateStatistics, GuardMirror, PolicySource, RulesService, SimilarCalls],
})
export class PolicyModule implements OnModuleInit {
  constructor(
    private readonly approvals: ApprovalsService,
    private readonly mirror: GuardMirror,
    private readonly rules: RulesService,
    private readonly agents: AgentsService,
    private readonly scheduler: Scheduler,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.rules.load();
    this.mirror.followRules();
    this.mirror.readAhead();
    this.agents.onRetire((tx, { agent_uid, why }) =>
      this.approvals.cancelOfAgent(tx, agent_uid, `the PC was ${why}`),
    );
    await this.approvals.reconcileAtStart();
    this.scheduler.register({
      id: 'policy.expire-approvals',
      everyMs: 1_000,
      run: () => this.approvals.expireOverdue(),
    });
  }
}
