import { Component, computed, DestroyRef, effect, inject, input, untracked } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { Router, RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';
import type { ToldCall } from '@kenny/health/web';
import { argumentTexts } from '../../core/approvals/argument-texts';
import { CallTeller } from '../../core/approvals/call-teller';
import { sourceWords, STATE_WORDS, weighed } from '../../core/approvals/call-words';
import { HealthBefore } from '../../core/approvals/health-before';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { labelOf } from '../../core/facts/units';
import { FleetStore } from '../../core/fleet/fleet-store';
import type { ShownCall } from '../../core/chat/shown-turn';
import { showsRequests } from '../../core/notifications/requests-in-view';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { timeLeft } from '../../core/time/relative';
import { CallSentence } from '../../ui/call-sentence';
import { Frees } from '../../ui/frees';
import { SameRequests } from '../../ui/same-requests';
import { UntrustedText } from '../../ui/untrusted-text';
import { FollowBottom } from '../../ui/follow-bottom';

/** A pending request inside a turn, with the link to its sheet. */
@Component({
  selector: 'kenny-pending-call',
  imports: [
    CallSentence,
    Frees,
    MatButton,
    RouterLink,
    RouterLinkActive,
    RouterOutlet,
    SameRequests,
    UntrustedText,
  ],
  templateUrl: './pending-call.html',
  styleUrls: ['../../ui/risk.css', './pending-call.css'],
})
export class PendingCall {
  private readonly store = inject(ApprovalsStore);
  private readonly teller = inject(CallTeller);
  private readonly clock = inject(PageClock);
  private readonly fleet = inject(FleetStore);
  private readonly router = inject(Router);
  readonly call = input.required<ShownCall>();
  /** The conversation that it stands in. */
  readonly session = input.required<string>();

  /** From the time it waits on: what is other afterwards is told. */
  protected readonly before = inject(HealthBefore);
  protected readonly end = inject(FollowBottom, { optional: true });
  protected readonly mayDecide = inject(Session).mayDecide;
  protected readonly stateWords = STATE_WORDS;
  protected readonly weighed = weighed;
  protected readonly approval = computed(() => {
    const id = this.call().approvalId;
    return id === null ? undefined : this.store.approval(id);
  });
  /** Decided: the sheet gives way at once, to what comes of it in this place. */
  protected readonly over = computed(() => (this.approval()?.state ?? 'pending') !== 'pending');
  protected readonly asked = computed(() => {
    const { tool, agentId, args } = this.call();
    return this.approval() ?? { tool, args, agent_id: agentId ?? 'a PC' };
  });
  protected readonly title = computed(() => this.teller.titleOf(this.asked()));
  protected readonly sheet = computed(() => [
    ...['/chat', this.session(), 'approval'],
    this.call().approvalId ?? '',
  ]);
  protected readonly left = computed(() => {
    const approval = this.approval();
    return approval ? timeLeft(Date.parse(approval.approve_by), this.clock.now()) : '';
  });
  /** What the sentence has not named already, word by word; the sheet has them all. */
  protected readonly args = computed(() => {
    const named = namesIn(this.teller.tell(this.asked()).sentence);
    return argumentTexts(this.asked().args)
      .filter(({ text }) => !text.split('\n').every((line) => named.has(line.toLowerCase())))
      .map((one) => ({ ...one, label: labelOf(one.name) }));
  });
  protected readonly sources = computed(() =>
    (this.approval()?.tainted_by ?? []).map((source) => sourceWords(source, this.fleet)),
  );

  constructor() {
    effect(() => {
      if (this.over()) untracked(() => this.leaveSheet());
    });
    showsRequests(computed(() => [this.call().approvalId ?? '']));
    inject(DestroyRef).onDestroy(() => this.end?.hold(false));
  }

  private leaveSheet(): void {
    const sheet = this.router.createUrlTree(this.sheet()).toString();
    if (this.router.url !== sheet) return;
    void this.router.navigate(['/chat', this.session()], { replaceUrl: true });
  }
}

function namesIn(sentence: ToldCall['sentence']): ReadonlySet<string> {
  const given = sentence.filter((piece) => piece.given);
  return new Set(given.flatMap(({ text }) => text.toLowerCase().split(', ')));
}
