import {
  AGENT_ID_PATTERN,
  CALL_ID_LENGTH,
  CAPS,
  LOG_LEVELS,
  OPERATING_SYSTEMS,
  OPERATOR_RULE_GROUPS,
  type LogLevel,
  type OperatorRuleGroup,
  type Os,
} from '../constants.js';
import {
  AnyObject,
  Bool,
  ListOf,
  Nested,
  OneOf,
  Optional,
  Text,
  TextList,
  Whole,
} from '../define/decorators.js';

/**
 * The frames of seed 000 (protocol 0.8) plus additive ones. Unknown keys are ignored by the
 * receiver (design §3, Malformed), so every frame schema is open.
 */

export class RegisterMeta {
  @Text({ max: 255 })
  hostname!: string;

  @OneOf(OPERATING_SYSTEMS)
  os!: Os;

  @Text({ max: 64 })
  version!: string;

  @Optional()
  @Text({ max: 32 })
  arch?: string;

  /** Names of the tools this agent can run; absent on agents that do not announce them. */
  @Optional()
  @TextList({ max: 200, length: 64 })
  tools?: string[];

  /** Additive abilities; see AGENT_FEATURES. Unknown ones are kept. */
  @Optional()
  @TextList({ max: 50, length: 64 })
  features?: string[];

  /** The kill switch as the agent reads it right now. */
  @Optional()
  @Bool()
  remote_control?: boolean;

  /** True when the agent runs as an installed service. */
  @Optional()
  @Bool()
  service?: boolean;
}

export class RegisterFrame {
  @OneOf(['register'])
  type!: 'register';

  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  agent_id!: string;

  @Optional()
  @Text({ max: 16 })
  protocol?: string;

  /** 32 random bytes, canonical base64. */
  @Optional()
  @Text({ max: 64 })
  client_nonce?: string;

  /** Legacy bearer secret; honoured only with KENNY_ALLOW_TOKEN_AUTH=1. */
  @Optional()
  @Text({ max: 256 })
  token?: string;

  @Nested(() => RegisterMeta)
  meta!: RegisterMeta;
}

export class ChallengeFrame {
  @OneOf(['challenge'])
  type!: 'challenge';

  @Text({ max: 64 })
  server_nonce!: string;

  @Text({ max: 128 })
  server_sig!: string;
}

export class AuthFrame {
  @OneOf(['auth'])
  type!: 'auth';

  @Text({ max: 128 })
  agent_sig!: string;
}

export class RequestFrame {
  @OneOf(['request'])
  type!: 'request';

  @Text({ min: 1, max: CALL_ID_LENGTH })
  id!: string;

  @Text({ min: 1, max: 64 })
  tool!: string;

  @AnyObject()
  args!: Record<string, unknown>;

  /** Of a change: the approval it is made for. The agent lets each run one call (ADR 0054). */
  @Optional()
  @Text({ min: 1, max: CALL_ID_LENGTH })
  approval?: string;
}

export class ResponseError {
  /** Open on purpose: newer agents add codes (`paused`), which are kept as they are. */
  @Text({ min: 1, max: 64 })
  code!: string;

  @Text({ max: 64_000 })
  message!: string;
}

export class ResponseFrame {
  @OneOf(['response'])
  type!: 'response';

  @Text({ min: 1, max: CALL_ID_LENGTH })
  id!: string;

  @Bool()
  ok!: boolean;

  @Optional()
  @AnyObject()
  result?: Record<string, unknown>;

  @Optional()
  @Nested(() => ResponseError)
  error?: ResponseError;
}

/** Additive: a part of the JSON text of a `response` that is too large to go at once. */
export class ResponsePartFrame {
  @OneOf(['response_part'])
  type!: 'response_part';

  @Text({ min: 1, max: CALL_ID_LENGTH })
  id!: string;

  /** Bytes of the whole text in UTF-8. */
  @Whole({ min: 1, max: CAPS.responseBytes })
  size!: number;

  /** Bytes before this part: parts come in order and without gaps. */
  @Whole({ min: 0, max: CAPS.responseBytes })
  from!: number;

  @Text({ min: 1, max: CAPS.partBytes })
  text!: string;
}

export class TelemetryFrame {
  @OneOf(['telemetry'])
  type!: 'telemetry';

  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  agent_id!: string;

  @Text({ max: 40 })
  collected_at!: string;

  /** Section name → payload. Known sections are judged one by one, others kept raw. */
  @AnyObject()
  snapshot!: Record<string, unknown>;
}

export class LogFrame {
  @OneOf(['log'])
  type!: 'log';

  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  agent_id!: string;

  @Text({ max: 40 })
  at!: string;

  @OneOf(LOG_LEVELS)
  level!: LogLevel;

  @Text({ max: 256 })
  target!: string;

  @Text({ max: 16_000 })
  message!: string;

  @Optional()
  @AnyObject()
  fields?: Record<string, unknown>;
}

/** One deny rule: a built-in of the catalog or an operator's own (seed 000, `policy`). */
export class PolicyRule {
  @Text({ min: 1, max: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]*$' })
  id!: string;

  @OneOf(OPERATOR_RULE_GROUPS)
  applies_to!: OperatorRuleGroup;

  @Text({ min: 1, max: 1000 })
  pattern!: string;

  @Text({ max: 300 })
  reason!: string;
}

export class PolicyFrame {
  @OneOf(['policy'])
  type!: 'policy';

  @ListOf(() => PolicyRule, 1000)
  rules!: PolicyRule[];

  /** Additive abilities of the server; see SERVER_FEATURES. Unknown ones are ignored. */
  @Optional()
  @TextList({ max: 50, length: 64 })
  features?: string[];
}

/** Additive: that many bytes of a `response` in parts have arrived. */
export class ResponseAckFrame {
  @OneOf(['response_ack'])
  type!: 'response_ack';

  @Text({ min: 1, max: CALL_ID_LENGTH })
  id!: string;

  @Whole({ min: 0, max: CAPS.responseBytes })
  received!: number;
}

/** Additive: the server no longer wants the answer; the agent ends the process tree. */
export class CancelFrame {
  @OneOf(['cancel'])
  type!: 'cancel';

  @Text({ min: 1, max: CALL_ID_LENGTH })
  id!: string;
}

export class PingFrame {
  @OneOf(['ping'])
  type!: 'ping';
}

export class PongFrame {
  @OneOf(['pong'])
  type!: 'pong';
}
