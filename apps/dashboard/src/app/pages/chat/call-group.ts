import { Component, computed, input, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { ShownCall } from '../../core/chat/shown-turn';
import { CallChip } from './call-chip';

/** How many calls of a long series are shown at first. */
const SHOWN = 6;

/** Calls that followed one another; of many, the last ones. */
@Component({
  selector: 'kenny-call-group',
  imports: [CallChip, MatButton],
  template: `
    @if (hidden() > 0) {
      <button type="button" matButton="text" (click)="all.set(true)">
        Show {{ hidden() }} calls before these
      </button>
    }
    @for (call of shown(); track call.id) {
      <kenny-call-chip [call]="call" />
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: 4px;
    }
    button {
      align-self: start;
    }
  `,
})
export class CallGroup {
  readonly calls = input.required<readonly ShownCall[]>();
  protected readonly all = signal(false);
  protected readonly shown = computed(() =>
    this.all() || this.calls().length <= SHOWN + 1 ? this.calls() : this.calls().slice(-SHOWN),
  );
  protected readonly hidden = computed(() => this.calls().length - this.shown().length);
}
