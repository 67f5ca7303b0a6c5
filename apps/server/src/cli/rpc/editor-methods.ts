import {
  initializeResult,
  RPC_CATALOG,
  RPC_URIS,
  type RpcCaller,
  type RpcMethod,
} from '@kenny/contract/client';
import { RpcError, type Params, type RequestContext } from '@kenny/jsonrpc';
import { wantedExport, writeExport } from './export-file.js';
import { textsOf, type EditorEvents } from './editor-events.js';
import type { Handle, Handles, PlacedEvent } from './handles.js';
import type { LocalWorkspace } from './local-workspace.js';
import { EventRedaction, withoutSecrets } from './redaction.js';
import { renderTranscript, type ShownTranscript } from './render-transcript.js';
import { invalid } from './refusal.js';
import type { ServerLink } from './server-link.js';
import { withHandles } from './shown-answer.js';

type Handler = (params: Params, context: RequestContext) => unknown;
type Answer = Readonly<Record<string, unknown>>;
/** The link, or the connection that has just been made. */
type Asking = Pick<ServerLink, 'request'>;

/** Before the server has said who asks. */
const UNKNOWN: RpcCaller = { scope: 'operator' };

/** What the editor asks: done here, or by the server with its own ids. */
export class EditorMethods {
  constructor(
    private readonly link: Pick<ServerLink, 'request' | 'caller'>,
    private readonly handles: Handles,
    private readonly events: EditorEvents,
    private readonly workspace: LocalWorkspace,
    /** Ends the process, once the answer stands. */
    private readonly leave: () => void,
  ) {}

  /** The handler of a method. */
  of(method: RpcMethod): Handler {
    const own = this.own[method];
    return own ? (params, context) => own(params, context) : this.forwarded(method);
  }

  /** Requests about one conversation are answered in order, and those about a turn with them. */
  keyOf({ sessionId, turnId }: Params): string | undefined {
    if (typeof sessionId === 'string') return sessionId;
    return this.handles.ofTurn(turnId)?.id;
  }

  private readonly own: Partial<Record<RpcMethod, Handler>> = {
    initialize: () => initializeResult(this.link.caller ?? UNKNOWN),
    shutdown: (_, context) => {
      context.afterReply(() => this.leave());
      return { ok: true };
    },
    'workspace/validate': (params) =>
      this.isPc(params)
        ? this.link.request('workspace/validate', params)
        : { root: this.workspace.rootOf(rootIn(params)) },
    'workspace/info': (params) =>
      this.isPc(params)
        ? this.link.request('workspace/info', params)
        : this.workspace.info(rootIn(params)),
    'sessions/list': (params) => {
      const { workspaceRoot, ...rest } = params;
      return this.ask('sessions/list', this.isPc(params) ? { ...rest, workspaceRoot } : rest);
    },
    'sessions/close': (params) => this.ended('sessions/close', params),
    'sessions/delete': (params) => this.ended('sessions/delete', params),
    'sessions/export': async (params, { signal }) => {
      const handle = this.handles.get(params['sessionId']);
      const { format, path, overwrite } = wantedExport(params, handle.conversation);
      const answer = await this.askOf(handle, 'sessions/transcript', {}, signal);
      const text = renderTranscript(answer as unknown as ShownTranscript, format);
      return { path: await writeExport(this.folderOf(handle), path, text, { overwrite }), format };
    },
    'turns/start': async (params, context) => {
      const handle = this.handles.get(params['sessionId']);
      this.events.holdUntilReply(handle, context);
      const turn = await this.askOf(handle, 'turns/start', params);
      this.handles.began(String(turn['id']), handle);
      return this.shown('turns/start', turn, handle);
    },
    'turns/events': async (params) => {
      const answer = await this.link.request('turns/events', params);
      const { turn, events, ...rest } = answer as { turn: Answer; events: PlacedEvent[] };
      const told = { ...rest, turn: withoutSecrets(turn), events: pageOf(events) };
      return this.shown('turns/events', told, this.handles.ofTurn(params['turnId']));
    },
    'runtime/state': async (params) => {
      const handle = this.handles.get(params['sessionId']);
      const answer = await this.link.request('runtime/state', inConversation(params, handle));
      const { pendingQuestions = [] } = answer as { pendingQuestions?: Answer[] };
      for (const question of pendingQuestions) {
        handle.asked(String(question['questionRequestId']), textsOf(question));
      }
      return this.shown('runtime/state', withoutSecrets(answer as Answer), handle);
    },
    'ui/answerQuestion': (params) => {
      const handle = this.handles.get(params['sessionId']);
      const id = String(params['questionRequestId']);
      const { answers } = params;
      const given = Array.isArray(answers)
        ? answers.map((one) => originalOf(handle, id, one))
        : answers;
      return this.askOf(handle, 'ui/answerQuestion', { ...params, answers: given });
    },
    // Schemas of our own: a property called `token` is no secret.
    'tools/list': (params) => this.link.request('tools/list', params),
  };

  /** As the table says: in which conversation, and where handles stand in the answer. */
  private forwarded(method: RpcMethod): Handler {
    const { opens, pace } = RPC_CATALOG[method];
    return async (params, context) => {
      const { sessionId, turnId } = params;
      // Null is absent, also where it may be absent.
      const within = isAbsent(sessionId) ? undefined : this.handles.get(sessionId);
      if (opens) return this.opened(method, params, within, context);
      const signal = pace === 'slow' ? context.signal : undefined;
      const answer = within
        ? await this.askOf(within, method, params, signal)
        : await this.ask(method, params, signal);
      return this.shown(method, answer, within ?? this.handles.ofTurn(turnId));
    };
  }

  private shown(method: RpcMethod, answer: Answer, handle: Handle | undefined): Answer {
    const { handles = [] } = RPC_CATALOG[method];
    return withHandles(answer, handles, (of) => handle ?? this.handles.of(of)[0]);
  }

  private async ask(method: string, params: Params, signal?: AbortSignal): Promise<Answer> {
    return withoutSecrets(
      (await this.link.request(method, params, signal ? { signal } : {})) as Answer,
    );
  }

  private askOf(
    handle: Handle,
    method: string,
    params: Params,
    signal?: AbortSignal,
  ): Promise<Answer> {
    return this.ask(method, inConversation(params, handle), signal);
  }

  /** Attached before the answer, so that nothing is missed; told after it. */
  private async opened(
    method: RpcMethod,
    params: Params,
    from: Handle | undefined,
    context: RequestContext,
  ): Promise<Answer> {
    const { answer, root } = from
      ? { answer: await this.askOf(from, method, params), root: from.root }
      : await this.begun(method, params);
    const session = (answer['session'] ?? answer) as Answer;
    const handle = this.handles.open(
      String(session['persistentId']),
      root ?? String(session['workspaceRoot']),
    );
    this.events.holdUntilReply(handle, context);
    try {
      await this.attach(handle, this.link);
    } catch (error) {
      this.handles.drop(handle);
      throw error;
    }
    context.afterReply(() => void this.tidyAllBut(handle.conversation));
    return this.shown(method, answer, handle);
  }

  /** About a PC, or in a folder, which stays here. */
  private async begun(
    method: RpcMethod,
    params: Params,
  ): Promise<{ answer: Answer; root?: string }> {
    if (this.isPc(params)) return { answer: await this.ask(method, params) };
    const { workspaceRoot: _folder, ...rest } = params;
    const root = this.workspace.rootOf(rootIn(params));
    return { answer: await this.ask(method, rest), root };
  }

  /** From the last event on that the editor has. */
  private async attach(handle: Handle, link: Asking): Promise<void> {
    const after = handle.place === null ? {} : { after: handle.place };
    const answer = (await link.request('kenny/attach', {
      ...{ sessionId: handle.conversation, ...after },
    })) as { last: string };
    handle.place ??= answer.last;
  }

  /** After a new connection. @throws whatever is no end of these conversations */
  async takeUp(link: Asking): Promise<void> {
    for (const conversation of new Set(this.handles.all.map((handle) => handle.conversation))) {
      const [newest, ...others] = this.handles.of(conversation);
      if (!newest) continue;
      for (const handle of [newest, ...others]) handle.forgetHeld();
      try {
        await this.attach(newest, link);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        for (const handle of [newest, ...others]) this.events.gone(handle);
      }
    }
  }

  /** Idle, empty, unnamed conversations of this process go when it turns to another. */
  async tidyAllBut(conversation: string | null): Promise<void> {
    for (const handle of this.handles.all) {
      if (handle.conversation === conversation) continue;
      const sessionId = handle.conversation;
      const answer = await this.link.request('kenny/tidy', { sessionId }).catch(() => undefined);
      if ((answer as { removed?: boolean } | undefined)?.removed) this.handles.drop(handle);
    }
  }

  private async ended(method: string, params: Params): Promise<Answer> {
    const handle = this.handles.get(params['sessionId']);
    const others = this.handles.of(handle.conversation).length > 1;
    // The conversation itself stays open while another handle is on it.
    const keeps = others && method === 'sessions/close';
    const answer = keeps ? { closed: true } : await this.askOf(handle, method, params);
    this.handles.drop(handle);
    if (method === 'sessions/delete') {
      for (const other of this.handles.of(handle.conversation)) this.events.gone(other);
    }
    return answer;
  }

  private isPc(params: Params): boolean {
    return rootIn(params)?.startsWith(RPC_URIS.agent) === true;
  }

  /** Where exports go: a conversation about a PC has no folder of its own. */
  private folderOf({ root }: Handle): string {
    return this.workspace.rootOf(root.startsWith(RPC_URIS.agent) ? undefined : root);
  }
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** @throws RpcError `invalid_params` */
function rootIn({ workspaceRoot }: Params): string | undefined {
  if (typeof workspaceRoot === 'string') return workspaceRoot;
  if (isAbsent(workspaceRoot)) return undefined;
  throw invalid('Invalid params: workspaceRoot: must be string');
}

function inConversation(params: Params, { conversation }: Handle): Params {
  return { ...params, sessionId: conversation };
}

/** What ends with what may be half a secret comes with the next page, unless there is nothing else. */
function pageOf(events: readonly PlacedEvent[]): object[] {
  const redaction = new EventRedaction<PlacedEvent>();
  const settled = events.flatMap((event) => redaction.take(event));
  const shown = settled.length > 0 ? settled : redaction.end();
  return shown.map(({ place: _, ...event }) => event);
}

function originalOf(handle: Handle, id: string, answer: unknown): unknown {
  const { question } = (answer ?? {}) as { question?: unknown };
  if (typeof question !== 'string') return answer;
  return { ...(answer as object), question: handle.original(id, question) };
}
