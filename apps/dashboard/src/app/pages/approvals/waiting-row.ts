import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ApprovalView } from '@kenny/contract/web';
import {
  askerOf,
  hasApproved,
  SECOND_PERSON,
  titleOf,
  weightOf,
} from '../../core/approvals/call-words';
import { argumentTexts } from '../../core/approvals/argument-texts';
import { FleetStore } from '../../core/fleet/fleet-store';
import { Session } from '../../core/session/session';
import { HEALTH_WORDS } from '../../core/words';
import { PageClock } from '../../core/time/clock';
import { countdown } from '../../core/time/relative';
import { RelativeTime } from '../../ui/relative-time';
import { StatusDot } from '../../ui/status-dot';
import { UntrustedText } from '../../ui/untrusted-text';

/** Of a script; the sheet has all of it. */
const LINES = 3;
const LINE_LENGTH = 160;

/** One request that waits: what, where, who, why and how it begins. It is decided on its sheet. */
@Component({
  selector: 'kenny-waiting-row',
  imports: [RelativeTime, RouterLink, StatusDot, UntrustedText],
  template: `
    <div class="head">
      <a [routerLink]="['/approvals', approval().id]" [attr.data-approval]="approval().id">{{
        title()
      }}</a>
      <span class="risk" [attr.data-risk]="approval().risk">{{ weight() }}</span>
      @if (pc(); as pc) {
        <kenny-status-dot [health]="pc.overall" [label]="'PC: ' + healthWords[pc.overall]" />
      }
      <span class="dim left">expires in {{ left() }}</span>
    </div>
    <p class="dim">
      <kenny-untrusted [text]="approval().requested_by.name" />{{ through() }} ·
      <kenny-time [at]="approval().requested_at" />
    </p>
    @if (approvedByMe()) {
      <p>{{ secondPerson }}</p>
    }
    @if (approval().reason; as reason) {
      <p class="why">“<kenny-untrusted [text]="reason" />”</p>
    }
    @if (begins().length > 0) {
      <div class="begins">
        @for (line of begins(); track $index) {
          <kenny-untrusted look="code" [text]="line" [whole]="true" />
        }
        @if (more(); as count) {
          <span class="dim">{{ count === 1 ? '1 more line' : count + ' more lines' }}</span>
        }
      </div>
    }
  `,
  styles: `
    :host {
      display: block;
    }
    .head {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 2px 14px;
    }
    a {
      font-weight: 560;
      overflow-wrap: anywhere;
    }
    .risk[data-risk='high'] {
      color: var(--warn);
    }
    .left {
      margin-left: auto;
    }
    p {
      margin: 2px 0;
      overflow-wrap: anywhere;
    }
    .why {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .begins {
      margin: 6px 0 0;
      padding: 6px 10px;
      background: var(--bg);
      border: 1px solid var(--line);
      border-radius: 6px;
    }
  `,
})
export class WaitingRow {
  private readonly fleet = inject(FleetStore);
  private readonly clock = inject(PageClock);
  private readonly me = inject(Session).me;
  readonly approval = input.required<ApprovalView>();

  /** Of the PC, and not of the risk beside it. */
  protected readonly healthWords = HEALTH_WORDS;
  protected readonly secondPerson = SECOND_PERSON;
  protected readonly title = computed(() => titleOf(this.approval(), this.fleet));
  protected readonly weight = computed(() => weightOf(this.approval()));
  protected readonly pc = computed(() => this.fleet.agent(this.approval().agent_id));
  protected readonly approvedByMe = computed(() => hasApproved(this.approval(), this.me()));
  /** Of a person the name says enough. */
  protected readonly through = computed(() =>
    this.approval().requested_by.kind === 'operator' ? '' : `, ${askerOf(this.approval())}`,
  );
  protected readonly left = computed(() =>
    countdown(Date.parse(this.approval().approve_by), this.clock.now()),
  );
  private readonly lines = computed(() => {
    const texts = argumentTexts(this.approval().args).filter(({ scalar }) => !scalar);
    return texts[0]?.text.split('\n') ?? [];
  });
  protected readonly begins = computed(() =>
    this.lines()
      .slice(0, LINES)
      .map((line) => (line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}…` : line)),
  );
  protected readonly more = computed(() => Math.max(0, this.lines().length - LINES));
}
