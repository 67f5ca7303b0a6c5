import { Component, computed, inject, input } from '@angular/core';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { Router, RouterLink } from '@angular/router';
import type { ApprovalView } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { CallTeller } from '../../core/approvals/call-teller';
import {
  askerOf,
  DECIDED_WORDS,
  listedName,
  moodOf,
  STATE_WORDS,
} from '../../core/approvals/call-words';
import { FleetStore } from '../../core/fleet/fleet-store';
import { apiResource } from '../../core/http/api-resource';
import { CallSentence } from '../../ui/call-sentence';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { fits, isOutcome, OUTCOMES, type HistoryFilter } from './history-filter';

/** So many want filters. */
const MANY = 8;

interface Choice {
  readonly id: string;
  readonly name: string;
}

/** What became of the last requests, by PC, person and outcome; the filter is in the address. */
@Component({
  selector: 'kenny-approval-history',
  imports: [
    CallSentence,
    ErrorNote,
    MatFormField,
    MatInput,
    MatLabel,
    RelativeTime,
    RouterLink,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './approval-history.html',
  styleUrls: ['./approvals.css', '../../ui/mood.css', './approval-history.css'],
})
export class ApprovalHistory {
  private readonly store = inject(ApprovalsStore);
  private readonly fleet = inject(FleetStore);
  private readonly teller = inject(CallTeller);
  private readonly router = inject(Router);
  readonly filter = input.required<HistoryFilter>();

  protected readonly past = apiResource({ loader: () => this.store.loadPast().then(() => true) });
  protected readonly moodOf = moodOf;
  protected readonly stateWords = STATE_WORDS;
  protected readonly decidedWords = DECIDED_WORDS;
  protected readonly outcomes = Object.entries(OUTCOMES).map(([id, { words }]) => ({
    id,
    name: words,
  }));
  private readonly ended = computed(() =>
    this.store.all().filter(({ state }) => state !== 'pending'),
  );
  protected readonly any = computed(() => this.ended().length > 0);
  protected readonly filtered = computed(() => {
    const { pc, by, outcome } = this.filter();
    return pc !== undefined || by !== undefined || isOutcome(outcome);
  });
  protected readonly filterable = computed(() => this.filtered() || this.ended().length >= MANY);
  protected readonly shown = computed(() => this.ended().filter((one) => fits(one, this.filter())));
  protected readonly pcs = computed(() =>
    choices(
      this.ended().map(({ agent_id }) => ({ id: agent_id, name: this.fleet.nameOf(agent_id) })),
    ),
  );
  protected readonly people = computed(() =>
    choices(
      this.ended()
        .flatMap(({ requested_by, decisions }) => [requested_by, ...decisions.map(({ by }) => by)])
        .map((actor) => ({ id: actor.id, name: listedName(actor) })),
    ),
  );

  protected readonly askerOf = askerOf;

  protected title(approval: ApprovalView): string {
    return this.teller.titleOf(approval);
  }

  protected choose(change: HistoryFilter): void {
    void this.router.navigate([], { queryParams: change, queryParamsHandling: 'merge' });
  }
}

/** Each once, by name. */
function choices(all: readonly Choice[]): Choice[] {
  const byId = new Map(all.map(({ id, name }) => [id, { id, name: visibleText(name) }]));
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
