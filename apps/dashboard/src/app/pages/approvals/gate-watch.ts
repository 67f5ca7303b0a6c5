import { Component, computed, inject } from '@angular/core';
import { GATE_STATS } from '@kenny/contract/web';
import { decidedWithin } from '../../core/approvals/call-words';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { MissingNote } from '../../ui/missing-note';
import { UntrustedText } from '../../ui/untrusted-text';

/** Too few decisions to judge anybody by. */
const ENOUGH = 5;

/** Warns when somebody approves faster than anyone can read. */
@Component({
  selector: 'kenny-gate-watch',
  imports: [MissingNote, UntrustedText],
  template: `
    @for (person of hasty(); track person.by.id) {
      <p role="status">
        <strong
          ><kenny-untrusted [text]="person.by.name" /> decides faster than anyone can read:</strong
        >
        half of {{ person.decided }} decisions in the last {{ days }} days came within
        {{ within(person.median_ms ?? 0) }} of the request.
      </p>
    }
    @if (stats.error(); as fault) {
      <kenny-missing what="How people decide" [error]="fault" (retry)="stats.reload()" />
    }
  `,
  styles: `
    p {
      max-width: 860px;
      margin: 0 0 12px;
      padding: 8px 16px;
      background: var(--warn-bg);
      border: 1px solid var(--line);
      border-radius: var(--r);
    }
  `,
})
export class GateWatch {
  private readonly api = inject(ApiClient);
  protected readonly within = decidedWithin;
  protected readonly days = GATE_STATS.usualDays;
  protected readonly stats = apiResource({ loader: () => this.api.gateStats() });
  protected readonly hasty = computed(() =>
    (this.stats.value()?.people ?? []).filter(
      ({ decided, median_ms }) =>
        decided >= ENOUGH && median_ms !== null && median_ms < GATE_STATS.hastyMs,
    ),
  );
}
