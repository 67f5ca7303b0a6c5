import type { PolicyRule, ToolName } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import { CLOCK, KennyError } from '../../kernel/index.js';
import { GuardExecutor, type Judged } from './guard-executor.js';
import type { JudgeMessage, VerdictMessage } from './worker-messages.js';

/** A verdict takes milliseconds; beyond this the worker is replaced and the call refused. */
const PATIENCE_MS = 5_000;
/** A new worker compiles the custom rules first: seconds on a busy machine. */
const COLD_PATIENCE_MS = 60_000;

interface Waiting {
  readonly resolve: (judged: Judged) => void;
  readonly reject: (error: Error) => void;
}

/** One worker thread with a warm guard. No verdict means refused. */
@Injectable()
export class WorkerGuardExecutor extends GuardExecutor implements OnApplicationShutdown {
  private readonly logger = new Logger(WorkerGuardExecutor.name);
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | undefined;
  /** The present worker has answered once. */
  private warm = false;
  private sentRules: readonly PolicyRule[] | undefined;
  private lastId = 0;

  constructor(@Inject(CLOCK) private readonly clock: Clock) {
    super();
  }

  judge(
    tool: ToolName,
    args: Record<string, unknown>,
    rules: readonly PolicyRule[],
  ): Promise<Judged> {
    const worker = (this.worker ??= this.start());
    const id = (this.lastId += 1);
    const fresh = JSON.stringify(rules) === JSON.stringify(this.sentRules) ? {} : { rules };
    this.sentRules = rules;
    return new Promise<Judged>((resolve, reject) => {
      const patience = this.warm ? PATIENCE_MS : COLD_PATIENCE_MS;
      const timer = this.clock.setTimer(() => this.replace('gave no verdict in time'), patience);
      const settle =
        <V>(then: (value: V) => void) =>
        (value: V) => {
          timer.cancel();
          this.waiting.delete(id);
          then(value);
        };
      this.waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      const message: JudgeMessage = { id, tool, args, ...fresh };
      worker.postMessage(message);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(new URL('./guard-worker.js', import.meta.url));
    worker.unref();
    worker.on('message', ({ id, ...judged }: VerdictMessage) => {
      this.warm = true;
      this.waiting.get(id)?.resolve(judged);
    });
    worker.on('error', (error) => {
      if (worker === this.worker) this.replace(error.message);
    });
    return worker;
  }

  private replace(why: string): void {
    this.logger.error(`the guard's worker was replaced: ${why}`);
    void this.worker?.terminate();
    this.worker = undefined;
    this.warm = false;
    this.sentRules = undefined;
    const refused = new KennyError(
      'unavailable',
      'the safety check gave no verdict; nothing was sent, try again',
    );
    for (const { reject } of [...this.waiting.values()]) reject(refused);
  }
}
