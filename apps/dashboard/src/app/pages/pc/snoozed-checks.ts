import { Component, inject, input } from '@angular/core';
import type { SectionHealth } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { StatusDot } from '../../ui/status-dot';
import { UntrustedText } from '../../ui/untrusted-text';
import { checkTitle } from '../../core/words';

/** What is wrong and was put off: by whom, why and until when. */
@Component({
  selector: 'kenny-snoozed-checks',
  imports: [ErrorNote, RelativeTime, StatusDot, UntrustedText],
  template: `
    <ul class="panel" aria-label="Snoozed checks">
      @for (section of sections(); track section.name) {
        @if (section.snoozed; as snoozed) {
          <li>
            <kenny-status-dot [health]="section.status" [label]="titleOf(section)" />
            <span><kenny-untrusted [text]="section.reason" /></span>
            <span class="dim">
              snoozed by <kenny-untrusted [text]="snoozed.by" /> · ends
              <kenny-time [at]="snoozed.until" />: <kenny-untrusted [text]="snoozed.reason" />
            </span>
            @if (mayEnd()) {
              <button type="button" class="link" [disabled]="ending.busy()" (click)="end(section)">
                End snooze<span class="unseen">: {{ titleOf(section) }}</span>
              </button>
            }
          </li>
        }
      }
    </ul>
    @if (ending.error(); as fault) {
      <kenny-error [error]="fault" />
    }
  `,
  styles: `
    ul {
      list-style: none;
      margin: 10px 0;
      padding: 6px 16px;
    }
    li {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 2px 12px;
      padding: 4px 0;
      overflow-wrap: anywhere;
    }
    button.link {
      margin-left: auto;
    }
  `,
})
export class SnoozedChecks {
  private readonly api = inject(ApiClient);
  readonly agentId = input.required<string>();
  readonly sections = input.required<readonly SectionHealth[]>();
  readonly mayEnd = input(false);
  protected readonly ending = new Mutation();

  protected titleOf({ name }: SectionHealth): string {
    return checkTitle(name);
  }

  protected async end({ name }: SectionHealth): Promise<void> {
    await this.ending.run(() => this.api.endSnooze(this.agentId(), name));
  }
}
