import { randomUUID } from 'node:crypto';
import { faultPoint, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { insertRows, type Tx } from '../database/index.js';
import { CLOCK } from '../kernel/index.js';
import type { Fact } from './rules/fact.js';

const COLUMNS = ['id', 'at', 'body'] as const;

/** Facts on their way to people: durable together with what they tell of. */
@Injectable()
export class FactLog {
  private wake: () => void = () => undefined;

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Inserts alone: any lane of the writer may. */
  async note(tx: Tx, facts: readonly Fact[]): Promise<void> {
    if (facts.length === 0) return;
    const at = this.clock.now();
    const rows = facts.map((fact) => [randomUUID(), at, JSON.stringify(fact)]);
    await insertRows(tx.manager, 'alert_facts', COLUMNS, rows);
    tx.onCommit(() => {
      faultPoint('server.alert_noted');
      this.wake();
    });
  }

  /** Calls `listener` after each commit with facts. */
  onNoted(listener: () => void): void {
    this.wake = listener;
  }
}
