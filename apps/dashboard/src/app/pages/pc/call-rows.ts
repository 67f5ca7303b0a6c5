import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ApprovalView, AuditList } from '@kenny/contract/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { argumentTexts } from '../../core/approvals/argument-texts';
import { CallTeller } from '../../core/approvals/call-teller';
import { doerOf, moodOf, peopleOf, STATE_WORDS } from '../../core/approvals/call-words';
import { failedWords } from '../../core/approvals/failed-words';
import {
  ALREADY_DENIED,
  isAskedAgain,
  timesSince,
  withoutRepeats,
} from '../../core/approvals/repeats';
import { tookNews } from '../../core/facts/quantity';
import { plainOrder } from '../../core/plain-order';
import { Session } from '../../core/session/session';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';

type Row = AuditList['items'][number];

/** What ran, and what was asked for and refused: by whom, how, with which end; newest first. */
@Component({
  selector: 'kenny-call-rows',
  imports: [RelativeTime, RouterLink, UntrustedText],
  template: `
    <ul class="panel rows" [attr.aria-label]="label()">
      @for (line of lines(); track line.id) {
        <li>
          <span class="when"><kenny-time [at]="line.at" /></span>
          <span class="wide">
            @if (line.request; as request) {
              <a [routerLink]="['/approvals', request]">{{ line.title }}</a>
            } @else {
              <strong>{{ line.title }}</strong>
            }
            @if (line.args; as text) {
              {{ ' ' }}<kenny-untrusted [text]="text" />
            }
          </span>
          <span>
            <kenny-untrusted [text]="line.who" />{{ ' '
            }}<span class="dim"><kenny-untrusted [text]="line.way" /></span>
          </span>
          <span [class.bad]="line.bad">{{ line.end }}</span>
          @if (line.times; as times) {
            <span class="dim">{{ times }}</span>
          }
          @if (line.took; as took) {
            <span class="dim">{{ took }}</span>
          }
        </li>
      }
    </ul>
  `,
  styleUrl: '../../ui/rows.css',
})
export class CallRows {
  private readonly store = inject(ApprovalsStore);
  private readonly teller = inject(CallTeller);
  /** A viewer has no page of a request. */
  private readonly opens = inject(Session).reaches('operator');
  readonly rows = input.required<readonly Row[]>();
  /** Requests that ended without running. */
  readonly refused = input<readonly ApprovalView[]>([]);
  readonly label = input.required<string>();
  protected readonly lines = computed(() =>
    [
      ...withoutRepeats(this.rows()).map((rows) => this.lineOf(rows)),
      ...this.refused().map((request) => this.refusalOf(request)),
    ].sort((a, b) => plainOrder(b.at, a.at)),
  );

  private lineOf(rows: readonly [Row, ...Row[]]) {
    const [row] = rows;
    const { id, at, tool, agent_id, approval_id, ok, duration_ms } = row;
    const args = row.args ?? {};
    return {
      ...{ id, at, args: inOneLine(args) },
      title: tool === null ? '' : this.teller.tell({ tool, args, agent_id: agent_id ?? '' }).title,
      ...this.askedBy(row),
      ...{ end: ok ? STATE_WORDS.done : refusedWords(row), bad: !ok },
      took: rows.length > 1 ? null : tookNews(duration_ms),
      times: timesSince(rows),
      request: this.opens ? approval_id : null,
    };
  }

  /** kenny sends what somebody approved: not by itself. */
  private askedBy({ actor, approval_id, door }: Row): { who: string; way: string } {
    if (approval_id === null) return doerOf({ actor, door });
    const request = this.store.approval(approval_id);
    return request ? peopleOf(request) : { who: '', way: 'asked for and approved' };
  }

  private refusalOf(request: ApprovalView) {
    const { id, args, ended_at, requested_at, state } = request;
    return {
      ...{ id, at: ended_at ?? requested_at, args: inOneLine(args) },
      ...peopleOf(request),
      title: this.teller.tell(request).title,
      ...{ end: STATE_WORDS[state], bad: moodOf(state) === 'bad', took: null, times: '' },
      request: id,
    };
  }
}

function refusedWords(row: Row): string {
  return isAskedAgain(row) ? ALREADY_DENIED : failedWords(row);
}

/** The audit log has all of it. */
function inOneLine(args: Record<string, unknown>): string {
  return argumentTexts(args)
    .map(({ text }) => text.replaceAll('\n', ', '))
    .join(' · ')
    .slice(0, 200);
}
