import { TOOL_CLASSES, type RequesterKind, type Scope, type ToolClass } from '@kenny/contract';

export { SCOPES, TOOL_CLASSES, type Scope, type ToolClass } from '@kenny/contract';

/**
 * Who is asking: resolved once at the door from a token or a browser session, never from what the
 * request says of itself. `system` is kenny itself (asking a returned PC what became of a call).
 */
export interface Principal {
  readonly kind: RequesterKind;
  /** The operator's id for people, the task's own, the token's id for MCP clients. */
  readonly id: string;
  readonly name: string;
  readonly scope: Scope | 'system';
  readonly token_id: string | null;
  /** PCs this principal may see and use; null = all. Also limits every list. */
  readonly agents: readonly string[] | null;
  readonly classes: readonly ToolClass[];
  /** May approve and deny (D6): a capability of its own, never implied by the scope. */
  readonly decide: boolean;
  /** Its own MCP client may accept its own calls of low risk (D6). */
  readonly elicitation?: boolean;
  /** Of kind `chat`: the conversation that asks. What one has asked for is not another's. */
  readonly conversation?: string;
}

export const SYSTEM: Principal = Object.freeze({
  kind: 'system',
  id: 'kenny',
  name: 'kenny',
  scope: 'system',
  token_id: null,
  agents: null,
  classes: TOOL_CLASSES,
  decide: false,
});

/** Identity as one string; approvals compare requesters by it. */
export function principalKey({
  kind,
  id,
  conversation,
}: Pick<Principal, 'kind' | 'id' | 'conversation'>): string {
  return conversation === undefined ? `${kind}:${id}` : `${kind}:${id}:${conversation}`;
}

/** The task that asks; undefined for a token of scope `task` that somebody made by hand. */
export function taskOf({ kind, id, token_id }: Principal): string | undefined {
  return kind === 'task' && id !== token_id ? id : undefined;
}

/** Identity of a task in approvals, whatever token its present run has. */
export const taskKey = (taskId: string): string => principalKey({ kind: 'task', id: taskId });

export function maySee({ agents }: Pick<Principal, 'agents'>, agentId: string): boolean {
  return agents === null || agents.includes(agentId);
}

/** @param agentIds - null: all that there are */
export function maySeeAll(
  { agents }: Pick<Principal, 'agents'>,
  agentIds: readonly string[] | null,
): boolean {
  return agents === null || (agentIds?.every((id) => agents.includes(id)) ?? false);
}
