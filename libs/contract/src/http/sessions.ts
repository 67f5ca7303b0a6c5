import { SCOPES, type Scope } from '../constants.js';
import { Bool, ListOf, Nested, Nullable, OneOf, Text, Whole } from '../define/decorators.js';
import { OperatorView } from './auth.js';
import { USER_AGENT_LENGTH } from './vocabulary.js';

/** The token with which somebody logged in; never its secret. */
export class SessionToken {
  @Text({ max: 64 })
  id!: string;

  @Text({ max: 128 })
  name!: string;

  @OneOf(SCOPES)
  scope!: Scope;
}

/** A browser that is logged in (design §4.1). Times are ISO 8601. */
export class SessionView {
  /** Names the session and opens nothing: the hash of what the browser keeps. */
  @Text({ max: 64 })
  id!: string;

  @Nested(() => OperatorView)
  operator!: OperatorView;

  /** What the session may do is what this token may. */
  @Nested(() => SessionToken)
  token!: SessionToken;

  @Text({ max: 40 })
  opened_at!: string;

  @Text({ max: 40 })
  last_used_at!: string;

  /** At the latest; earlier when it stays unused. */
  @Text({ max: 40 })
  expires_at!: string;

  /** What the browser said of itself when it logged in: its word, cut. */
  @Nullable()
  @Text({ max: USER_AGENT_LENGTH })
  user_agent!: string | null;

  /** On somebody's own device: it lasts longer. */
  @Bool()
  stays!: boolean;

  /** The one that asks. */
  @Bool()
  current!: boolean;
}

export class SessionList {
  @ListOf(() => SessionView, 500)
  items!: SessionView[];

  @Nullable()
  @Text({ max: 128 })
  next_cursor!: string | null;
}

/** Answer of `DELETE /api/operators/{id}/sessions`. */
export class SessionsEnded {
  @Whole({ min: 0 })
  ended!: number;
}
