import { Component, computed, input, linkedSignal } from '@angular/core';
import { visibleText } from '@kenny/kernel';
import type { Fact } from '../../core/facts/fact';
import { RelativeTime } from '../relative-time';
import { UntrustedText } from '../untrusted-text';

const FIRST_ROWS = 10;
const MORE_ROWS = 200;

/**
 * Draws whatever a PC sent: text as text, numbers with their unit, lists of records as tables that
 * become lists on a narrow screen. Long ones are folded.
 */
@Component({
  selector: 'kenny-facts',
  imports: [RelativeTime, UntrustedText],
  templateUrl: './facts.html',
  styleUrl: './facts.css',
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
  protected readonly hidden = computed(() => Math.max(0, this.lines() - this.shown()));
  protected readonly next = computed(() => Math.min(MORE_ROWS, this.hidden()));
  protected readonly visible = visibleText;

  protected more(): void {
    this.shown.update((shown) => shown + MORE_ROWS);
  }
}
