import {
  AnyObject,
  Bool,
  ListOf,
  Nullable,
  OneOf,
  Optional,
  Text,
  Whole,
} from '../../define/decorators.js';
import {
  PERMISSION_OPTION_KINDS,
  PERMISSION_OUTCOMES,
  TASK_LIMITS,
  type PermissionOptionKind,
  type PermissionOutcome,
} from '../vocabulary.js';

export class PermissionOptionView {
  @Text({ max: 128 })
  option_id!: string;

  /** The agent's words. */
  @Text({ max: 500 })
  name!: string;

  @OneOf(PERMISSION_OPTION_KINDS)
  kind!: PermissionOptionKind;
}

/** An agent wants to use a tool of its own, on the server. All of its words are data. */
export class PermissionView {
  @Text({ max: 64 })
  pending_id!: string;

  @Text({ max: 64 })
  task_id!: string;

  @Text({ max: 64 })
  agent_instance_id!: string;

  /** The agent's own session. */
  @Text({ max: 256 })
  session_id!: string;

  @Text({ max: 256 })
  tool_call_id!: string;

  @Text({ max: 2_000 })
  title!: string;

  /** As the agent calls it: `execute`, `edit` … */
  @Text({ max: 64 })
  kind!: string;

  /** All that the agent said of the call; an answer is bound to it. */
  @AnyObject()
  shown!: Record<string, unknown>;

  /** SHA-256 of what is shown. */
  @Text({ max: 64 })
  shown_sha256!: string;

  /** Without those that would always allow it. */
  @ListOf(() => PermissionOptionView, TASK_LIMITS.permissionOptions)
  options!: PermissionOptionView[];

  @Text({ max: 40 })
  created_at!: string;

  @Text({ max: 40 })
  expires_at!: string;

  /** null: it waits. */
  @Nullable()
  @OneOf(PERMISSION_OUTCOMES)
  outcome!: PermissionOutcome | null;

  @Nullable()
  @Text({ max: 128 })
  option_id!: string | null;

  /** An operator's id; null: nobody, it ended by itself. */
  @Nullable()
  @Text({ max: 128 })
  decided_by!: string | null;

  @Nullable()
  @Text({ max: 40 })
  decided_at!: string | null;
}

export class PermissionList {
  @ListOf(() => PermissionView, 500)
  permissions!: PermissionView[];

  @Whole({ min: 0 })
  total!: number;
}

/** `POST /api/tasks/{id}/permissions/{pending_id}`: one of its options, or `cancelled`. */
export class RespondPermissionBody {
  @Optional()
  @Text({ min: 1, max: 128 })
  option_id?: string;

  @Optional()
  @Bool()
  cancelled?: boolean;

  /** Of what was shown; another one is refused. */
  @Optional()
  @Text({ pattern: '^[0-9a-f]{64}$', max: 64 })
  shown_sha256?: string;
}

export class PermissionAnswered {
  @Bool()
  success!: boolean;

  @Text({ max: 64 })
  task_id!: string;

  @Text({ max: 64 })
  pending_id!: string;
}
