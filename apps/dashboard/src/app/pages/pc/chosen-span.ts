import { computed, inject, Injectable, signal } from '@angular/core';
import { Router } from '@angular/router';
import { isMoment } from '../../core/facts/fact';
import type { ChartSpan } from '../../ui/chart/chart-span';

/** The part of the time that somebody looks at, as the address says it: `?between=<ISO>/<ISO>`. */
@Injectable()
export class ChosenSpan {
  private readonly router = inject(Router);
  private readonly text = signal<string | undefined>(undefined);
  readonly span = computed(() => spanIn(this.text()), {
    equal: (a, b) => a?.from === b?.from && a?.to === b?.to,
  });

  /** What the address says now. */
  read(between: string | undefined): void {
    this.text.set(between);
  }

  /** Null: none any more. */
  async choose(span: ChartSpan | null): Promise<void> {
    const between = span && `${isoOf(span.from)}/${isoOf(span.to)}`;
    await this.router.navigate([], {
      ...{ queryParams: { between }, queryParamsHandling: 'merge', replaceUrl: true },
    });
  }
}

/** What cannot be read as two moments in their order is no span. */
function spanIn(between: string | undefined): ChartSpan | null {
  const parts = (between ?? '').split('/');
  if (parts.length !== 2 || !parts.every(isMoment)) return null;
  const [from = NaN, to = NaN] = parts.map((part) => Date.parse(part));
  return from < to ? { from, to } : null;
}

export const isoOf = (at: number): string => new Date(at).toISOString();
