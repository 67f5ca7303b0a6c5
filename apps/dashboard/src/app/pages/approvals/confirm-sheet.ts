import type { ElementRef } from '@angular/core';
import {
  Component,
  computed,
  effect,
  inject,
  input,
  output,
  resource,
  signal,
  viewChild,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { RouterLink } from '@angular/router';
import { CALL_REASON_LENGTH, type ApprovalView } from '@kenny/contract/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { asApiError, type ApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { countdown } from '../../core/time/relative';
import { OS_WORDS } from '../../core/words';
import { ErrorNote } from '../../pieces/error-note';
import { RelativeTime } from '../../pieces/relative-time';
import { StatusDot } from '../../pieces/status-dot';
import { UntrustedText } from '../../pieces/untrusted-text';
import { askerOf, isModel, meaningOf, RISK_WORDS } from '../../core/approvals/call-words';
import { ExactText } from './exact-text';
import { argumentTexts, countedIn, lastLike } from './novelty';
import { Ended } from '../../pieces/ended';
import { WholeSeen } from './whole-seen';

/**
 * May this run? Exactly the call, where, why, what is new; the effort of a yes fits the risk, a no
 * is one key, and leaving decides nothing (screens §3).
 */
@Component({
  selector: 'kenny-confirm-sheet',
  imports: [
    Ended,
    ErrorNote,
    ExactText,
    MatButton,
    MatFormField,
    MatInput,
    MatLabel,
    RelativeTime,
    RouterLink,
    StatusDot,
    UntrustedText,
    WholeSeen,
  ],
  templateUrl: './confirm-sheet.html',
  styleUrl: './confirm-sheet.css',
  host: { '(document:keydown)': 'byKey($event)' },
})
export class ConfirmSheet {
  private readonly api = inject(ApiClient);
  private readonly store = inject(ApprovalsStore);
  private readonly fleet = inject(FleetStore);
  private readonly clock = inject(PageClock);
  readonly approval = input.required<ApprovalView>();
  readonly later = output<void>();

  private readonly reasonField = viewChild<ElementRef<HTMLInputElement>>('why');
  protected readonly mayDecide = inject(Session).mayDecide;
  protected readonly reasonLength = CALL_REASON_LENGTH;
  protected readonly deciding = signal(false);
  protected readonly denying = signal(false);
  protected readonly typed = signal('');
  /** The text that was on the screen to its end; another one has not been. */
  private readonly seen = signal<string | null>(null);
  protected readonly error = signal<ApiError | null>(null);

  private readonly catalog = resource({ loader: () => this.api.catalog() });
  private readonly ran = resource({
    params: () => this.approval().id,
    loader: () => this.api.approvals({ state: 'done' }),
  });
  /** The guard of the PC has the last word; this is what the same rules say here and now. */
  private readonly judged = resource({
    params: () => {
      const { tool, args } = this.approval();
      return this.waiting() ? { tool, args } : undefined;
    },
    loader: ({ params }) => this.api.tryPolicy(params),
  });

  protected readonly waiting = computed(() => this.approval().state === 'pending');
  protected readonly asker = computed(() => askerOf(this.approval()));
  protected readonly byModel = computed(() => isModel(this.approval()));
  protected readonly risk = computed(() => RISK_WORDS[this.approval().risk]);
  protected readonly pc = computed(() => this.fleet.agent(this.approval().agent_id));
  protected readonly os = computed(() => {
    const os = this.pc()?.meta?.os;
    return os ? OS_WORDS[os] : 'system not known';
  });
  protected readonly left = computed(() =>
    countdown(Date.parse(this.approval().approve_by), this.clock.now()),
  );
  protected readonly meaning = computed(() => {
    const tools = this.catalog.hasValue() ? this.catalog.value().tools : [];
    const tool = tools.find(({ name }) => name === this.approval().tool);
    return tool ? meaningOf(tool).join(' · ') : '';
  });
  protected readonly guard = computed(() => {
    if (!this.judged.hasValue()) return null;
    const { blocked, reason, rule_id } = this.judged.value();
    return blocked ? `the guard objects: ${reason ?? rule_id ?? 'a rule'}` : 'no rule objects';
  });

  private readonly last = computed(() =>
    this.ran.hasValue() ? lastLike(this.approval(), this.ran.value().items) : undefined,
  );
  /** The page of calls that ran is not all of them: then nobody can say that it is the first. */
  protected readonly novelty = computed(() => {
    if (!this.ran.hasValue()) return null;
    if (this.last()) return 'lines marked + are new against the last time';
    return this.ran.value().next_cursor === null ? 'first time on this PC' : 'not run here lately';
  });
  protected readonly texts = computed(() => {
    const before = new Map(
      argumentTexts(this.last()?.args ?? {}).map(({ name, text }) => [name, text]),
    );
    return argumentTexts(this.approval().args).map(({ name, text }) => ({
      ...{ name, text, counted: countedIn(text) },
      before: before.get(name) ?? null,
    }));
  });

  protected readonly live = computed(() => {
    const { risk, agent_id, call_sha256 } = this.approval();
    if (this.deciding() || !this.mayDecide()) return false;
    return risk !== 'high' || (this.typed().trim() === agent_id && this.seen() === call_sha256);
  });

  constructor() {
    // What was typed for one call is for no other.
    const id = computed(() => this.approval().id);
    effect(() => {
      id();
      this.typed.set('');
      this.denying.set(false);
      this.error.set(null);
    });
    effect(() => this.reasonField()?.nativeElement.focus());
  }

  protected wasSeen(): void {
    this.seen.set(this.approval().call_sha256);
  }

  /** Esc decides nothing; d begins a no. Only where nobody is typing. */
  protected byKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('.cdk-overlay-container [aria-modal]')) return;
    if (event.key === 'Escape') {
      if (this.denying()) this.denying.set(false);
      else this.later.emit();
    } else if (event.key === 'd' && this.waiting() && this.mayDecide() && !isField(event.target)) {
      event.preventDefault();
      this.denying.set(true);
    }
  }

  /** A medium risk is not run by a second Enter of somebody who has just opened this. */
  protected notByEnter(event: Event): void {
    if (this.approval().risk !== 'low') event.preventDefault();
  }

  protected approve(): Promise<void> {
    return this.live() ? this.decide('approve') : Promise.resolve();
  }

  protected deny(event: Event, reason: string): Promise<void> {
    event.preventDefault();
    return this.decide('deny', reason.trim());
  }

  private async decide(decision: 'approve' | 'deny', reason = ''): Promise<void> {
    const { id, call_sha256 } = this.approval();
    if (this.deciding()) return;
    this.deciding.set(true);
    this.error.set(null);
    try {
      await this.store.decide(id, { decision, call_sha256, ...(reason ? { reason } : {}) });
    } catch (fault) {
      this.error.set(asApiError(fault));
    } finally {
      this.deciding.set(false);
    }
  }
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
