import { Component, computed, inject, input } from '@angular/core';
import { sentenceOf, type ApprovalView } from '@kenny/contract/web';
import { remedyOf, type Remedy } from '@kenny/health/web';
import { FleetStore } from '../core/fleet/fleet-store';
import { UntrustedText } from './untrusted-text';

/** What a call will do, on which PC, in a sentence of ours; what the call gives stands out in it. */
@Component({
  selector: 'kenny-call-sentence',
  imports: [UntrustedText],
  // Without a blank of the template between the pieces: each has its own.
  template: `@for (piece of pieces(); track $index) {
    @if (piece.given) {
      <strong><kenny-untrusted [text]="piece.text" [whole]="true" /></strong>
    } @else {
      <span [textContent]="piece.text"></span>
    }
  }`,
})
export class CallSentence {
  private readonly fleet = inject(FleetStore);
  readonly call = input.required<Pick<ApprovalView, 'tool' | 'args' | 'agent_id'>>();
  /** Of the catalog, where it is known: a call that is exactly one of them is called by its title. */
  readonly remedies = input<readonly Remedy[]>([]);

  protected readonly pieces = computed(() => {
    const { tool, args, agent_id } = this.call();
    const os = this.fleet.agent(agent_id)?.meta?.os;
    const fix = remedyOf(this.remedies(), os, { tool, args })?.title;
    return sentenceOf(tool, args, this.fleet.nameOf(agent_id), fix);
  });
}
