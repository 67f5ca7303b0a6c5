import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ApprovalView, AuditList } from '@kenny/contract/web';
import { argumentTexts } from '../../core/approvals/argument-texts';
import { CallTeller } from '../../core/approvals/call-teller';
import { askerOf, DOOR_WORDS, moodOf, STATE_WORDS } from '../../core/approvals/call-words';
import { failedWords } from '../../core/approvals/failed-words';
import { tookWords } from '../../core/facts/quantity';
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
            <kenny-untrusted [text]="line.who" />
            <span class="dim"> {{ line.way }}</span>
          </span>
          <span [class.bad]="line.bad">{{ line.end }}</span>
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
  private readonly teller = inject(CallTeller);
  /** A viewer has no page of a request. */
  private readonly opens = inject(Session).reaches('operator');
  readonly rows = input.required<readonly Row[]>();
  /** Requests that ended without running. */
  readonly refused = input<readonly ApprovalView[]>([]);
  readonly label = input.required<string>();
  protected readonly lines = computed(() =>
    [
      ...this.rows().map((row) => this.lineOf(row)),
      ...this.refused().map((request) => this.refusalOf(request)),
    ].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)),
  );

  private lineOf(row: Row) {
    const { id, at, tool, agent_id, approval_id, actor, door, ok, duration_ms } = row;
    const args = row.args ?? {};
    return {
      ...{ id, at, args: inOneLine(args), who: actor.name },
      title: tool === null ? '' : this.teller.tell({ tool, args, agent_id: agent_id ?? '' }).title,
      // kenny sends what somebody approved: not by itself.
      way: approval_id === null ? DOOR_WORDS[door] : 'after approval',
      ...{ end: ok ? STATE_WORDS.done : failedWords(row), bad: !ok },
      took: duration_ms === null ? null : tookWords(duration_ms),
      request: this.opens ? approval_id : null,
    };
  }

  private refusalOf(request: ApprovalView) {
    const { id, args, ended_at, requested_at, requested_by, state } = request;
    return {
      ...{ id, at: ended_at ?? requested_at, args: inOneLine(args) },
      ...{ who: askerOf(requested_by).name, way: 'asked for it' },
      title: this.teller.tell(request).title,
      ...{ end: STATE_WORDS[state], bad: moodOf(state) === 'bad', took: null },
      request: id,
    };
  }
}

/** The audit log has all of it. */
function inOneLine(args: Record<string, unknown>): string {
  return argumentTexts(args)
    .map(({ text }) => text.replaceAll('\n', ', '))
    .join(' · ')
    .slice(0, 200);
}
