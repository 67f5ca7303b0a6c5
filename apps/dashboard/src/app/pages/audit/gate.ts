import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { GATE_STATS, type GateDecisions } from '@kenny/contract/web';
import { decidedWithin } from '../../core/approvals/call-words';
import { ApiClient } from '../../core/http/api-client';
import type { Query } from '../../core/http/api-sender';
import { apiResource } from '../../core/http/api-resource';
import { dayWords } from '../../core/time/relative';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';

/** How fast and how often people approve: rubber-stamping shows here. */
@Component({
  selector: 'kenny-gate',
  imports: [ResourceStateNote, RouterLink, UntrustedText],
  templateUrl: './gate.html',
  styleUrls: ['../../ui/headed-rows.css', './audit.css', './gate.css'],
})
export class Gate {
  readonly query = input.required<Query>();
  private readonly api = inject(ApiClient);
  protected readonly stats = apiResource({
    params: this.query,
    loader: (query) => this.api.gateStats(query),
    subject: () => true,
  });
  protected readonly hastyS = GATE_STATS.hastyMs / 1_000;
  protected readonly busiest = computed(() =>
    Math.max(1, ...(this.stats.value()?.hours ?? []).map(({ requested }) => requested)),
  );
  protected readonly hours = computed(() =>
    (this.stats.value()?.hours ?? [])
      .map((hour) => ({ ...hour, when: dayWords(Date.parse(hour.at)) }))
      .toReversed(),
  );

  protected seconds(ms: number | null): string {
    return ms === null ? 'none yet' : decidedWithin(ms);
  }

  protected percent(part: number, { decided }: GateDecisions): string {
    return decided === 0 ? '–' : `${Math.round((100 * part) / decided)} %`;
  }

  protected tooFast({ median_ms }: GateDecisions): boolean {
    return median_ms !== null && median_ms < GATE_STATS.hastyMs;
  }
}
