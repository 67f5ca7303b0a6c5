import { Component, computed, DestroyRef, effect, inject, input, untracked } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { Router, RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';
import { STATE_WORDS, titleOf, weightOf } from '../../core/approvals/call-words';
import { HealthBefore } from '../../core/approvals/health-before';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { FleetStore } from '../../core/fleet/fleet-store';
import type { ShownCall } from '../../core/chat/shown-turn';
import { showsRequests } from '../../core/notifications/requests-in-view';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { countdown } from '../../core/time/relative';
import { UntrustedText } from '../../ui/untrusted-text';
import { FollowBottom } from '../../ui/follow-bottom';
import { namedTexts } from './chat-words';

/** A pending request inside a turn, with the link to its sheet. */
@Component({
  selector: 'kenny-pending-call',
  imports: [MatButton, RouterLink, RouterLinkActive, RouterOutlet, UntrustedText],
  templateUrl: './pending-call.html',
  styleUrl: './pending-call.css',
})
export class PendingCall {
  private readonly store = inject(ApprovalsStore);
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
  protected readonly weightOf = weightOf;
  protected readonly approval = computed(() => {
    const id = this.call().approvalId;
    return id === null ? undefined : this.store.approval(id);
  });
  /** Decided: the sheet gives way at once, to what comes of it in this place. */
  protected readonly over = computed(() => (this.approval()?.state ?? 'pending') !== 'pending');
  protected readonly title = computed(() => {
    const { tool, agentId } = this.call();
    return titleOf(this.approval() ?? { tool, agent_id: agentId ?? 'a PC' }, this.fleet);
  });
  protected readonly sheet = computed(() => [
    ...['/chat', this.session(), 'approval'],
    this.call().approvalId ?? '',
  ]);
  protected readonly left = computed(() => {
    const approval = this.approval();
    return approval ? countdown(Date.parse(approval.approve_by), this.clock.now()) : '';
  });
  protected readonly args = computed(() => namedTexts(this.approval()?.args ?? this.call().args));

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
