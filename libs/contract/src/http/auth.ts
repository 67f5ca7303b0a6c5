import {
  AGENT_ID_PATTERN,
  MAX_TAGS,
  OPERATING_SYSTEMS,
  OPERATOR_ID_PATTERN,
  PC_NAME_LENGTH,
  SCOPES,
  TOOL_CLASSES,
  type Os,
  type Scope,
  type ToolClass,
} from '../constants.js';
import {
  Bool,
  Field,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
  TextList,
} from '../define/decorators.js';
import { REQUESTER_KINDS, type RequesterKind } from './approval.js';
import { PcWords } from './pc-words.js';
import {
  INVITE_SCOPES,
  PERSON_SCOPES,
  REKEY_MODES,
  USER_AGENT_LENGTH,
  type InviteScope,
  type PersonScope,
  type RekeyMode,
} from './vocabulary.js';
import { BUNDLE_LENGTH, DialsBody } from './network.js';

/** Requests and answers of login, tokens, PCs and enrolment (design §4.1). Times are ISO 8601. */

/** How the login of somebody's own device lasts. */
class LoginChoice {
  @Optional()
  @Bool()
  @Field({ description: 'The login lasts 30 days without use, 90 at most.' })
  stays?: boolean;
}

export class LoginBody extends LoginChoice {
  @Text({ min: 1, max: 512 })
  token!: string;
}

/** The browser session behind a cookie. */
export class BrowserSessionView {
  @Text({ max: 40 })
  opened_at!: string;

  /** At most 7 days after `opened_at` (90 where it stays); earlier after 12 h (30 days) without use. */
  @Text({ max: 40 })
  expires_at!: string;
}

/** Who the caller is and what they may do: `GET /api/me`, also the answer of `POST /api/login`. */
export class MeView {
  @OneOf(REQUESTER_KINDS)
  kind!: RequesterKind;

  @Text({ max: 128 })
  id!: string;

  @Text({ max: 128 })
  name!: string;

  @OneOf([...SCOPES, 'system'])
  scope!: Scope | 'system';

  /** PCs this caller may see; null = all. */
  @Nullable()
  @TextList({ max: 10_000, length: 64 })
  agents!: string[] | null;

  @TextList({ of: TOOL_CLASSES, max: 3 })
  classes!: ToolClass[];

  @Bool()
  decide!: boolean;

  /** Whose rights these are; absent where no token is behind it. */
  @Optional()
  @Text({ max: 64 })
  token_id?: string;

  /** Null for a bearer token. */
  @Nullable()
  @Nested(() => BrowserSessionView)
  session!: BrowserSessionView | null;
}

export class OperatorInput {
  @Text({ min: 1, max: 64, pattern: OPERATOR_ID_PATTERN })
  id!: string;

  /** Given by the first token that names this id; later ones repeat it or leave it out. */
  @Optional()
  @Text({ min: 1, max: 128 })
  name?: string;
}

export class OperatorView {
  @Text({ max: 64 })
  id!: string;

  @Text({ max: 128 })
  name!: string;
}

export class CreateTokenBody {
  @Nested(() => OperatorInput)
  operator!: OperatorInput;

  @Text({ min: 1, max: 128 })
  name!: string;

  @OneOf(SCOPES)
  scope!: Scope;

  /** PCs it is limited to, in every list as well; without it all. */
  @Optional()
  @TextList({ max: 10_000, length: 64 })
  agents?: string[];

  /** Default: `read` and `change` for `mcp` and `task`, all for the others. */
  @Optional()
  @TextList({ of: TOOL_CLASSES, max: 3 })
  classes?: ToolClass[];

  /** May approve and deny (D6); only with scope `operator` or `admin`. Default false. */
  @Optional()
  @Bool()
  decide?: boolean;

  /**
   * Whether the MCP client may accept calls of low risk for its user (D6); only with scope `mcp`.
   * Default false: a program can accept by itself, and no person of kenny sees it.
   */
  @Optional()
  @Bool()
  elicitation?: boolean;

  /** ISO 8601 with a time zone, in the future; without it the token does not expire. */
  @Optional()
  @Text({ min: 1, max: 40 })
  expires_at?: string;
}

export class TokenView {
  @Text({ max: 64 })
  id!: string;

  @Nested(() => OperatorView)
  operator!: OperatorView;

  @Text({ max: 128 })
  name!: string;

  @OneOf(SCOPES)
  scope!: Scope;

  @Nullable()
  @TextList({ max: 10_000, length: 64 })
  agents!: string[] | null;

  @TextList({ of: TOOL_CLASSES, max: 3 })
  classes!: ToolClass[];

  @Bool()
  decide!: boolean;

  /** Its MCP client may accept calls of low risk for its user (D6). */
  @Bool()
  elicitation!: boolean;

  @Text({ max: 40 })
  created_at!: string;

  @Nullable()
  @Text({ max: 40 })
  expires_at!: string | null;

  /** After a crash it may be a minute behind: uses are gathered in memory and written together. */
  @Nullable()
  @Text({ max: 40 })
  last_used_at!: string | null;

  /** Made by an invitation: opened by links instead of a secret. */
  @Bool()
  invited!: boolean;

  /** What the MCP client that used it last calls itself, with its version; untrusted. */
  @Nullable()
  @Text({ max: USER_AGENT_LENGTH })
  client!: string | null;
}

/** Body of `PATCH /api/tokens/{id}`: what is left out stays. Only of a person's token. */
export class PatchTokenBody {
  /** Of the person, on all their tokens. */
  @Optional()
  @Text({ min: 1, max: 128 })
  operator_name?: string;

  /** Of an invited person never `admin`: nobody knows the secret of their token. */
  @Optional()
  @OneOf(PERSON_SCOPES)
  scope?: PersonScope;

  /** Replaces the PCs; null: all. */
  @Optional()
  @Nullable()
  @TextList({ max: 10_000, length: 64 })
  agents?: string[] | null;

  @Optional()
  @TextList({ of: TOOL_CLASSES, max: 3 })
  classes?: ToolClass[];

  @Optional()
  @Bool()
  decide?: boolean;
}

/** Body of `POST /api/invitations`. Nobody knows the secret of what it makes, so no admin's. */
export class InviteBody extends CreateTokenBody {
  @OneOf(INVITE_SCOPES)
  override scope!: InviteScope;
}

/** Body of `POST /api/login/link`. */
export class LinkLoginBody extends LoginChoice {
  @Text({ min: 1, max: 512 })
  secret!: string;
}

/** `token` is the secret; it is shown here and never again. */
export class CreatedToken extends TokenView {
  @Text({ max: 128 })
  token!: string;
}

/** Answer of `POST /api/me/sessions/link`. */
export class LoginLink {
  /** Logs one browser in, once; shown here and never again. */
  @Text({ max: 2200 })
  url!: string;

  @Text({ max: 40 })
  expires_at!: string;
}

/** Answer of `POST /api/invitations` and of `POST /api/invitations/{id}/link`. */
export class InvitationIssued extends LoginLink {
  /** What the link opens; nobody knows its secret. */
  @Nested(() => TokenView)
  token!: TokenView;
}

export class TokenList {
  @ListOf(() => TokenView, 500)
  items!: TokenView[];

  @Nullable()
  @Text({ max: 128 })
  next_cursor!: string | null;
}

export class CreateAgentBody extends DialsBody {
  @Text({ min: 1, max: 64, pattern: AGENT_ID_PATTERN })
  agent_id!: string;

  @Optional()
  @OneOf(OPERATING_SYSTEMS)
  os?: Os;

  @Optional()
  @Text({ min: 1, max: PC_NAME_LENGTH })
  name?: string;

  /** Also mint a bearer secret for an agent older than protocol 0.8 (KENNY_ALLOW_TOKEN_AUTH). */
  @Optional()
  @Bool()
  legacy_token?: boolean;
}

export class PatchAgentBody extends PcWords {
  @Optional()
  @Text({ min: 1, max: PC_NAME_LENGTH })
  name?: string;

  /** Replaces the tags; `two-key` is an admin's to set and to take off. */
  @Optional()
  @TextList({ max: MAX_TAGS, length: 40 })
  tags?: string[];

  /** Set `two-key` though fewer than two people can approve for the PC. Default false. */
  @Optional()
  @Bool()
  allow_too_few_approvers?: boolean;
}

export class RekeyBody extends DialsBody {
  /** `rotate` keeps the old key until the new one first signs; `revoke` ends it at once. */
  @OneOf(REKEY_MODES)
  @Field({ label: 'How the old key ends' })
  mode!: RekeyMode;
}

export class EnrollmentTokenView {
  /** One-time secret, shown once. */
  @Text({ max: 128 })
  token!: string;

  @Text({ max: 40 })
  expires_at!: string;
}

/** Command lines that enrol this PC, each of which holds the one-time token. */
export class InstallLines {
  @Text({ max: 2000 })
  linux!: string;

  @Text({ max: 2000 })
  windows!: string;
}

/** Answer of `POST /api/agents` and of `POST /api/agents/{id}/rekey`. */
export class EnrollmentIssued {
  @Text({ max: 64 })
  agent_id!: string;

  @Nested(() => EnrollmentTokenView)
  enrollment!: EnrollmentTokenView;

  /** Base64 of the raw key: the agent pins it. */
  @Text({ max: 64 })
  server_public_key!: string;

  /** `ws(s)://…/agent/ws`. */
  @Text({ max: 500 })
  server_url!: string;

  @Nested(() => InstallLines)
  install!: InstallLines;

  /** PEM of the authority of the certificate there; null where PCs know it by themselves. */
  @Nullable()
  @Text({ max: BUNDLE_LENGTH })
  authority!: string | null;

  /** Only when asked for: the bearer secret of an old agent, shown once. */
  @Optional()
  @Text({ max: 128 })
  legacy_token?: string;
}

/** Body of `POST /api/agents/{id}/enroll` (seed 000, Enrollment). */
export class EnrollBody {
  /** Standard base64 of the raw 32-byte Ed25519 key. */
  @Text({ min: 1, max: 128 })
  public_key!: string;
}

export class EnrolledView {
  @Bool()
  ok!: true;

  @Text({ max: 64 })
  agent_id!: string;

  @Text({ max: 64 })
  server_public_key!: string;
}
