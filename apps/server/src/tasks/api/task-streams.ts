import { TASK_LIMITS, type StoredTaskEvent } from '@kenny/contract';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventBus, KennyError, type CallContext } from '../../kernel/index.js';
import { LiveTaskEvents } from './live-task-events.js';
import { TasksApi } from './ports.js';

/** `gap`: events before `first_seq` were asked for, and are not kept any more. */
export type TaskStreamPart =
  | { readonly type: 'events'; readonly events: readonly StoredTaskEvent[]; readonly live: boolean }
  | { readonly type: 'gap'; readonly first_seq: number }
  | { readonly type: 'caught_up'; readonly seq: number };

/** The next events of one reader, and whether they may still have them. */
interface Reader {
  readonly ctx: CallContext;
  readonly id: string;
  readonly live: LiveTaskEvents;
  /** The last event that it was given. */
  seq: number;
}

/** Not there any more, or not theirs to read. */
const NO_MORE = ['not_found', 'forbidden'];

/** Events of a task as one stream: those that are stored, then each as it happens. */
@Injectable()
export class TaskStreams implements OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    private readonly tasks: TasksApi,
    private readonly events: EventBus,
  ) {}

  /** Aborted when the server stops. */
  get ended(): AbortSignal {
    return this.stopping.signal;
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /**
   * Every event after `since`, once and in order, until `signal`, the end of the task, or until the
   * caller may not read it any more. A slow reader costs no memory: what it missed is read from the
   * database again. `caught_up` comes once, before the first live event.
   */
  async *follow(
    ctx: CallContext,
    id: string,
    since: number,
    signal: AbortSignal,
  ): AsyncGenerator<TaskStreamPart, void> {
    const live = new LiveTaskEvents(this.events, id);
    const reader: Reader = { ctx, id, live, seq: since };
    try {
      let caughtUp = false;
      while (!signal.aborted) {
        live.startOver();
        yield* this.stored(reader, signal, !caughtUp);
        if (live.ended || signal.aborted) return;
        if (!caughtUp) yield { type: 'caught_up', seq: reader.seq };
        caughtUp = true;
        yield* this.happening(reader, signal);
        if (live.ended) return;
      }
    } catch (error) {
      if (!(error instanceof KennyError) || !NO_MORE.includes(error.code)) throw error;
    } finally {
      live.close();
    }
  }

  private async *stored(
    reader: Reader,
    signal: AbortSignal,
    asked: boolean,
  ): AsyncGenerator<TaskStreamPart, void> {
    for (;;) {
      await this.tasks.readable(reader.ctx, reader.id);
      const page = await this.tasks.events(reader.id, reader.seq, TASK_LIMITS.eventsPage);
      const [first] = page.events;
      if (signal.aborted || !first) return;
      if (page.gap) yield { type: 'gap', first_seq: first.seq };
      reader.seq = page.events.at(-1)?.seq ?? reader.seq;
      yield { type: 'events', events: page.events, live: !asked };
      if (signal.aborted || !page.cut) return;
    }
  }

  /** Until something was missed, or the task is gone. */
  private async *happening(
    reader: Reader,
    signal: AbortSignal,
  ): AsyncGenerator<TaskStreamPart, void> {
    const { ctx, id, live } = reader;
    // Only whoever may read everything need not be looked at again for each event.
    const hearsAll = ctx.principal.classes.includes('sensitive');
    for (;;) {
      const events = await live.next(signal);
      if (!events) return;
      if (!hearsAll || live.takeChanged()) await this.tasks.readable(ctx, id);
      const fresh = events.filter(({ type, seq }) => type === 'heartbeat' || seq > reader.seq);
      const [first] = fresh.filter(({ type }) => type !== 'heartbeat');
      if (first && first.seq !== reader.seq + 1) return;
      reader.seq = Math.max(reader.seq, fresh.at(-1)?.seq ?? 0);
      if (fresh.length > 0) yield { type: 'events', events: fresh, live: true };
      if (signal.aborted) return;
    }
  }
}
