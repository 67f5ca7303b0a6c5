import { Component, inject, input } from '@angular/core';
import { ERRORS, isErrorCode, type AuditList } from '@kenny/contract/web';
import { argumentTexts } from '../../core/approvals/argument-texts';
import { CallTeller } from '../../core/approvals/call-teller';
import { DOOR_WORDS } from '../../core/approvals/call-words';
import { tookWords } from '../../core/facts/quantity';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';

type Row = AuditList['items'][number];

/** Calls of the audit log: which, by whom, through which door, outcome, duration. */
@Component({
  selector: 'kenny-call-rows',
  imports: [RelativeTime, UntrustedText],
  template: `
    <ul class="panel rows" [attr.aria-label]="label()">
      @for (row of rows(); track row.id) {
        <li>
          <span class="when"><kenny-time [at]="row.at" /></span>
          <span class="wide">
            <strong>{{ titleOf(row) }}</strong>
            @if (argumentsOf(row); as text) {
              {{ ' ' }}<kenny-untrusted [text]="text" />
            }
          </span>
          <span>
            <kenny-untrusted [text]="row.actor.name" />
            <span class="dim"> {{ wayOf(row) }}</span>
          </span>
          <span [class.bad]="!row.ok">{{ outcomeOf(row) }}</span>
          @if (row.duration_ms !== null) {
            <span class="dim">{{ took(row.duration_ms) }}</span>
          }
        </li>
      }
    </ul>
  `,
  styleUrl: '../../ui/rows.css',
})
export class CallRows {
  private readonly teller = inject(CallTeller);
  readonly rows = input.required<readonly Row[]>();
  readonly label = input.required<string>();
  protected readonly took = tookWords;

  protected titleOf({ tool, args, agent_id }: Row): string {
    if (tool === null) return '';
    return this.teller.tell({ tool, args: args ?? {}, agent_id: agent_id ?? '' }).title;
  }

  /** kenny sends what somebody approved: not by itself. */
  protected wayOf({ approval_id, door }: Row): string {
    return approval_id === null ? DOOR_WORDS[door] : 'after approval';
  }

  /** In one line; the audit log has all of it. */
  protected argumentsOf({ args }: Row): string {
    return argumentTexts(args ?? {})
      .map(({ text }) => text.replaceAll('\n', ', '))
      .join(' · ')
      .slice(0, 200);
  }

  protected outcomeOf({ ok, code }: Row): string {
    if (ok) return 'OK';
    return isErrorCode(code) && code in ERRORS ? code.replaceAll('_', ' ') : 'failed';
  }
}
