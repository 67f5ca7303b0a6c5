import type { CreateRuleBody, PolicyRule, RuleView } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { compileOperatorRules } from '@kenny/guard/operator-rules';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog, type AuditEntry } from '../../audit/index.js';
import { Reads, Writer } from '../../database/index.js';
import { CLOCK, EventBus, KennyError, PolicySource, type CallContext } from '../../kernel/index.js';
import { PolicyRuleEntity } from './policy-rule.entity.js';

/** Every agent holds all of them in memory. */
const MOST_RULES = 200;

/** Custom deny rules, beside the built-in ones; each change has an audit row. */
@Injectable()
export class RulesService extends PolicySource {
  private current: readonly PolicyRuleEntity[] = [];

  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  async load(): Promise<void> {
    this.current = await this.reads.manager.find(PolicyRuleEntity, {
      order: { created_at: 'ASC' },
    });
  }

  rules(): readonly PolicyRule[] {
    return this.current.map(({ id, applies_to, pattern, reason }) => ({
      id,
      applies_to,
      pattern,
      reason,
    }));
  }

  list(): RuleView[] {
    return this.current.map(toView);
  }

  /** @throws bad_args for a pattern the agents would not take, conflict for an id that exists. */
  async add(ctx: CallContext, body: CreateRuleBody): Promise<RuleView> {
    const { id, applies_to, pattern, reason } = body;
    const [refused] = compileOperatorRules([{ id, applies_to, pattern, reason }]).refused;
    if (refused)
      throw new KennyError('bad_args', `pattern: ${refused.reason}`, { field: 'pattern' });
    const rule: PolicyRuleEntity = {
      ...{ id, applies_to, pattern, reason },
      created_by: ctx.principal.name,
      created_at: this.clock.now(),
    };
    await this.writer.write(async (tx) => {
      if (await tx.manager.existsBy(PolicyRuleEntity, { id })) {
        throw new KennyError(
          'conflict',
          `a rule named ${id} exists; remove it first, or choose another name`,
        );
      }
      if ((await tx.manager.count(PolicyRuleEntity)) >= MOST_RULES) {
        throw new KennyError('conflict', `there are ${MOST_RULES} rules already; remove one first`);
      }
      await tx.manager.insert(PolicyRuleEntity, rule);
      await this.audit.append(tx, this.row(ctx, `add ${id}`, { id, applies_to, pattern, reason }));
      tx.onCommit(() => this.replace([...this.current, rule]));
    });
    return toView(rule);
  }

  /** Takes the right to approve: what the rule refused may be approved again. @throws forbidden */
  async remove(ctx: CallContext, id: string): Promise<void> {
    await this.writer.write(async (tx) => {
      if (!(await tx.manager.existsBy(PolicyRuleEntity, { id }))) {
        throw new KennyError(
          'not_found',
          `there is no custom rule ${id}; built-in rules cannot be removed`,
        );
      }
      if (!ctx.principal.decide) {
        throw new KennyError(
          'forbidden',
          'this token cannot remove a rule; use one that was made with "decide"',
        );
      }
      await tx.manager.delete(PolicyRuleEntity, { id });
      await this.audit.append(tx, this.row(ctx, `remove ${id}`, { id }));
      tx.onCommit(() => this.replace(this.current.filter((rule) => rule.id !== id)));
    });
  }

  private replace(rules: readonly PolicyRuleEntity[]): void {
    this.current = rules;
    this.events.emit('policy.changed', { at: this.clock.now() });
  }

  private row(
    { principal, door, request_id }: CallContext,
    target: string,
    args: Record<string, unknown>,
  ): AuditEntry {
    const { kind, id, name } = principal;
    return { kind: 'policy', actor: { kind, id, name }, door, request_id, target, args, ok: true };
  }
}

function toView({ created_at, ...rule }: PolicyRuleEntity): RuleView {
  return { ...rule, created_at: new Date(created_at).toISOString() };
}
