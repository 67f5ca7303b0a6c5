import {
  CHAT_EFFORTS,
  CHAT_LIMITS,
  CHAT_MODEL_PATTERN,
  type AnswerChatBody,
  type StreamingBehavior,
} from '@kenny/contract';
import {
  type Choice,
  type CompactionResult,
  type ConversationEngine,
  type ConversationRecord,
  type TurnRecord,
} from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { AgentsService, PrincipalResolver } from '../auth/index.js';
import { PromptFiles } from '../prompts/index.js';
import { KennyError, type CallContext, type Principal } from '../kernel/index.js';
import {
  askerOf,
  covers,
  hearsAll,
  mayRead,
  mayTalk,
  noConversation,
  requesterOf,
  tokenOf,
} from './access.js';
import { ConversationHost } from './conversation-host.js';
import { saidPictures, type Picture } from './said-pictures.js';
import { requesterFrom } from './store/audit-row.js';
import { ChatCopies } from './store/chat-copies.js';
import { ChatReader } from './store/chat-reader.js';
import { ChatStore } from './store/chat-store.js';

export interface NewMessage {
  readonly session_id?: string | undefined;
  readonly message: string;
  readonly agent_id?: string | undefined;
  readonly images?: readonly Picture[] | undefined;
  readonly behavior?: StreamingBehavior | undefined;
  readonly only_when_idle?: boolean;
  /** `steer` is refused with `conflict` when no turn is at work, instead of becoming one. */
  readonly strict_steer?: true;
}

export interface Accepted {
  readonly session_id: string;
  readonly turn_id: string;
}

/** Decides who may use which conversation (design §1.3); the engine is the host's. */
@Injectable()
export class ChatService {
  constructor(
    private readonly store: ChatStore,
    private readonly agents: AgentsService,
    private readonly reader: ChatReader,
    private readonly copies: ChatCopies,
    private readonly principals: PrincipalResolver,
    private readonly prompts: PromptFiles,
    private readonly host: ConversationHost,
  ) {}

  /** Aborted on shutdown: stop waiting for turns. */
  get ended(): AbortSignal {
    return this.host.ended;
  }

  /** @throws KennyError `not_found`, also for a conversation that the caller may not see */
  async readable(
    { principal }: Pick<CallContext, 'principal'>,
    id: string,
  ): Promise<ConversationRecord> {
    const session = await this.store.session(id);
    if (!session || session.deleted_at !== null || !mayRead(principal, session)) {
      throw noConversation(id);
    }
    return session;
  }

  /** Rechecked while streaming: a sensitive read may have been made since. */
  async mayGoOn({ principal }: Pick<CallContext, 'principal'>, id: string): Promise<boolean> {
    if (hearsAll(principal)) return true;
    const session = await this.store.session(id);
    return session !== undefined && mayRead(principal, session);
  }

  /** @throws KennyError `not_found` */
  async own(ctx: Pick<CallContext, 'principal'>, id: string): Promise<ConversationRecord> {
    const session = await this.readable(ctx, id);
    if (!mayTalk(ctx.principal, session)) throw noConversation(id);
    return session;
  }

  /** An empty conversation; without a name its first message names it. @throws KennyError `unknown_agent` */
  async create(
    ctx: CallContext,
    { name, agent_id }: { readonly name?: string | null; readonly agent_id?: string | null },
  ): Promise<ConversationRecord> {
    const { id: owner_id, agents } = ctx.principal;
    const pc = agent_id ? this.agents.mustGet(ctx, agent_id).agent_id : null;
    const fields = { owner_id, name: blankless(name), agent_id: pc, agents };
    return this.refusing((engine) => engine.create(fields));
  }

  /**
   * A message that calls a prompt by a slash is said as the prompt, at every door alike.
   * @throws KennyError `not_found`, `unknown_agent`, `conflict`, `bad_args`, `forbidden`
   */
  async say(ctx: CallContext, said: NewMessage): Promise<Accepted> {
    const { message, behavior, only_when_idle, strict_steer } = said;
    const text = await this.prompts.expandInput(message);
    const pictures = await saidPictures(said.images ?? []);
    const agent_id =
      said.agent_id === undefined ? undefined : this.agents.mustGet(ctx, said.agent_id).agent_id;
    const session = await this.begun(ctx, said, agent_id ?? null);
    const steers = behavior === 'steer' ? await this.steered(ctx, session) : undefined;
    const session_id = session.id;
    const turn_id = await this.refusing((engine) =>
      engine.message(session_id, {
        ...{ text, requester: requesterOf(ctx), ...titled(message) },
        ...(text === message ? {} : { typed: message }),
        ...(pictures.length > 0 ? { pictures } : {}),
        ...(behavior ? { behavior } : {}),
        ...(steers === undefined ? {} : { steers }),
        ...(agent_id === undefined ? {} : { agent_id }),
        ...(only_when_idle ? { only_when_idle } : {}),
        ...(strict_steer ? { strict_steer } : {}),
      }),
    );
    return { session_id, turn_id };
  }

  /**
   * Whoever may speak, and may do what the turn may, may answer: it is a word of the operator, and
   * decides nothing.
   * @throws KennyError `not_found`, `forbidden`, `already_decided`, `expired`, `bad_args`
   */
  async reply(ctx: CallContext, { session_id, ...said }: AnswerChatBody): Promise<Accepted> {
    const session = await this.own(ctx, session_id);
    const { id } = session;
    const { question_id, answers = null } = said;
    const active = (await this.store.load(id))?.active;
    if (active && hasAsked(active, question_id)) {
      await this.mustCover(ctx.principal, session, active);
    } else if (!(await this.reader.hasAsked(id, question_id))) {
      throw new KennyError('not_found', 'no such question was asked in this conversation');
    }
    const turn_id = await this.refusing((engine) => engine.answer(id, question_id, answers));
    return { session_id: id, turn_id };
  }

  /** Without a turn id, cancels the running turn, if any. */
  async cancel(ctx: CallContext, sessionId: string, turnId?: string): Promise<ConversationRecord> {
    const { id } = await this.own(ctx, sessionId);
    const turn = turnId ?? (await this.store.load(id))?.active?.id;
    if (turn !== undefined) await this.refusing((engine) => engine.cancel(id, turn));
    return this.own(ctx, id);
  }

  async rename(ctx: CallContext, sessionId: string, name: string): Promise<ConversationRecord> {
    const { id } = await this.own(ctx, sessionId);
    await this.refusing((engine) => engine.rename(id, blankless(name), requesterFrom(ctx)));
    return this.own(ctx, id);
  }

  /**
   * The model that answers from the next turn on, and how hard it thinks; null = the default, and
   * what is left out stays. @throws KennyError `not_found`, `bad_args`
   */
  async choose(
    ctx: CallContext,
    sessionId: string,
    choice: Partial<Choice>,
  ): Promise<ConversationRecord> {
    const { id } = await this.own(ctx, sessionId);
    refuseUnknown(choice);
    await this.refusing((engine) => engine.choose(id, choice, requesterFrom(ctx)));
    return this.own(ctx, id);
  }

  /**
   * A new conversation with what came before a message of this one, and that message, to be said
   * again. While a turn is at work: of what is stored.
   * @throws KennyError `not_found`, `bad_args` for an entry that is no message
   */
  async fork(
    ctx: CallContext,
    sessionId: string,
    entryId: string,
  ): Promise<{ session: ConversationRecord; input: { text: string; images: Picture[] } }> {
    const { id } = await this.own(ctx, sessionId);
    const { session, input } = await this.refusing(() => this.copies.fork(id, entryId));
    const refs = input.images ?? [];
    const data = await this.store.pictures(
      id,
      refs.map((one) => one.id),
    );
    const images = refs.flatMap(({ id: picture, mime_type, name }) => {
      const found = data.get(picture);
      return found === undefined ? [] : [{ mime_type, name, data: found }];
    });
    return { session, input: { text: input.typed ?? input.text, images } };
  }

  /** A new conversation that goes on from what is stored of this one. @throws KennyError `not_found` */
  async clone(ctx: CallContext, sessionId: string): Promise<ConversationRecord> {
    const { id } = await this.own(ctx, sessionId);
    return this.refusing(() => this.copies.clone(id));
  }

  /**
   * Has the older part summarised; all of it stays stored. A message that comes meanwhile wins.
   * @throws KennyError `not_found`, `conflict` while a turn is at work or when it was stopped,
   *   `bad_args` for nothing to compact, `unavailable` when the model gives no summary
   */
  async compact(
    ctx: CallContext,
    sessionId: string,
    { instructions = '', signal }: { instructions?: string; signal: AbortSignal },
  ): Promise<CompactionResult> {
    const { id } = await this.own(ctx, sessionId);
    const both = AbortSignal.any([signal, this.host.ended]);
    return this.refusing((engine) => engine.compact(id, instructions, both));
  }

  /**
   * Messages are erased; the audit log keeps what was done. Turns are cancelled, unless it is to go
   * only when idle. @throws KennyError `not_found`, `conflict`
   */
  async remove(
    ctx: CallContext,
    sessionId: string,
    { only_when_idle = false }: { only_when_idle?: boolean } = {},
  ): Promise<void> {
    const { id } = await this.own(ctx, sessionId);
    await this.refusing((engine) => engine.delete(id, requesterFrom(ctx), only_when_idle));
  }

  /** Id of the running turn that the caller may steer; empty when there is none. */
  private async steered({ principal }: CallContext, session: ConversationRecord): Promise<string> {
    const active = (await this.store.load(session.id))?.active;
    if (active) await this.mustCover(principal, session, active);
    return active?.id ?? '';
  }

  /**
   * A turn works with the rights of the token that it was asked with: whoever directs it needs them.
   * @throws KennyError `forbidden`
   */
  private async mustCover(
    caller: Principal,
    session: ConversationRecord,
    { requester }: TurnRecord,
  ): Promise<void> {
    const token = tokenOf(requester);
    if (token === null || token === caller.token_id) return;
    const asker = await this.principals.ofToken(token);
    // A turn whose token was revoked can do nothing any more.
    if (!asker || covers(caller, askerOf(asker, session))) return;
    throw new KennyError(
      'forbidden',
      'This turn was asked with a token that may do more than yours; use that one, or wait for the ' +
        'end of the turn and ask yourself.',
    );
  }

  private async begun(
    ctx: CallContext,
    said: NewMessage,
    agent_id: string | null,
  ): Promise<ConversationRecord> {
    if (said.session_id !== undefined) return this.own(ctx, said.session_id);
    if (said.message.trim() === '' && !said.images?.length)
      throw new KennyError('bad_args', 'message: say something');
    return this.create(ctx, { agent_id });
  }

  private refusing<T>(act: (engine: ConversationEngine) => Promise<T>): Promise<T> {
    return this.host.refusing(act);
  }
}

function hasAsked({ calls }: TurnRecord, questionId: string): boolean {
  return calls.some(({ question }) => question?.id === questionId);
}

/** @throws KennyError `bad_args` */
function refuseUnknown({ model, effort }: Partial<Choice>): void {
  if (model && !MODEL.test(model)) {
    throw new KennyError('bad_args', 'model: not a name of a model');
  }
  if (effort && !CHAT_EFFORTS.some((one) => one === effort)) {
    throw new KennyError('bad_args', `effort: one of ${CHAT_EFFORTS.join(', ')}`);
  }
}

const MODEL = new RegExp(CHAT_MODEL_PATTERN);

/** Trimmed and not too long; null for nothing. */
function blankless(name: string | null | undefined): string | null {
  return name?.trim().slice(0, CHAT_LIMITS.name).toWellFormed() || null;
}

function titled(message: string): { title?: string } {
  const title = nameFrom(message);
  return title === '' ? {} : { title };
}

/** Default name: the first line of the first message. */
function nameFrom(message: string): string {
  const [line = ''] = message.trim().split('\n');
  const short = line.length <= NAME ? line : `${line.slice(0, NAME - 1).toWellFormed()}…`;
  return short;
}

const NAME = Math.min(80, CHAT_LIMITS.name);
