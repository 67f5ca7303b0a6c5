import { Component, computed, inject, input } from '@angular/core';
import type { ApprovalView } from '@kenny/contract/web';
import { CallTeller } from '../core/approvals/call-teller';
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
  private readonly teller = inject(CallTeller);
  readonly call = input.required<Pick<ApprovalView, 'tool' | 'args' | 'agent_id'>>();

  protected readonly pieces = computed(() => this.teller.tell(this.call()).sentence);
}
