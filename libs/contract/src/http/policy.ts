import { AnyObject, Bool, ListOf, Nullable, Optional, Text } from '../define/decorators.js';
import { PolicyRule } from '../frames/frames.js';

/** Requests and answers of `/api/policy` (design §4.1). */

/** `POST /api/policy/rules`: one more deny rule. */
export { PolicyRule as CreateRuleBody } from '../frames/frames.js';

export class RuleView extends PolicyRule {
  @Text({ max: 128 })
  created_by!: string;

  @Text({ max: 40 })
  created_at!: string;
}

export class RuleList {
  @ListOf(() => RuleView)
  items!: RuleView[];

  @Nullable()
  @Text({ max: 200 })
  next_cursor!: string | null;
}

/** `POST /api/policy/test`: would the guard refuse this call? Nothing is sent. */
export class TestPolicyBody {
  @Text({ min: 1, max: 64 })
  tool!: string;

  @AnyObject()
  args!: Record<string, unknown>;
}

export class PolicyVerdict {
  @Bool()
  blocked!: boolean;

  @Optional()
  @Text({ max: 64 })
  rule_id?: string;

  @Optional()
  @Text({ max: 500 })
  reason?: string;
}
