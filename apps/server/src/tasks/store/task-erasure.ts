import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { deleteSome, Writer, type Tx, type WriteLane } from '../../database/index.js';
import { TaskEventLog } from './event-log.js';
import { TaskRows } from './task-rows.js';

const AT_ONCE = 500;
const TABLES: readonly (readonly [table: string, lane: WriteLane])[] = [
  ['task_events', 'events'],
  ['task_permissions', 'main'],
  ['task_prompts', 'main'],
  ['task_runs', 'main'],
];

/** Erases deleted tasks, in small jobs; the audit log keeps what was done. */
@Injectable()
export class TaskErasure implements BeforeApplicationShutdown {
  private readonly logger = new Logger(TaskErasure.name);
  private last = Promise.resolve();
  private stopping = false;

  constructor(
    private readonly writer: Writer,
    private readonly rows: TaskRows,
    private readonly log: TaskEventLog,
  ) {}

  /** Begins it; call once the deletion is committed. */
  erase(id: string): void {
    this.log.forget(id);
    this.last = this.last
      .then(() => this.pieces(id))
      .catch((error: unknown) => {
        const later = 'the next start goes on with it';
        this.logger.error(`a deleted task is still there, ${later}: ${String(error)}`);
      });
  }

  /** What a shutdown interrupted. */
  async eraseRest(): Promise<void> {
    for (const id of await this.rows.doomed()) this.erase(id);
  }

  /** Resolves when all is done or given up. */
  idle(): Promise<void> {
    return this.last;
  }

  beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    return this.idle();
  }

  private async pieces(id: string): Promise<void> {
    for (const [table, lane] of TABLES) {
      const piece = ({ manager }: Tx) =>
        deleteSome(manager, { table, column: 'task_id' }, id, AT_ONCE);
      while (!this.stopping && (await this.writer.write(piece, lane)));
    }
    if (!this.stopping) await this.writer.write((tx) => this.rows.delete(tx, id));
  }
}
