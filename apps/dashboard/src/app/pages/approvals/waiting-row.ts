import {
  afterRenderEffect,
  Component,
  computed,
  ElementRef,
  inject,
  input,
  output,
  viewChild,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import type { ApprovalView } from '@kenny/contract/web';
import { CallTeller } from '../../core/approvals/call-teller';
import { askerTo, SECOND_PERSON, STATE_WORDS, weighed } from '../../core/approvals/call-words';
import { argumentTexts, isListOfTargets } from '../../core/approvals/argument-texts';
import { Deciding } from '../../core/approvals/deciding';
import { ranSince } from '../../core/approvals/ran-since';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { timeLeft } from '../../core/time/relative';
import { CallSentence } from '../../ui/call-sentence';
import { ErrorNote } from '../../ui/error-note';
import { Frees } from '../../ui/frees';
import { RelativeTime } from '../../ui/relative-time';
import { SameRequests } from '../../ui/same-requests';
import { UntrustedText } from '../../ui/untrusted-text';

/** Of a script; the sheet has all of it. */
const LINES = 3;
const LINE_LENGTH = 160;

/** One request that waits: what, where, who, why and how it begins. It is approved on its sheet. */
@Component({
  selector: 'kenny-waiting-row',
  imports: [
    CallSentence,
    ErrorNote,
    Frees,
    MatButton,
    RelativeTime,
    RouterLink,
    SameRequests,
    UntrustedText,
  ],
  template: `
    <div class="row">
      <div class="what">
        <div class="head">
          <strong>{{ title() }}</strong>
          <span class="risk" [attr.data-risk]="approval().risk">{{ weight() }}</span>
        </div>
        <p><kenny-call-sentence [call]="approval()" /></p>
        @if (waits()) {
          <kenny-frees [approval]="approval()" [brief]="true" />
        }
        <kenny-same-requests [approval]="approval()" />
        @for (mark of approval().look_twice; track mark.id) {
          <p class="twice">Look twice: <kenny-untrusted [text]="mark.line" /></p>
        }
        @if (reason(); as reason) {
          <p class="why">
            <strong>Why:</strong>{{ ' ' }}<q><kenny-untrusted [text]="reason" /></q>
          </p>
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
      </div>
      <div class="foot">
        <span class="acts">
          <a
            [matButton]="mayDecide() && !done() ? 'filled' : 'outlined'"
            [routerLink]="['/approvals', approval().id]"
            [attr.data-approval]="approval().id"
            >{{ mayDecide() ? 'Review' : 'View' }}<span class="unseen">: {{ title() }}</span></a
          >
          @if (!waits()) {
            <strong #outcome tabindex="-1" [attr.data-state]="approval().state"
              >{{ outcomeWords() }}<span class="unseen">: {{ title() }}</span></strong
            >
          } @else if (mayDecide()) {
            <button
              type="button"
              matButton="text"
              class="danger"
              disabledInteractive
              [disabled]="deciding.decision.busy()"
              (click)="decline()"
            >
              {{ mine() ? 'Withdraw' : 'Deny' }}<span class="unseen">: {{ title() }}</span>
            </button>
          }
        </span>
        <span class="asked">
          @if (waits()) {
            <span class="left">expires in {{ left() }}</span>
          }
          <span class="dim">
            @if (waits() && approvedByMe()) {
              {{ secondPerson }}
            } @else {
              Asked by <kenny-untrusted [text]="asker().within" /><kenny-untrusted
                [text]="asker().behind"
              />
              ·
              <kenny-time [at]="approval().requested_at" />
            }
          </span>
        </span>
      </div>
    </div>
    @if (deciding.decision.error(); as fault) {
      <kenny-error [error]="fault" />
    }
  `,
  styleUrl: '../../ui/risk.css',
  styles: `
    :host {
      display: block;
      container-type: inline-size;
      padding: 4px 0;
    }
    .head,
    .foot {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 2px 14px;
      overflow-wrap: anywhere;
    }
    .head > strong {
      font-size: 15px;
    }
    .twice {
      color: var(--warn);
    }
    p {
      margin: 4px 0;
      overflow-wrap: anywhere;
    }
    .begins {
      margin: 6px 0 0;
      padding: 6px 10px;
      background: var(--bg);
      border: 1px solid var(--line);
      border-radius: 6px;
    }
    .foot {
      align-items: center;
      row-gap: 8px;
      margin-top: 10px;
    }
    .acts {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 10px;
    }
    /* It has the focus only to be read, and takes no keys. */
    .acts strong {
      outline: none;
    }
    kenny-error {
      margin-top: 10px;
    }
    /* On a phone in a line of its own, above the buttons. */
    .asked {
      order: -1;
      flex: 1 1 180px;
      min-width: 0;
      font-size: 13px;
    }
    .asked > span {
      display: block;
    }
    /* What is asked for, and beside it until when it can be decided. */
    @container (min-width: 960px) {
      .row {
        display: grid;
        grid-template-columns: minmax(0, 1fr) 260px;
        gap: 28px;
      }
      .foot {
        flex-flow: column;
        align-items: stretch;
        justify-content: space-between;
        margin: 0;
      }
      .foot > .asked {
        flex: none;
      }
    }
  `,
})
export class WaitingRow {
  private readonly teller = inject(CallTeller);
  private readonly clock = inject(PageClock);
  private readonly me = inject(Session).me;
  private readonly host: HTMLElement = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  readonly approval = input.required<ApprovalView>();
  /** Turned down here: the list keeps it in its place. */
  readonly declined = output<void>();
  private readonly outcome = viewChild<ElementRef<HTMLElement>>('outcome');

  protected readonly deciding = new Deciding(this.approval);
  protected readonly mine = this.deciding.mine;
  protected readonly approvedByMe = this.deciding.approvedByMe;
  protected readonly waits = computed(() => this.approval().state === 'pending');
  protected readonly mayDecide = computed(
    () => this.waits() && this.deciding.mayDecide() && !this.approvedByMe(),
  );
  protected readonly outcomeWords = computed(() => STATE_WORDS[this.approval().state]);

  /** The title of a fix of ours is no further reason. */
  protected readonly reason = computed(() => {
    const { reason, fix } = this.approval();
    return reason === fix ? null : reason;
  });
  /** Nobody is urged to let it run twice. */
  protected readonly done = ranSince(this.approval);
  protected readonly secondPerson = SECOND_PERSON;
  protected readonly title = computed(() => this.teller.titleOf(this.approval()));
  protected readonly weight = computed(() => weighed(this.approval()));
  protected readonly asker = computed(() => askerTo(this.me(), this.approval()));
  protected readonly left = computed(() =>
    timeLeft(Date.parse(this.approval().approve_by), this.clock.now()),
  );
  private readonly lines = computed(() => {
    const { args } = this.approval();
    // What a clean-up empties is in its sentence.
    const texts = argumentTexts(args).filter(
      ({ name, scalar }) => !scalar && !isListOfTargets(args[name]),
    );
    return texts[0]?.text.split('\n') ?? [];
  });
  protected readonly begins = computed(() =>
    this.lines()
      .slice(0, LINES)
      .map((line) => (line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}…` : line)),
  );
  protected readonly more = computed(() => Math.max(0, this.lines().length - LINES));

  constructor() {
    afterRenderEffect(() => {
      const outcome = this.outcome()?.nativeElement;
      if (outcome && this.isAtHand()) outcome.focus({ preventScroll: true });
    });
  }

  /** As the sheet does it, without a reason. */
  protected decline(): Promise<void> {
    this.declined.emit();
    return this.deciding.decide(this.mine() ? 'cancel' : 'deny');
  }

  /** Its button had the focus, which nobody has taken elsewhere. */
  private isAtHand(): boolean {
    const { activeElement, body } = document;
    return activeElement === body || this.host.contains(activeElement);
  }
}
