import type { ElementRef } from '@angular/core';
import { Component, computed, inject, input, output, viewChild } from '@angular/core';
import { RouterLink } from '@angular/router';
import { runsScript, systemTitle, type ApprovalView } from '@kenny/contract/web';
import { CallTeller } from '../../core/approvals/call-teller';
import { verdictWords, weightOf } from '../../core/approvals/call-words';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { MissingNote } from '../../ui/missing-note';
import { RelativeTime } from '../../ui/relative-time';
import { StatusDot } from '../../ui/status-dot';
import { UntrustedText } from '../../ui/untrusted-text';
import { WholeSeen, type EndOfText } from './whole-seen';

const WHY_HIGH = {
  own: 'A fix of kenny’s own is high risk when something may be lost by it, as here.',
  script: 'Every script that is not kenny’s own counts as high risk, whatever it does.',
} as const;

/** What to know before one decides: the PC, what the call costs, and what the safety check says. */
@Component({
  selector: 'kenny-sheet-facts',
  imports: [MissingNote, RelativeTime, RouterLink, StatusDot, UntrustedText, WholeSeen],
  templateUrl: './sheet-facts.html',
  styleUrl: './sheet-facts.css',
})
export class SheetFacts {
  private readonly api = inject(ApiClient);
  protected readonly fleet = inject(FleetStore);
  protected readonly teller = inject(CallTeller);
  readonly approval = input.required<ApprovalView>();
  /** What may stick to the foot of the window, over it. */
  readonly foot = input<HTMLElement>();
  /** Whether the end of the safety check was on the screen. */
  readonly seen = output<EndOfText>();
  private readonly checked = viewChild<ElementRef<HTMLElement>>('checked');

  /** A preview by the same rules; the PC's guard decides. */
  protected readonly judged = apiResource({
    params: () => {
      const { tool, args } = this.approval();
      return this.waiting() ? { tool, args } : undefined;
    },
    loader: (call) => this.api.tryPolicy(call),
  });
  /** What a phone shows beside its buttons, while the rest is further up. */
  readonly glance = computed(() => {
    const pc = this.pc();
    const blocked = this.judged.value()?.blocked;
    const check =
      blocked === undefined ? [] : [blocked ? 'safety check: blocked' : 'safety check passed'];
    return [this.risk(), ...(pc ? [pc.online ? 'PC online' : 'PC offline'] : []), ...check].join(
      ' · ',
    );
  });
  protected readonly verdict = computed(() => {
    const verdict = this.judged.value();
    return verdict ? verdictWords(verdict) : null;
  });

  protected readonly waiting = computed(() => this.approval().state === 'pending');
  protected readonly risk = computed(() => weightOf(this.approval()));
  protected readonly reads = computed(() => this.approval().kind === 'read');
  protected readonly pc = computed(() => this.fleet.agent(this.approval().agent_id));
  protected readonly os = computed(() => {
    const pc = this.pc();
    return (pc && systemTitle(pc)) ?? 'system not known';
  });
  protected readonly tool = computed(() => this.teller.toolOf(this.approval().tool));
  protected readonly meaning = computed(() => this.teller.weigh(this.approval()));
  /** @see ratedRisk */
  protected readonly whyHigh = computed(() => {
    const { tool, risk, look_twice } = this.approval();
    if (risk !== 'high' || look_twice.length > 0 || !runsScript(tool)) return null;
    return this.teller.fixOf(this.approval()) ? WHY_HIGH.own : WHY_HIGH.script;
  });

  /** To the end of the safety check. */
  lead(): void {
    this.checked()?.nativeElement.scrollIntoView({ block: 'center' });
  }
}
