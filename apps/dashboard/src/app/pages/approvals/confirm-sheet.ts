import { NgTemplateOutlet } from '@angular/common';
import type { ElementRef } from '@angular/core';
import {
  afterRenderEffect,
  Component,
  computed,
  DestroyRef,
  effect,
  EnvironmentInjector,
  inject,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { RouterLink } from '@angular/router';
import { CALL_REASON_LENGTH, sameWords, type ApprovalView } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { argumentTexts, isListOfTargets } from '../../core/approvals/argument-texts';
import { CallTeller } from '../../core/approvals/call-teller';
import { Deciding } from '../../core/approvals/deciding';
import { HealthBefore } from '../../core/approvals/health-before';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { notNeeded } from '../../core/approvals/not-needed';
import { ranSince } from '../../core/approvals/ran-since';
import { labelOf } from '../../core/facts/units';
import { FleetStore } from '../../core/fleet/fleet-store';
import { beginsToName, namesPc } from '../../core/fleet/names-pc';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { Notifications } from '../../core/notifications/notifications';
import { onKey, SingleKeys } from '../../core/keys/single-keys';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { timeLeft } from '../../core/time/relative';
import { arriveAt } from '../../ui/arrive-at';
import { AskToRun } from '../../ui/ask-to-run';
import { CallSentence } from '../../ui/call-sentence';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { Frees } from '../../ui/frees';
import { MissingNote } from '../../ui/missing-note';
import { RelativeTime } from '../../ui/relative-time';
import { SameRequests } from '../../ui/same-requests';
import { UntrustedText } from '../../ui/untrusted-text';
import {
  askerTo,
  hasApproved,
  isModel,
  writerOf,
  NOTHING_TO_CHOOSE,
  SECOND_PERSON,
  sourceWords,
  weighed,
} from '../../core/approvals/call-words';
import { ExactText } from './exact-text';
import { EmptiedFolders } from './emptied-folders';
import { countedIn, lastLike } from './novelty';
import { CheckedAgain } from '../../ui/checked-again';
import { Ended } from '../../ui/ended';
import { ReadFirst, type ToRead } from './read-first';
import { SaidBefore } from './said-before';
import { SheetFacts } from './sheet-facts';
import { UpdatedApps } from './updated-apps';
import { WholeSeen } from './whole-seen';

/** How many earlier runs are fetched to find the last of this PC's current enrolment. */
const COMPARED = 5;

const NAME_WRONG = 'What you typed is not the PC’s name';
const NAME_MISSING = 'To run it, type the PC’s name first';

/**
 * May this run? The exact request, where, why and what is new. Approving takes effort that fits the
 * risk, denying one key, leaving decides nothing (screens §3).
 */
@Component({
  selector: 'kenny-confirm-sheet',
  imports: [
    CallSentence,
    CheckedAgain,
    Ended,
    EmptiedFolders,
    ErrorNote,
    ExactText,
    Frees,
    MatButton,
    MatFormField,
    MatInput,
    MatLabel,
    MissingNote,
    NgTemplateOutlet,
    RelativeTime,
    RouterLink,
    SaidBefore,
    SameRequests,
    SheetFacts,
    UntrustedText,
    UpdatedApps,
    WholeSeen,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './confirm-sheet.html',
  styleUrls: ['../../ui/risk.css', './confirm-sheet.css'],
  host: { '(document:keydown)': 'byKey($event)', '(window:pagehide)': 'takeBack()' },
})
export class ConfirmSheet {
  private readonly api = inject(ApiClient);
  private readonly store = inject(ApprovalsStore);
  private readonly fleet = inject(FleetStore);
  private readonly teller = inject(CallTeller);
  private readonly clock = inject(PageClock);
  private readonly askToRun = inject(AskToRun);
  private readonly injector = inject(EnvironmentInjector);
  readonly approval = input.required<ApprovalView>();
  /** From the time it waits on: what is other afterwards is told. */
  protected readonly before = inject(HealthBefore);
  /** On a phone, whether its buttons stay within reach of the thumb while one reads. */
  readonly sticks = input(false);
  /** Whether the click that opened this has made the request: who goes back wants nothing to wait. */
  readonly justAsked = input(false);
  /** The conversation that asked for it is open around it. */
  readonly inside = input(false);
  readonly later = output<void>();

  private readonly heading = viewChild<ElementRef<HTMLElement>>('heading');
  protected readonly foot = viewChild<ElementRef<HTMLElement>>('foot');
  private readonly nameField = viewChild<ElementRef<HTMLInputElement>>('name');
  private readonly end = viewChild<ElementRef<HTMLElement>>('end');
  private readonly facts = viewChild<SheetFacts>('facts');
  private readonly reasonField = viewChild<ElementRef<HTMLInputElement>>('why');
  private readonly session = inject(Session);
  private readonly deciding = new Deciding(this.approval);
  protected readonly lacks = this.deciding.lacks;
  protected readonly mayDecide = this.deciding.mayDecide;
  protected readonly reasonLength = CALL_REASON_LENGTH;
  protected readonly secondPerson = SECOND_PERSON;
  protected readonly decision = this.deciding.decision;
  protected readonly asking = new Mutation();
  protected readonly denying = signal(false);
  protected readonly singleKeys = inject(SingleKeys).choice;
  protected readonly typed = signal('');
  protected readonly reading = new ReadFirst(() => this.approval().call_sha256);

  /** Earlier runs of this tool on this PC. */
  protected readonly ran = apiResource({
    params: () => {
      const { id, agent_id, tool } = this.approval();
      return { id, agent_id, tool };
    },
    loader: ({ agent_id, tool }) =>
      this.api.approvals({ agent_id, tool, state: 'done', limit: COMPARED }),
  });
  /** Loaded again while it is open: tells what has changed since the request. */
  protected readonly now = apiResource({
    params: () => (this.waiting() ? this.approval().id : undefined),
    loader: (id) => this.api.approval(id),
  });
  /** Nothing is shown before: what has changed comes above the buttons and would push them away. */
  protected readonly known = computed(
    () =>
      !this.waiting() ||
      [this.now, this.teller.catalog].every((one) => one.ready() || one.error() !== null),
  );
  protected readonly changed = computed(() => this.now.value()?.approval.changed_since ?? []);
  protected readonly deniedBefore = computed(
    () => (this.now.value()?.approval ?? this.approval()).denied_before,
  );
  /** Only a chat has a conversation to read; an MCP session has none. */
  protected readonly conversation = computed(() => {
    const { door, requested_by } = this.approval();
    return door === 'chat' ? requested_by.session_id : null;
  });

  protected readonly waiting = computed(() => this.approval().state === 'pending');
  protected readonly asker = computed(() => askerTo(this.session.me(), this.approval()));
  protected readonly byModel = computed(() => isModel(this.approval()));
  protected readonly writer = computed(() => writerOf(this.approval()));
  protected readonly risk = computed(() => weighed(this.approval()));
  protected readonly title = computed(() => this.teller.titleOf(this.approval()));
  protected readonly fate = computed(() => {
    if (!this.waiting()) return 'was requested';
    if (this.reads()) return 'is requested';
    return this.texts().some(({ targets }) => targets) ? 'will be deleted' : 'will run';
  });
  protected readonly reads = computed(() => this.approval().kind === 'read');
  protected readonly left = computed(() =>
    timeLeft(Date.parse(this.approval().approve_by), this.clock.now()),
  );
  protected readonly sources = computed(() =>
    this.approval().tainted_by.map((source) => sourceWords(source, this.fleet)),
  );
  protected readonly sameWords = sameWords;
  protected readonly nothingToChoose = NOTHING_TO_CHOOSE;
  /** The check that lists what it would update, where it names none itself. */
  protected readonly updates = computed(() => this.teller.updatesAllOf(this.approval()));
  protected readonly inDetail = signal(false);
  /** The arguments as they go to the PC. */
  protected readonly json = computed(() => JSON.stringify(this.approval().args, null, 2));
  protected readonly approvedByMe = this.deciding.approvedByMe;

  /** The same, or more of it, has run since: nothing is new then. */
  private readonly done = ranSince(this.approval);
  /** Said beside its button as well; where nothing is left to do, nobody is led to that button. */
  protected readonly notNeeded = notNeeded(this.approval, this.done);
  /** What waits besides, where the list of it is behind this sheet. */
  protected readonly next = computed(() => {
    if (!this.sticks() || this.inside() || !this.session.mayDecide()) return null;
    const { id } = this.approval();
    const me = this.session.me();
    const left = this.store.waiting().filter((one) => one.id !== id && !hasApproved(one, me));
    return left[0] ? { id: left[0].id, count: left.length } : null;
  });
  private readonly last = computed(() => {
    const { same, run } = this.done() ?? {};
    return same ? run : lastLike(this.approval(), this.ran.value()?.items ?? []);
  });
  protected readonly novelty = computed(() => {
    if (!this.ran.value() || this.done()) return null;
    if (!this.last()) return this.waiting() ? 'first time on this PC' : null;
    const others = this.texts().filter(({ text, before }) => text !== before);
    if (others.length === 0) return 'same as the last run';
    // Only a text that is shown line by line has marks.
    const marked = others.some(({ scalar, targets, before }) => !scalar && !targets && before);
    return marked ? '+ changed since the last run, − removed' : 'not the same as the last run';
  });
  protected readonly texts = computed(() => {
    const before = new Map(
      argumentTexts(this.last()?.args ?? {}).map(({ name, text }) => [name, text]),
    );
    return argumentTexts(this.approval().args).map(({ name, text, scalar }) => ({
      ...{ name, text, scalar, label: labelOf(name), counted: countedIn(text) },
      before: before.get(name) ?? null,
      targets: isListOfTargets(this.approval().args[name]),
    }));
  });

  /** As people see it, and type it. */
  protected readonly pcName = computed(() =>
    visibleText(this.fleet.nameOf(this.approval().agent_id)).trim(),
  );
  /** What a high risk takes before it may run. */
  protected readonly missing = computed((): { what: ToRead | 'name'; words: string } | null => {
    const { risk, agent_id } = this.approval();
    if (risk !== 'high') return null;
    const pc = { agent_id, name: this.pcName() };
    if (!beginsToName(this.typed(), pc)) return { what: 'name', words: NAME_WRONG };
    const unread = this.reading.missing();
    if (unread) return unread;
    return namesPc(this.typed(), pc) ? null : { what: 'name', words: NAME_MISSING };
  });
  protected readonly mine = this.deciding.mine;
  /** Withdrawn, maybe only because its page was left or loaded again. */
  protected readonly asksAgain = computed(
    () => this.approval().state === 'cancelled' && this.mine() && this.session.reaches('operator'),
  );
  protected readonly cancels = computed(
    () => this.justAsked() && this.waiting() && this.mayDecide() && !this.approvedByMe(),
  );
  /** Somebody wants it to wait. */
  private keeps = false;
  protected readonly live = computed(
    () =>
      !this.decision.busy() && this.mayDecide() && !this.approvedByMe() && this.missing() === null,
  );

  constructor() {
    // Typed text belongs to one request only.
    const id = computed(() => this.approval().id);
    effect(() => {
      id();
      this.typed.set('');
      this.denying.set(false);
      this.decision.clear();
    });
    effect(() => this.reasonField()?.nativeElement.focus());
    inject(DestroyRef).onDestroy(() => this.takeBack());
    onKey('deny', () => {
      if (this.waiting() && this.mayDecide() && !this.cancels() && !this.mine())
        this.denying.set(true);
    });
    // Once it is decided as well: what comes of it stands at the top.
    afterRenderEffect(() => {
      id();
      this.waiting();
      const heading = this.heading();
      if (heading) arriveAt(heading.nativeElement);
    });
  }

  /** To where it is done. */
  protected leadTo(what: ToRead | 'name'): void {
    if (what === 'name') this.nameField()?.nativeElement.focus();
    else if (what === 'check') this.facts()?.lead();
    else this.end()?.nativeElement.scrollIntoView({ block: 'center' });
  }

  /** Esc decides nothing; what was asked for only to look at it is taken back. */
  protected byKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('.cdk-overlay-container [aria-modal]')) return;
    if (event.key !== 'Escape') return;
    if (this.denying()) this.denying.set(false);
    else void this.leave();
  }

  /** Enter approves only low-risk changes: a second Enter right after opening must not run more. */
  protected notByEnter(event: Event): void {
    if (this.approval().risk !== 'low' || this.reads()) event.preventDefault();
  }

  protected approve(): Promise<void> {
    return this.live() ? this.deciding.decide('approve') : Promise.resolve();
  }

  protected deny(event: Event, reason: string): Promise<void> {
    event.preventDefault();
    return this.deciding.decide('deny', reason.trim());
  }

  protected keep(): void {
    this.keeps = true;
    this.later.emit();
  }

  protected withdraw(): Promise<void> {
    return this.deciding.decide('cancel');
  }

  protected async leave(): Promise<void> {
    if (this.decision.busy()) return;
    if (this.cancels()) {
      await this.withdraw();
      // It says why.
      if (this.decision.error()) return;
    }
    this.later.emit();
  }

  /** Left by the menu or with its page: who has only looked wants nothing to wait. If this fails it stays listed. */
  protected takeBack(): void {
    if (this.cancels() && !this.keeps && !this.decision.busy()) void this.takeBackAloud();
  }

  /** Whoever left may have meant to come back to it. */
  private async takeBackAloud(): Promise<void> {
    const { id } = this.approval();
    const text = `Your request was withdrawn: ${this.title()}`;
    const notifications = this.injector.get(Notifications);
    await this.withdraw();
    if (this.decision.error()) return;
    const path = `/approvals/${encodeURIComponent(id)}`;
    notifications.announce({ id, kind: 'withdrawn', text, path });
  }

  /** The same request anew, shown first as every other one. */
  protected askAgain(): Promise<void> {
    const { tool, agent_id, args, reason } = this.approval();
    const call = { tool, agent_id, args, ...(reason ? { reason } : {}) };
    return this.askToRun.ask(this.asking, call);
  }
}
