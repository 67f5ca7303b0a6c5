import { CAPS, TIMES } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, EventBus, principalKey, taskOf, type CallContext } from '../kernel/index.js';
import { Scheduler } from '../scheduling/index.js';
import type { Heard } from './heard.js';
import { Listener } from './listener.js';
import { taintsOf } from './taints.js';

/** Who was told something: a task, or a token, and its session where the door has them. */
export type Hearer = Pick<CallContext, 'principal' | 'session_id'>;

/** Stands for entries that were evicted. */
const LOST = 'kenny (earlier answers, more than are compared)';

const SWEEP_MS = 60_000;

/**
 * What models were told through doors that keep no conversation, so that their approvals can name
 * what was read before. In memory only: a restart begins anew.
 */
@Injectable()
export class HeardMemory implements OnModuleInit {
  /** The least recently used first. */
  private readonly listeners = new Map<string, Listener>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const run = () => {
      this.sweep();
      return Promise.resolve();
    };
    this.scheduler.register({ id: 'origins.heard', everyMs: SWEEP_MS, run });
    this.events.on('access.ended', ({ token_id, session_id, changed }) => {
      // Whoever has other rights now still knows what they were told.
      if (session_id === null && !changed) this.forget(`${token_id}\0`);
    });
    this.events.on('task.access_ended', ({ task_id }) => this.forget(ofTask(task_id)));
  }

  /** Bytes of all that is kept. */
  get bytes(): number {
    return [...this.listeners.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** @param read the sensitive read that it was, if it was one */
  hear(who: Hearer, heard: Heard, read?: string): void {
    const now = this.clock.monotonic();
    const listener = this.used(who) ?? this.begun(who);
    listener.hear(heard, now);
    if (read !== undefined) listener.noteRead(read, now);
    this.makeRoom(now);
  }

  /**
   * What the approval of this call must show.
   * @param before sensitive reads that somebody else remembers, for longer
   */
  taintsOf(
    who: Hearer,
    args: Readonly<Record<string, unknown>>,
    before: readonly string[] = [],
  ): string[] {
    const listener = this.used(who);
    const lost = listener?.lost ? [LOST] : [];
    return taintsOf(
      [...lost, ...before, ...(listener?.reads ?? [])],
      listener?.heard() ?? [],
      args,
    );
  }

  private used(who: Hearer): Listener | undefined {
    const key = keyOf(who);
    const listener = this.listeners.get(key);
    if (!listener) return undefined;
    listener.forgetUntil(this.longAgo());
    this.listeners.delete(key);
    this.listeners.set(key, listener);
    listener.usedAt = this.clock.monotonic();
    return listener;
  }

  private begun(who: Hearer): Listener {
    const lasting = who.session_id !== undefined || taskOf(who.principal) !== undefined;
    const listener = new Listener(lasting, this.clock.monotonic());
    this.listeners.set(keyOf(who), listener);
    return listener;
  }

  private makeRoom(now: number): void {
    let over = this.bytes - CAPS.heardAllBytes;
    for (const listener of this.listeners.values()) {
      while (over > 0 && listener.bytes > 0) {
        over += this.lostOf(listener, now);
      }
    }
    for (const key of this.listeners.keys()) {
      if (this.listeners.size <= CAPS.heardListeners) return;
      this.listeners.delete(key);
    }
  }

  /** Change in size, in bytes. */
  private lostOf(listener: Listener, now: number): number {
    const before = listener.bytes;
    listener.loseOldest(now);
    return listener.bytes - before;
  }

  private sweep(): void {
    const then = this.longAgo();
    for (const [key, listener] of this.listeners) {
      listener.forgetUntil(then);
      if (listener.empty) this.listeners.delete(key);
    }
  }

  private longAgo(): number {
    return this.clock.monotonic() - TIMES.heardMs;
  }

  private forget(beginning: string): void {
    for (const key of this.listeners.keys()) {
      if (key.startsWith(beginning)) this.listeners.delete(key);
    }
  }
}

/** Before it stands no token's id. */
const ofTask = (taskId: string): string => `\0task\0${taskId}\0`;

/**
 * Two tokens of one person are two clients: neither heard what the other was told. A task is one,
 * over all its runs: their tokens and sessions come and go.
 */
function keyOf({ principal, session_id }: Hearer): string {
  const task = taskOf(principal);
  if (task !== undefined) return ofTask(task);
  return [principal.token_id ?? '', principalKey(principal), session_id ?? ''].join('\0');
}
