import {
  afterRenderEffect,
  Component,
  computed,
  inject,
  input,
  viewChild,
  type ElementRef,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { RouterLink } from '@angular/router';
import type { ChangeItem } from '@kenny/contract/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { localTime } from '../../core/time/local-time';
import { clockWords, dateWords } from '../../core/time/relative';
import { Session } from '../../core/session/session';
import { arriveAt } from '../../ui/arrive-at';
import type { ChartSpan } from '../../ui/chart/chart-span';
import { FIELD_LOOK } from '../../ui/field-look';
import { ResourceStateNote } from '../../ui/resource-state';
import { CallRows } from './call-rows';
import { ChangeRows } from './change-rows';
import { ChosenSpan, isoOf } from './chosen-span';

/** Calls that are listed; the audit log has all of them. */
const MOST_CALLS = 100;
/** A value that is another after an update. */
const OF_UPDATES = /\b(?:version|build|installed|kb\d+)\b/i;

/** What changed on a PC, what was updated and what ran between two moments. */
@Component({
  selector: 'kenny-pc-span',
  imports: [
    CallRows,
    ChangeRows,
    MatButton,
    MatFormField,
    MatInput,
    MatLabel,
    ResourceStateNote,
    RouterLink,
  ],
  providers: [FIELD_LOOK],
  template: `
    <section class="panel" aria-labelledby="span-title">
      <div class="head">
        <h2 id="span-title" #heading tabindex="-1">{{ title() }}</h2>
        <button type="button" matButton="outlined" (click)="chosen.choose(null)">Clear</button>
      </div>
      <div class="times">
        <mat-form-field>
          <mat-label>From</mat-label>
          <input
            #from
            matInput
            type="datetime-local"
            [value]="local(span().from)"
            (change)="move({ from: from.value })"
          />
        </mat-form-field>
        <mat-form-field>
          <mat-label>To</mat-label>
          <input
            #to
            matInput
            type="datetime-local"
            [value]="local(span().to)"
            (change)="move({ to: to.value })"
          />
        </mat-form-field>
      </div>
      @if (updated().length > 0) {
        <h3>Updated</h3>
        <kenny-change-rows [items]="updated()" label="What was updated" />
      }
      <h3>Changed</h3>
      @if (changed().length > 0) {
        <kenny-change-rows [items]="changed()" label="What changed" />
      } @else if (changes.ready()) {
        <p class="dim">No {{ updated().length > 0 ? 'other ' : '' }}changes in this time.</p>
      }
      @if (changes.value()?.truncated) {
        <p class="dim">Only the newest changes are shown; choose a shorter time to see all.</p>
      }
      <kenny-resource-state [of]="changes" />
      <h3>Ran</h3>
      @if (ran().length > 0) {
        <kenny-call-rows [rows]="ran()" label="What ran" />
      } @else if (calls.ready()) {
        <p class="dim">Nothing ran in this time.</p>
      }
      @if (calls.value()?.next_cursor) {
        <p class="dim">
          Only the newest are shown; the
          <a routerLink="/audit" [queryParams]="inAudit()">audit log</a> has all of them.
        </p>
      }
      <kenny-resource-state [of]="calls" />
    </section>
  `,
  styles: `
    section {
      padding: 12px 16px;
      margin-bottom: 12px;
    }
    .head,
    .times {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px 16px;
    }
    .head {
      justify-content: space-between;
      margin-bottom: 10px;
    }
    h2 {
      font-size: 16px;
      margin: 0;
      scroll-margin-top: 24px;
    }
    h3 {
      font-size: 13px;
      margin: 12px 0 4px;
    }
    p {
      margin: 0;
    }
  `,
})
export class PcSpan {
  private readonly api = inject(ApiClient);
  protected readonly chosen = inject(ChosenSpan);
  readonly agentId = input.required<string>();
  readonly span = input.required<ChartSpan>();
  protected readonly local = localTime;
  private readonly heading = viewChild.required<ElementRef<HTMLElement>>('heading');

  private readonly asked = computed(() => ({
    ...{ id: this.agentId(), from: isoOf(this.span().from), to: isoOf(this.span().to) },
  }));
  protected readonly changes = apiResource({
    params: this.asked,
    loader: ({ id, from, to }) => this.api.changes(id, { from, to }),
    subject: this.agentId,
  });
  protected readonly calls = apiResource({
    params: this.asked,
    loader: ({ id, from, to }) =>
      this.api.audit({ agent_id: id, kind: 'call', from, to, limit: MOST_CALLS }),
    subject: this.agentId,
  });
  /** Who asked for what ran; a viewer has no requests to ask for. */
  private readonly mayAsk = inject(Session).reaches('operator');
  private readonly approvals = inject(ApprovalsStore);
  protected readonly past = apiResource({
    loader: () => (this.mayAsk ? this.approvals.loadPast() : Promise.resolve()),
  });
  private readonly items = computed(() => this.changes.value()?.items ?? []);
  protected readonly updated = computed(() => this.items().filter(isUpdate));
  protected readonly changed = computed(() => this.items().filter((item) => !isUpdate(item)));
  protected readonly ran = computed(() => this.calls.value()?.items ?? []);
  protected readonly inAudit = computed(() => {
    const { id, from, to } = this.asked();
    return { pc: id, range: 'custom', from, to };
  });
  protected readonly title = computed(() => spanWords(this.span()));

  constructor() {
    afterRenderEffect(() => {
      this.span();
      arriveAt(this.heading().nativeElement);
    });
  }

  /** A time that is not before its other end stays until it is. */
  protected async move(change: { readonly from?: string; readonly to?: string }): Promise<void> {
    const { from, to } = this.span();
    const span = {
      from: change.from === undefined ? from : Date.parse(change.from),
      to: change.to === undefined ? to : Date.parse(change.to),
    };
    if (span.from < span.to) await this.chosen.choose(span);
  }
}

function isUpdate({ section, what }: ChangeItem): boolean {
  return section === 'os_support' || OF_UPDATES.test(what);
}

/** `Between 14:02 and 15:10`, with the day, and with both where they are two. */
export function spanWords({ from, to }: ChartSpan): string {
  const [time, day] = [clockWords, dateWords];
  if (day(from) === day(to)) return `Between ${time(from)} and ${time(to)}, ${day(from)}`;
  return `Between ${day(from)}, ${time(from)} and ${day(to)}, ${time(to)}`;
}
