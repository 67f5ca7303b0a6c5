import { Component, computed, inject, input, linkedSignal } from '@angular/core';
import { toolTitle } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { CallTeller } from '../../core/approvals/call-teller';
import { errorWords, NOTHING_TO_CHOOSE } from '../../core/approvals/call-words';
import { HealthBefore } from '../../core/approvals/health-before';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { pictureIn } from '../../core/chat/picture';
import type { ShownCall } from '../../core/chat/shown-turn';
import { factOf } from '../../core/facts/fact';
import { FleetStore } from '../../core/fleet/fleet-store';
import { PageClock } from '../../core/time/clock';
import { CheckedAgain } from '../../ui/checked-again';
import { Facts } from '../../ui/facts/facts';
import { UntrustedText } from '../../ui/untrusted-text';
import { callWord, durationWords, namedTexts } from './chat-words';
import { PictureOfPc } from './picture-of-pc';

/** A tool call in one line; arguments and result on demand. */
@Component({
  selector: 'kenny-call-chip',
  imports: [CheckedAgain, Facts, PictureOfPc, UntrustedText],
  templateUrl: './call-chip.html',
  styleUrl: './call-chip.css',
})
export class CallChip {
  protected readonly errorWords = errorWords;
  protected readonly nothingToChoose = NOTHING_TO_CHOOSE;
  private readonly clock = inject(PageClock);
  private readonly approvals = inject(ApprovalsStore);
  private readonly teller = inject(CallTeller);
  private readonly fleet = inject(FleetStore);
  readonly call = input.required<ShownCall>();

  protected readonly approval = computed(() => {
    const { approvalId, durationMs } = this.call();
    return approvalId === null || durationMs === null
      ? undefined
      : this.approvals.approval(approvalId);
  });

  private readonly before = inject(HealthBefore);
  /** It waited while somebody looked on, and ran. */
  private readonly awaited = computed(
    () =>
      this.approval()?.state === 'done' &&
      this.before.of(this.call().approvalId ?? '') !== undefined,
  );
  /**
   * What is closed is not drawn: a conversation may have hundreds of results. What was approved
   * before these eyes shows what came of it.
   */
  protected readonly open = linkedSignal(() => this.awaited());
  protected readonly tool = computed(() => visibleText(toolTitle(this.call().tool)));
  protected readonly pc = computed(() => {
    const { agentId } = this.call();
    return agentId === null ? null : visibleText(this.fleet.nameOf(agentId));
  });
  /** The PC that kenny itself was asked about: it ran nothing there. */
  protected readonly about = computed(() => {
    const { id } = this.call().args;
    const pc = typeof id === 'string' ? this.fleet.agent(id) : undefined;
    return pc && this.definition()?.where === 'server' ? visibleText(pc.name) : null;
  });
  protected readonly state = computed(() => callWord(this.call()));
  /** For the look: how it ended, or that it goes on. */
  protected readonly mood = computed(() => {
    const { durationMs, status, approvalId } = this.call();
    if (durationMs !== null) return status;
    return approvalId === null ? 'running' : 'waiting';
  });
  protected readonly time = computed(() => {
    const { durationMs, startedAt, waited = false, ranMs } = this.call();
    // How long people took to decide is not the PC's time.
    const ms = waited ? ranMs : (durationMs ?? (startedAt && this.clock.now() - startedAt));
    return typeof ms === 'number' ? durationWords(Math.max(0, ms)) : '';
  });
  private readonly definition = computed(() => this.teller.toolOf(this.call().tool));
  /** Its result may be private, or contain text meant for the model to obey. */
  protected readonly sensitive = computed(() => this.definition()?.sensitive ?? false);
  protected readonly args = computed(() => namedTexts(this.call()));
  protected readonly picture = computed(() => pictureIn(this.call().result));
  /** As on the page of the PC: tables, and numbers with their unit. */
  protected readonly result = computed(() => {
    const { result } = this.call();
    if (result === undefined || this.picture()) return null;
    return factOf(result, this.definition()?.result);
  });
}
