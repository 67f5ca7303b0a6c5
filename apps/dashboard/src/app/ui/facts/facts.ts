import { Component, computed, input, linkedSignal } from '@angular/core';
import { visibleText } from '@kenny/kernel';
import { compareFacts, type Fact } from '../../core/facts/fact';
import { RelativeTime } from '../relative-time';
import { UntrustedText } from '../untrusted-text';

const FIRST_ROWS = 10;
const MORE_ROWS = 200;
const NOTHING: Fact = { kind: 'nothing' };

interface Sorted {
  readonly column: number;
  readonly sign: 1 | -1;
}

/**
 * Draws whatever a PC sent: text as text, numbers with their unit, lists of records as tables that
 * become lists on a narrow screen. Long ones are folded.
 */
@Component({
  selector: 'kenny-facts',
  imports: [RelativeTime, UntrustedText],
  templateUrl: './facts.html',
  styleUrls: ['../stacked-table.css', './facts.css'],
})
export class Facts {
  readonly fact = input.required<Fact>();
  /** What a table is about, for those who cannot see where it stands. */
  readonly label = input('');

  private readonly lines = computed(() => {
    const fact = this.fact();
    if (fact.kind === 'table') return fact.rows.length;
    return fact.kind === 'list' ? fact.items.length : 0;
  });
  protected readonly shown = linkedSignal({ source: this.fact, computation: () => FIRST_ROWS });
  private readonly sorted = linkedSignal<Fact, Sorted | null>({
    source: this.fact,
    computation: () => null,
  });
  protected readonly rows = computed(() => {
    const [fact, sorted] = [this.fact(), this.sorted()];
    if (fact.kind !== 'table') return [];
    if (!sorted) return fact.rows;
    const { column, sign } = sorted;
    const cell = (row: readonly Fact[]): Fact => row[column] ?? NOTHING;
    return [...fact.rows].sort((a, b) => compareFacts(cell(a), cell(b), sign));
  });
  protected readonly hidden = computed(() => Math.max(0, this.lines() - this.shown()));
  protected readonly next = computed(() => Math.min(MORE_ROWS, this.hidden()));
  protected readonly visible = visibleText;

  /** Too wide for a column: lines of a program would be broken. */
  protected isWide(fact: Fact): boolean {
    if (fact.kind === 'text') return fact.look === 'block';
    return fact.kind === 'table' || fact.kind === 'list';
  }

  protected directionOf(column: number): 'ascending' | 'descending' | null {
    const sorted = this.sorted();
    if (sorted?.column !== column) return null;
    return sorted.sign === 1 ? 'ascending' : 'descending';
  }

  /** Numbers largest first, as one looks for them; the same column again turns it round. */
  protected sortBy(column: number): void {
    const [fact, before] = [this.fact(), this.sorted()];
    if (fact.kind !== 'table') return;
    const isNumber = fact.rows.some((row) => {
      const cell = row[column];
      return cell?.kind === 'moment' || (cell?.kind === 'plain' && cell.value !== undefined);
    });
    const first = isNumber ? -1 : 1;
    this.sorted.set({ column, sign: before?.column === column ? (-before.sign as 1 | -1) : first });
  }

  protected more(): void {
    this.shown.update((shown) => shown + MORE_ROWS);
  }
}
