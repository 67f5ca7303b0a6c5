import { GUARD_GROUPS, type GuardGroup } from '../constants.js';
import {
  AnyObject,
  Bool,
  ListOf,
  Nullable,
  OneOf,
  Optional,
  Text,
  TextList,
  Whole,
} from '../define/decorators.js';
import { PolicyRule } from '../frames/frames.js';
import { LOOK_TWICE_MOST, LookTwiceView } from './approval.js';
import { VERDICT_FORMS, type VerdictForm } from './vocabulary.js';

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

  /** How many rules read calls of this tool, built-in and operators'. */
  @Whole({ min: 0 })
  rules!: number;

  /** What a person would be told to look at twice; nothing is refused for it. */
  @ListOf(() => LookTwiceView, LOOK_TWICE_MOST)
  look_twice!: LookTwiceView[];

  @Optional()
  @Text({ max: 64 })
  rule_id?: string;

  @Optional()
  @Text({ max: 500 })
  reason?: string;

  /** The argument that the rule read. */
  @Optional()
  @Text({ max: 64 })
  argument?: string;

  @Optional()
  @OneOf(GUARD_GROUPS)
  group?: GuardGroup;

  /** Of a script: whether the rule meets it as it was written, or only as a shell would read it. */
  @Optional()
  @OneOf(VERDICT_FORMS)
  form?: VerdictForm;
}

/** A rule that every PC carries and nobody can remove. */
export class BuiltInRuleView {
  @Text({ max: 64 })
  id!: string;

  /** Completes "this call …". */
  @Text({ max: 500 })
  reason!: string;

  /** How many patterns stand for it; their ids are `<id>.1`, `<id>.2` … when there are several. */
  @Whole({ min: 0 })
  patterns!: number;
}

/** Built-in rules that read the same arguments. */
export class BuiltInGroupView {
  @OneOf(GUARD_GROUPS)
  group!: GuardGroup;

  /** What the group looks at, in words. */
  @Text({ max: 200 })
  about!: string;

  /** Tools whose arguments it reads. */
  @TextList({ max: 200, length: 64 })
  tools!: string[];

  @ListOf(() => BuiltInRuleView, 2000)
  rules!: BuiltInRuleView[];
}

/** Answer of `GET /api/policy/built-in`. */
export class BuiltInRules {
  @ListOf(() => BuiltInGroupView, GUARD_GROUPS.length)
  items!: BuiltInGroupView[];
}
