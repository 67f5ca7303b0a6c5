import {
  APPROVAL_STATE_WORDS,
  DECISION_WORDS,
  DENIED_REUSE_MS,
  deletesOf,
  effectWords,
  onPc,
  readGuardRefusal,
  RISK_WORDS,
  riskInWords,
  TASK_ACTOR_WORDS,
  requestTitle,
  type ActorRef,
  type ApprovalState,
  type ApprovalView,
  type CatalogToolView,
  type Door,
  type Effects,
  type ErrorCode,
  type GuardRefusal,
  type MeView,
  type PolicyVerdict,
} from '@kenny/contract/web';
import { MINUTE_MS, visibleText } from '@kenny/kernel';
import { tookWords } from '../facts/quantity';
import { labelOf } from '../facts/units';

/** What an approval would allow, in two words. */
export function weightOf({ kind, risk }: Pick<ApprovalView, 'kind' | 'risk'>): string {
  return kind === 'read' ? 'May read' : RISK_WORDS[risk];
}

/** The same with the reason, where it is decided. */
export function weighed(approval: ApprovalView): string {
  return approval.kind === 'read' ? weightOf(approval) : riskInWords(approval);
}

/** What somebody asks for, in one line: `Clear the DNS cache on Mum’s laptop`. */
export function titleOf(
  call: Pick<ApprovalView, 'tool' | 'fix' | 'agent_id'>,
  fleet: { nameOf(agentId: string): string },
): string {
  return onPc(requestTitle(call), visibleText(fleet.nameOf(call.agent_id)));
}

/** The same within a sentence: `clear the DNS cache`. */
export function deedOf(call: Pick<ApprovalView, 'tool' | 'fix'>): string {
  const { tool } = call;
  const title = requestTitle(call);
  return title === tool ? `run ${tool}` : inSentence(title);
}

function inSentence(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

export { APPROVAL_STATE_WORDS as STATE_WORDS, DECISION_WORDS as DECIDED_WORDS };

/** What nobody knows the end of, and what was refused or failed, stands out; what never ran does not. */
const MOODS: Readonly<Partial<Record<ApprovalState, 'ok' | 'bad' | 'open'>>> = {
  ...{ done: 'ok', failed: 'bad', denied: 'bad' },
  ...{ approved: 'open', sent: 'open', unknown: 'open' },
};

export function moodOf(state: ApprovalState): string {
  return MOODS[state] ?? 'none';
}

const TASK_LISTED_WORDS = 'AI agent';

/** Where somebody asked or decided. */
export const DOOR_WORDS: Readonly<Record<Door, string>> = {
  http: 'in the dashboard or by a program',
  ws: 'over JSON-RPC',
  stdio: 'over JSON-RPC',
  chat: 'through the chat',
  mcp: 'over MCP',
  task: 'as a task',
  cli: 'in a terminal',
  system: '',
};

/** Of a call without arguments. */
export const NOTHING_TO_CHOOSE = 'There is nothing to choose: it always does the same.';

/** The same beside a name: the dashboard and programs share a door, so which of them is not known. */
export function wayOf(door: Door): string {
  return door === 'http' ? '' : DOOR_WORDS[door];
}

/** For the one of two people who has decided already. */
export const SECOND_PERSON = 'Approved by you. Waiting for a second person.';

export function hasApproved({ decisions }: ApprovalView, me: MeView | null): boolean {
  return decisions.some(
    ({ by, decision }) => decision === 'approve' && by.kind === me?.kind && by.id === me.id,
  );
}

/** The same person, not a conversation or a program of theirs. */
export const isSelf = (one: Pick<ActorRef, 'kind' | 'id'>, other: Pick<ActorRef, 'kind' | 'id'>) =>
  one.kind === 'operator' && one.kind === other.kind && one.id === other.id;

const REFUSED_FOR = `For ${DENIED_REUSE_MS / MINUTE_MS} minutes after that, the same request is refused.`;

/** After a denial; empty where people denied their own request, who may ask again at once. */
export function refusedFor({ requested_by, decisions }: ApprovalView): string {
  const no = decisions.at(-1)?.by;
  return no && isSelf(requested_by, no) ? '' : REFUSED_FOR;
}

/** Of this person themselves, not of a conversation or a program of theirs. */
export function isRequestOf(
  { requested_by }: Pick<ApprovalView, 'requested_by'>,
  me: MeView | null,
): boolean {
  return me !== null && isSelf(requested_by, me);
}

export interface Asker {
  /** As a sentence begins. */
  readonly name: string;
  /** The same within a sentence. */
  readonly within: string;
  /** What it is, behind the name, which somebody else chose: ` over MCP`. */
  readonly behind: string;
}

/**
 * Who asks or did it, everywhere: `Anna`, `Claude for Anna`, `desk over MCP`. A task is called like its
 * work, which is nobody: its name comes behind.
 */
export function askerOf({
  kind,
  name,
}: Pick<ApprovalView['requested_by'], 'kind' | 'name'>): Asker {
  if (kind === 'task')
    return {
      name: TASK_ACTOR_WORDS,
      within: inSentence(TASK_ACTOR_WORDS),
      behind: ` for “${name}”`,
    };
  const who = kind === 'chat' ? `Claude for ${name}` : name;
  return { name: who, within: who, behind: kind === 'mcp_client' ? ` ${DOOR_WORDS.mcp}` : '' };
}

/** The same to whoever reads it: `you`, of a request of their own. */
export function askerTo(me: MeView | null, request: Pick<ApprovalView, 'requested_by'>): Asker {
  const own = isRequestOf(request, me);
  return own ? { name: 'You', within: 'you', behind: '' } : askerOf(request.requested_by);
}

/** The name alone, where the rest is told elsewhere. */
export function whoOf(actor: Pick<ApprovalView['requested_by'], 'kind' | 'name'>): string {
  return askerOf(actor).name;
}

/** Of what somebody did themselves: who, and the way where the name does not say it. */
export function doerOf({ actor, door }: { actor: ActorRef; door: Door }): {
  who: string;
  way: string;
} {
  const { name, behind } = askerOf(actor);
  const way = behind === '' && actor.kind !== 'chat' ? wayOf(door) : behind.trim();
  return { who: name, way };
}

/** Behind a name. */
const DID_WORDS = { ...DECISION_WORDS, cancel: 'withdrew' };

/** Who asked and who decided: `Ben`, and behind it `asked, Anna approved`. */
export function peopleOf({
  requested_by,
  decisions,
}: Pick<ApprovalView, 'requested_by' | 'decisions'>): { who: string; way: string } {
  const who = whoOf(requested_by);
  const [first] = decisions;
  if (!first) return { who, way: 'asked for it' };
  const isOwn = decisions.every(
    ({ by }) => by.kind === requested_by.kind && by.id === requested_by.id,
  );
  if (isOwn) return { who, way: `asked and ${DID_WORDS[first.decision]}` };
  const decided = decisions.map(({ by, decision }) => `${by.name} ${DID_WORDS[decision]}`);
  return { who, way: `asked, ${decided.join(', ')}` };
}

/** In a list to choose from, where a task would pass for a person: `AI agent: Slow PC`. */
export function listedName({
  kind,
  name,
}: Pick<ApprovalView['requested_by'], 'kind' | 'name'>): string {
  return kind === 'task' ? `${TASK_LISTED_WORDS}: ${visibleText(name)}` : visibleText(name);
}

/** Whether the reason was written by a model: then it says so beside it. */
export function isModel({ requested_by: { kind } }: ApprovalView): boolean {
  return kind !== 'operator' && kind !== 'system';
}

/** The model that wrote the reason, as its requests name it: `Claude`, `the AI agent`, `desk`. */
export function writerOf({ requested_by: { kind, name } }: ApprovalView): string {
  if (kind === 'chat') return 'Claude';
  return kind === 'task' ? 'the AI agent' : name;
}

/** What is known of a call, in words: of this very one where that is known, else of its tool. */
export function meaningOf(
  { name, effect, hints }: Pick<CatalogToolView, 'name' | 'effect' | 'hints'>,
  known?: Effects,
): string[] {
  if (known) return effectWords(known);
  if (effect === 'read') return ['reads private data, changes nothing'];
  const again = hints.idempotent ? {} : { again: 'running it again may change more' };
  const deletes = deletesOf(name);
  const words = effectWords({
    ...{ ...again, internet: hints.openWorld },
    ...(deletes === undefined ? {} : { deletes }),
  });
  const unknown = hints.destructive && deletes === undefined;
  return unknown ? ['may overwrite or delete', ...words.slice(1)] : words;
}

/** Where a text came from, before a request: `fs_read@pc1 (a name in command)`. */
const SOURCE = /^([a-z_]+)@(\S+)(?: \((a name|word for word) in ([a-z_0-9]+)\))?$/;
const FOUND_IN: Readonly<Record<string, string>> = {
  'a name': 'has a name from it',
  'word for word': 'repeats it word for word',
};

/** `Read a file on Mum’s laptop (Command has a name from it)`; as it is when it is none of those. */
export function sourceWords(source: string, fleet: { nameOf(agentId: string): string }): string {
  const [, tool, agent_id, how = '', argument = ''] = SOURCE.exec(source) ?? [];
  if (tool === undefined || agent_id === undefined) return source;
  const found = how === '' ? '' : ` (${labelOf(argument)} ${FOUND_IN[how] ?? how})`;
  return `${titleOf({ tool, agent_id }, fleet)}${found}`;
}

/** What the safety check says before a person is asked; how many rules looked is no help to decide. */
export function verdictWords({ blocked, reason, rule_id }: PolicyVerdict): string {
  if (blocked) return `Blocked: ${reason ?? rule_id ?? 'a rule'}`;
  return 'Passed: no rule blocks it. Whether it is right is for you to say.';
}

/** Nobody else's words are told as the safety check's. */
const BLOCKED: ErrorCode = 'blocked';

interface Failure {
  readonly code: string;
  readonly message: string;
}

/** What the safety check said; null when it was not the one that refused. */
export function refusalOf({ code, message }: Failure): GuardRefusal | null {
  return code === BLOCKED ? readGuardRefusal(message) : null;
}

/** What a call's failure says, for people. */
export function errorWords(failure: Failure): string {
  const { message } = failure;
  const refusal = refusalOf(failure);
  return refusal ? `Blocked by the safety check: this ${refusal.reason}.` : message;
}

/** How fast somebody decided: under a minute rounded upwards, for nothing is decided within no time at all. */
export function decidedWithin(ms: number): string {
  if (ms >= MINUTE_MS) return tookWords(ms);
  return `${(Math.max(1, Math.ceil(ms / 100)) / 10).toFixed(1)} s`;
}
