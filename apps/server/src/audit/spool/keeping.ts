import { Logger } from '@nestjs/common';

/** Where rows are kept, from best to worst. */
const STATES = ['database', 'spool', 'memory', 'dropped'] as const;
export type KeepingState = (typeof STATES)[number];

const BEGAN: Readonly<Record<Exclude<KeepingState, 'database'>, string>> = {
  spool: 'The database does not take audit rows; they wait in the spool',
  memory: 'Neither the database nor the spool takes audit rows; they wait in memory',
  dropped: 'Nothing can hold audit rows any more; they are counted, and a row will say so',
};

/** Logs when keeping gets worse and when it recovers, not for each row. */
export class Keeping {
  private readonly logger = new Logger('AuditLog');
  private current: KeepingState = 'database';
  private spooled = 0;
  private dropped = 0;

  get state(): KeepingState {
    return this.current;
  }

  /** Only a change for the worse is logged. */
  worsen(state: Exclude<KeepingState, 'database'>, cause: unknown): void {
    if (STATES.indexOf(state) <= STATES.indexOf(this.current)) return;
    this.current = state;
    this.logger.error(`${BEGAN[state]}: ${String(cause)}`);
  }

  count(rows: { spooled?: number; dropped?: number }): void {
    this.spooled += rows.spooled ?? 0;
    this.dropped += rows.dropped ?? 0;
  }

  end(): void {
    if (this.current === 'database') return;
    this.logger.log(
      `The database takes audit rows again: ${this.spooled} waited in the spool, ` +
        `${this.dropped} were dropped${this.dropped > 0 ? ', and a row of the kind "gap" says so' : ''}.`,
    );
    this.current = 'database';
    this.spooled = 0;
    this.dropped = 0;
  }
}
