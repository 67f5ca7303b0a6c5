import { Location } from '@angular/common';
import {
  afterNextRender,
  Component,
  computed,
  effect,
  ElementRef,
  inject,
  Injector,
  input,
  linkedSignal,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { ApprovalsStore, soonestFirst } from '../../core/approvals/approvals-store';
import { CallTeller } from '../../core/approvals/call-teller';
import { justAsked } from '../../core/approvals/sheet-opener';
import { pageName } from '../../core/navigation/page-title';
import { apiResource } from '../../core/http/api-resource';
import { ErrorNote } from '../../ui/error-note';
import { AgentPermissions } from './agent-permissions';
import { ApprovalHistory } from './approval-history';
import { ConfirmSheet } from './confirm-sheet';
import { GateWatch } from './gate-watch';
import { PausedRequestersNote } from './paused-requesters';
import { WaitingRow } from './waiting-row';

/** In the state of a navigation: which sheet somebody comes from. */
const LEFT = 'left';

interface Left {
  readonly id: string;
  readonly place: number;
}

/** May this run? Pending requests, the history, and the sheet of the one in the URL. */
@Component({
  selector: 'kenny-approvals',
  imports: [
    AgentPermissions,
    ApprovalHistory,
    ConfirmSheet,
    ErrorNote,
    GateWatch,
    PausedRequestersNote,
    RouterLink,
    WaitingRow,
  ],
  templateUrl: './approvals.html',
  styleUrls: ['../../ui/back.css', './approvals.css'],
})
export class Approvals {
  private readonly store = inject(ApprovalsStore);
  private readonly router = inject(Router);
  private readonly injector = inject(Injector);
  private readonly location = inject(Location);
  private readonly host: HTMLElement = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  /** Of the one in the address. */
  readonly id = input<string>();

  // From the query of the address.
  readonly pc = input<string>();
  readonly by = input<string>();
  readonly outcome = input<string>();

  private readonly heading = viewChild.required<ElementRef<HTMLElement>>('heading');
  protected readonly filter = computed(() => ({
    ...{ pc: this.pc(), by: this.by(), outcome: this.outcome() },
  }));
  protected readonly waiting = this.store.waiting;
  private readonly declined = signal<ReadonlySet<string>>(new Set());
  /** What was turned down in its row stays there until somebody leaves, and says what came of it. */
  protected readonly listed = computed(() => {
    const kept = this.store
      .all()
      .filter(({ id, state }) => state !== 'pending' && this.declined().has(id));
    return [...this.waiting(), ...kept].sort(soonestFirst);
  });
  protected readonly error = this.store.error;
  protected readonly ready = this.store.ready;

  /** One that had ended before this page was opened is not in the store yet. */
  private readonly fetched = apiResource({
    params: () => {
      const id = this.id();
      return this.ready() && id !== undefined && !this.store.approval(id) ? id : undefined;
    },
    loader: (id) => this.store.load(id),
  });
  protected readonly chosen = computed(() => {
    const id = this.id();
    return id === undefined ? undefined : this.store.approval(id);
  });
  protected readonly missing = computed(() => (this.chosen() ? null : this.fetched.error()));

  /** Where the open one stood in the list, while it was there. */
  private readonly place = linkedSignal<number, number>({
    source: () => this.waiting().findIndex(({ id }) => id === this.id()),
    computation: (now, before) => (now < 0 ? (before?.value ?? 0) : now),
  });
  /** For the list, when somebody comes back to it. */
  protected readonly left = computed<Left>(() => ({ id: this.id() ?? '', place: this.place() }));

  /** The one that the click has made which led here, until somebody goes on to another one. */
  private readonly asked = signal(justAsked());
  protected readonly byThisClick = computed(() => {
    const asked = this.asked();
    return asked !== undefined && asked === this.id();
  });

  constructor() {
    effect(() => {
      if (this.id() !== this.asked()) this.asked.set(undefined);
    });
    const teller = inject(CallTeller);
    pageName(
      computed(() => {
        const chosen = this.chosen();
        return chosen ? teller.titleOf(chosen) : undefined;
      }),
    );
    const left = inject(Router).currentNavigation()?.extras.state?.[LEFT] as Left | undefined;
    if (left) this.comeBack(left);
  }

  /** To its row, or to the one that took its place. */
  private comeBack({ id, place }: Left): void {
    const arrived = effect(() => {
      if (!this.ready()) return;
      const waiting = untracked(this.waiting);
      const next = waiting.find((one) => one.id === id) ?? waiting[place] ?? waiting.at(-1);
      afterNextRender(() => this.focusRow(next?.id), { injector: this.injector });
      arrived.destroy();
    });
  }

  private focusRow(id: string | undefined): void {
    const rows = this.host.querySelectorAll<HTMLElement>('[data-approval]');
    const row = [...rows].find((one) => one.dataset['approval'] === id);
    (row ?? this.heading().nativeElement).focus();
  }

  protected keep(id: string): void {
    this.declined.update((kept) => new Set([...kept, id]));
  }

  protected close(): void {
    // To the button that asked for it.
    if (this.byThisClick()) this.location.back();
    else void this.router.navigate(['/approvals'], { state: { [LEFT]: this.left() } });
  }
}
