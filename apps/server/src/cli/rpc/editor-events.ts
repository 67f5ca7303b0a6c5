import type { NotifyOptions, Params, RequestContext } from '@kenny/jsonrpc';
import type { Handle, Handles, PlacedEvent } from './handles.js';
import { withoutSecrets } from './redaction.js';

/** The way to the editor. */
export interface Editor {
  notify(method: string, params: object, options?: NotifyOptions): unknown;
}

type Told = readonly [method: string, params: object, options?: NotifyOptions];

/** What the server pushes about conversations, as the editor knows them. */
export class EditorEvents {
  /** What must not leave before an answer that is still to be written. */
  private readonly held = new Map<Handle, Told[]>();
  /** The editor reads too slowly: events are being dropped. */
  private behind = false;

  constructor(
    private readonly handles: Handles,
    private readonly editor: Editor,
  ) {}

  /** From now on nothing about this conversation leaves until the request has been answered. */
  holdUntilReply(handle: Handle, context: RequestContext): void {
    if (this.held.has(handle)) return;
    const told: Told[] = [];
    this.held.set(handle, told);
    context.afterReply(() => {
      this.held.delete(handle);
      for (const each of told) this.send(handle, each);
    });
  }

  take(method: string, params: Params): void {
    for (const handle of this.handles.of(params['sessionId'])) {
      for (const told of this.shown(handle, method, params)) this.tell(handle, told);
    }
  }

  fellBehind(): void {
    this.behind = true;
  }

  /** There is room again: what was dropped is in `turns/events`. */
  caughtUp({ dropped }: { readonly dropped: number }): void {
    this.behind = false;
    if (dropped === 0) return;
    for (const handle of this.handles.all) {
      const last = handle.last ?? {};
      this.tell(handle, ['session/updated', { sessionId: handle.id, reason: 'resync', ...last }]);
    }
  }

  /** The conversation was deleted elsewhere, or is no longer to be read. */
  gone(handle: Handle): void {
    this.tell(handle, ['session/updated', { sessionId: handle.id, reason: 'deleted' }]);
    this.handles.drop(handle);
  }

  private tell(handle: Handle, told: Told): void {
    const waiting = this.held.get(handle);
    if (waiting) waiting.push(told);
    else this.send(handle, told);
  }

  private send(handle: Handle, told: Told): void {
    this.editor.notify(...told);
    const [method, params] = told;
    // Only now is known whether it was dropped.
    if (method !== 'turn/event' || this.behind) return;
    const { turnId, sequence } = params as PlacedEvent;
    handle.last = { turnId, lastSequence: sequence };
  }

  private shown(handle: Handle, method: string, params: Params): Told[] {
    const here = { sessionId: handle.id };
    if (method === 'turn/event') {
      // The server's own shape; nothing here depends on more of it than its place.
      const events = handle.take(params as unknown as PlacedEvent);
      return events.map(({ place: _, ...event }) => [
        method,
        { ...event, ...here },
        { droppable: true },
      ]);
    }
    const id = params['questionRequestId'];
    if (typeof id === 'string') {
      if (method === 'ui/question' && !handle.asked(id, textsOf(params))) return [];
      if (method === 'ui/questionResolved') handle.settled(id);
    }
    return [[method, { ...withoutSecrets(params), ...here }]];
  }
}

/** The texts of a question, which an answer repeats. */
export function textsOf({ questions }: Params): string[] {
  if (!Array.isArray(questions)) return [];
  return questions.flatMap((each: unknown) => {
    const { question } = (each ?? {}) as { question?: unknown };
    return typeof question === 'string' ? [question] : [];
  });
}
