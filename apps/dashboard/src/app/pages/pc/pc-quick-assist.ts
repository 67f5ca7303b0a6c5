import { Component, computed, inject, input } from '@angular/core';
import { MatAnchor, MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import type { ApprovalState, ApprovalView, CatalogTool, FleetAgent } from '@kenny/contract/web';
import {
  errorWords,
  hasApproved,
  moodOf,
  refusedFor,
  SECOND_PERSON,
  STATE_WORDS,
} from '../../core/approvals/call-words';
import { Mutation } from '../../core/http/mutation';
import { isWindows } from '../../core/session/browser-words';
import { Session } from '../../core/session/session';
import { AskToRun } from '../../ui/ask-to-run';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { obstacle } from './tools/tool-words';

/** What the request means for who wants to help; any other state is as everywhere. */
const HELP_WORDS: Readonly<Partial<Record<ApprovalState, string>>> = {
  ...{ pending: 'Waiting for approval', approved: 'Approved, about to open' },
  ...{ sent: 'Opening on their screen', done: 'Opened on their screen' },
  ...{ failed: 'It did not open', unknown: 'It may have opened: no answer came' },
};

/** What to do next; empty where the button says it. */
const NEXT_WORDS: Readonly<Partial<Record<ApprovalState, string>>> = {
  failed: 'Try again, or use another program.',
  unknown: 'Ask them whether they see it.',
};

const ON_ITS_WAY: ReadonlySet<ApprovalState> = new Set(['approved', 'sent']);
const MAY_BE_OPEN: ReadonlySet<ApprovalState> = new Set(['done', 'unknown']);

/** Windows' own remote help: one button, how far its request is, and what people then do. */
@Component({
  selector: 'kenny-pc-quick-assist',
  imports: [ErrorNote, MatAnchor, MatButton, RelativeTime, RouterLink, UntrustedText],
  template: `
    <div class="open">
      @if (waiting(); as request) {
        <a [matButton]="main() ? 'filled' : 'outlined'" [routerLink]="['/approvals', request.id]"
          >{{ mayDecide() && !approvedByMe() ? 'Review' : 'View'
          }}<span class="unseen"> the request to open Quick Assist</span></a
        >
      } @else {
        <button
          type="button"
          [matButton]="main() && !mayBeOpen() ? 'filled' : 'outlined'"
          [disabled]="obstacle() !== null || asking.busy() || isOnItsWay()"
          (click)="ask()"
        >
          {{ mayBeOpen() ? 'Open it again…' : 'Open Quick Assist there…' }}
        </button>
      }
      <p class="state">
        @if (obstacle(); as why) {
          <span>{{ why }}</span>
        } @else if (asked(); as request) {
          <strong class="end" role="status" [attr.data-mood]="mood()">{{ state() }}</strong>
          <kenny-time
            class="dim"
            [at]="request.ended_at ?? request.sent_at ?? request.requested_at"
          />
          @if (why(); as words) {
            <kenny-untrusted [text]="words" />
          }
          @if (next(); as words) {
            <span class="dim">{{ words }}</span>
          }
          @if (request.ended_at && !mayBeOpen()) {
            <a [routerLink]="['/approvals', request.id]"
              >Details<span class="unseen"> of that request</span></a
            >
          }
        } @else {
          <span class="dim">Nothing to install. It opens once this is approved.</span>
        }
      </p>
    </div>
    @if (asking.error(); as fault) {
      <kenny-error [error]="fault" />
    }
    <ol>
      <li>
        <strong>You</strong> press <kbd>Ctrl</kbd> <kbd>Win</kbd> <kbd>Q</kbd> at
        {{ onWindows ? 'this PC' : 'your Windows PC' }} and choose <em>Help someone</em>.
        <span class="dim">It may ask for a Microsoft account.</span>
      </li>
      <li><strong>You</strong> read them the code.</li>
      <li><strong>They</strong> type it and press <em>Allow</em>.</li>
    </ol>
  `,
  styleUrls: ['../../ui/mood.css', './pc-help.css'],
  styles: `
    .open {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 6px 14px;
      margin-bottom: 10px;
    }
    .state {
      flex: 1 1 240px;
      min-width: 0;
      overflow-wrap: anywhere;
    }
    .state a {
      padding: 3px 0;
    }
  `,
})
export class PcQuickAssist {
  private readonly askToRun = inject(AskToRun);
  private readonly me = inject(Session).me;
  protected readonly mayDecide = inject(Session).mayDecide;
  readonly pc = input.required<FleetAgent>();
  readonly tool = input.required<CatalogTool>();
  /** The last request for it, unless that was long ago. */
  readonly asked = input<ApprovalView>();
  /** It is the way that comes first. */
  readonly main = input(true);

  protected readonly onWindows = isWindows(navigator.userAgent);
  protected readonly asking = new Mutation();
  protected readonly obstacle = computed(() => obstacle(this.tool(), this.pc()));
  protected readonly waiting = computed(() => {
    const request = this.asked();
    return request?.state === 'pending' ? request : undefined;
  });
  protected readonly approvedByMe = computed(() => {
    const request = this.waiting();
    return request !== undefined && hasApproved(request, this.me());
  });
  protected readonly isOnItsWay = computed(() => this.isIn(ON_ITS_WAY));
  protected readonly mayBeOpen = computed(() => this.isIn(MAY_BE_OPEN));
  protected readonly mood = computed(() => {
    const state = this.asked()?.state;
    return state && moodOf(state);
  });
  protected readonly state = computed(() => {
    const state = this.asked()?.state;
    if (state === undefined) return '';
    if (this.approvedByMe()) return SECOND_PERSON;
    return HELP_WORDS[state] ?? STATE_WORDS[state];
  });
  /** In the words of whoever refused it, or of the PC. */
  protected readonly why = computed(() => {
    const { state, outcome, decisions } = this.asked() ?? {};
    if (state === 'denied') return decisions?.at(-1)?.reason;
    return state === 'failed' && outcome?.error ? errorWords(outcome.error) : undefined;
  });
  protected readonly next = computed(() => {
    const request = this.asked();
    if (!request) return '';
    return request.state === 'denied' ? refusedFor(request) : (NEXT_WORDS[request.state] ?? '');
  });

  private isIn(states: ReadonlySet<ApprovalState>): boolean {
    const state = this.asked()?.state;
    return state !== undefined && states.has(state);
  }

  protected ask(): Promise<void> {
    const { agent_id } = this.pc();
    const { name: tool, title: reason } = this.tool();
    return this.askToRun.ask(this.asking, { tool, agent_id, args: {}, reason });
  }
}
