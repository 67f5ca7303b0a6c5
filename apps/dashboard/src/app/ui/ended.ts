import { Component, computed, inject, input } from '@angular/core';
import {
  CLIENTS_WORD,
  isClientsWord,
  type ActorRef,
  type ApprovalState,
  type ApprovalView,
  type ShellResult,
} from '@kenny/contract/web';
import { factOf } from '../core/facts/fact';
import { labelOf } from '../core/facts/units';
import { Session } from '../core/session/session';
import { PageClock } from '../core/time/clock';
import { timeLeft } from '../core/time/relative';
import { Facts } from './facts/facts';
import { RelativeTime } from './relative-time';
import { UntrustedText } from './untrusted-text';
import {
  DECIDED_WORDS,
  errorWords,
  isSelf,
  moodOf,
  refusedFor,
  STATE_WORDS,
} from '../core/approvals/call-words';

const READ = 'Read; only whoever asked gets the answer';
/** Decided in the client, not by a person of kenny. */
const IN_CLIENT = {
  approve: `${CLIENTS_WORD.accepted}; no person of kenny decided it`,
  deny: CLIENTS_WORD.declined,
  cancel: 'withdrawn by the client that asked',
} as const;

/** The line of whoever did it says when, and all there is to say. */
const BY_A_PERSON: ReadonlySet<ApprovalState> = new Set(['denied', 'cancelled']);

/** Zero of it is what “Done” says already. */
const EXIT: keyof ShellResult = 'exit_code';

/** No errors, nothing cut: empty fields would push down what there is to read. */
function tellsSomething(name: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (name === EXIT) return value !== 0;
  return value !== '' && value !== null && value !== false;
}

/** State and outcome of a decided request, live; what stands in it comes before the raw result. */
@Component({
  selector: 'kenny-ended',
  imports: [Facts, RelativeTime, UntrustedText],
  template: `
    <p role="status">
      <strong class="end" [attr.data-mood]="mood()">{{ words() }}</strong>
      @if (left(); as time) {
        · it runs within {{ time }} or not at all
      }
      @if (endedAt(); as at) {
        · <kenny-time [at]="at" [after]="began().at" [of]="began().of" />
      }
    </p>
    @for (decision of approval().decisions; track decision.at) {
      <p>
        @if (isClientsWord(decision.by)) {
          {{ inClient[decision.decision] }} ·
          <kenny-time [at]="decision.at" [after]="approval().requested_at" of="the request" />
        } @else {
          {{ decided[decision.decision] }} by <kenny-untrusted [text]="nameOf(decision.by)" /> ·
          <kenny-time [at]="decision.at" [after]="approval().requested_at" of="the request" />
          @if (decision.reason; as reason) {
            <span
              >: <q><kenny-untrusted [text]="reason" /></q
            ></span>
          } @else if (decision.decision === 'deny') {
            · no reason given
          }
        }
      </p>
    }
    @if (error(); as error) {
      <p>
        <strong><kenny-untrusted [text]="errorWords(error)" /></strong>
        · Code <code>{{ error.code }}</code>
      </p>
    }
    @if (approval().state === 'denied') {
      <p>It did not run. {{ refusedFor() }}</p>
    }
    <ng-content />
    @for (part of texts(); track part.name) {
      <h3>{{ part.label }}</h3>
      <kenny-untrusted [text]="part.text" look="block" />
    }
    @if (facts(); as fact) {
      <kenny-facts [fact]="fact" label="Result" />
    }
    @if (!inDetail() && approval().call_id; as id) {
      <p class="dim">
        Request ID <code>{{ id }}</code>
      </p>
    }
  `,
  styleUrl: './mood.css',
  styles: `
    p {
      margin: 4px 0;
    }
    h3 {
      font-size: 13px;
      margin: 10px 0 2px;
    }
  `,
})
export class Ended {
  private readonly clock = inject(PageClock);
  readonly approval = input.required<ApprovalView>();
  private readonly me = inject(Session).me;
  /** Its ID is among the details beside this. */
  readonly inDetail = input(false);
  protected readonly decided = DECIDED_WORDS;
  protected readonly inClient = IN_CLIENT;
  protected readonly isClientsWord = isClientsWord;
  protected readonly errorWords = errorWords;
  protected readonly words = computed(() => {
    const { kind, state } = this.approval();
    return kind === 'read' && state === 'done' ? READ : STATE_WORDS[state];
  });
  protected readonly left = computed(() => {
    const { state, run_by } = this.approval();
    return state === 'approved' && run_by !== null
      ? timeLeft(Date.parse(run_by), this.clock.now())
      : null;
  });
  protected readonly mood = computed(() => moodOf(this.approval().state));
  protected readonly endedAt = computed(() => {
    const { state, ended_at } = this.approval();
    return BY_A_PERSON.has(state) ? null : ended_at;
  });
  protected readonly refusedFor = computed(() => refusedFor(this.approval()));
  /** From when on it could run: each line counts from the one before it. */
  protected readonly began = computed(() => {
    const { decisions, requested_at } = this.approval();
    const approved = decisions.findLast(({ decision }) => decision === 'approve');
    return approved
      ? { at: approved.at, of: 'the approval' }
      : { at: requested_at, of: 'the request' };
  });
  /** Of what a person ended it repeats their line. */
  protected readonly error = computed(() => {
    const { state, outcome, decisions } = this.approval();
    return BY_A_PERSON.has(state) && decisions.length > 0 ? undefined : outcome?.error;
  });
  private readonly told = computed(() =>
    Object.entries(this.approval().outcome?.result ?? {}).filter(([name, value]) =>
      tellsSomething(name, value),
    ),
  );
  protected readonly texts = computed(() =>
    this.told().flatMap(([name, text]) =>
      typeof text === 'string' ? [{ name, label: labelOf(name), text }] : [],
    ),
  );
  /** Numbers with their units, lists as tables. */
  protected readonly facts = computed(() => {
    const rest = this.told().filter(([, value]) => typeof value !== 'string');
    return rest.length > 0 ? factOf(Object.fromEntries(rest)) : null;
  });

  /** One person has one name on a sheet: the request says “you” as well. */
  protected nameOf(by: ActorRef): string {
    const me = this.me();
    return me && isSelf(by, me) ? 'you' : by.name;
  }
}
