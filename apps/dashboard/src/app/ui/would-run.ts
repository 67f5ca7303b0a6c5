import { Component, computed, inject, type Injector } from '@angular/core';
import { MatButton } from '@angular/material/button';
import {
  MAT_DIALOG_DATA,
  MatDialog,
  MatDialogActions,
  MatDialogClose,
  MatDialogContent,
  MatDialogTitle,
} from '@angular/material/dialog';
import { firstValueFrom } from 'rxjs';
import { CallTeller } from '../core/approvals/call-teller';
import { weightOf } from '../core/approvals/call-words';
import type { OfferedCall } from '../core/approvals/sheet-opener';
import { Session } from '../core/session/session';
import { CallSentence } from './call-sentence';

/** What a call would do, before anybody has asked for it: a look is not a request. */
@Component({
  selector: 'kenny-would-run',
  imports: [
    CallSentence,
    MatButton,
    MatDialogActions,
    MatDialogClose,
    MatDialogContent,
    MatDialogTitle,
  ],
  template: `
    <h2 mat-dialog-title>{{ title() }}</h2>
    <mat-dialog-content>
      <p><kenny-call-sentence [call]="call" /></p>
      @if (when(); as when) {
        <p>Use it {{ when }}</p>
      }
      @if (weight(); as weight) {
        <p>
          <span class="risk" [attr.data-risk]="risk()">{{ weight }}</span> · {{ costs() }}
        </p>
      }
      <p class="dim">Nothing has been asked for yet. {{ next.words }}</p>
    </mat-dialog-content>
    <mat-dialog-actions>
      <button type="button" matButton="outlined" [mat-dialog-close]="false">Cancel</button>
      <button type="button" matButton="filled" cdkFocusInitial [mat-dialog-close]="true">
        {{ next.button }}
      </button>
    </mat-dialog-actions>
  `,
  styleUrl: './risk.css',
  styles: `
    p {
      margin: 4px 0 10px;
      overflow-wrap: anywhere;
    }
  `,
})
export class WouldRun {
  private readonly teller = inject(CallTeller);
  protected readonly call = inject<OfferedCall>(MAT_DIALOG_DATA);
  protected readonly title = computed(() => this.teller.titleOf(this.call));
  /** Beside the fix in a list it begins a sentence; here it ends one. */
  protected readonly when = computed(() =>
    this.teller.fixOf(this.call)?.when.replace(/^./, (first) => first.toLowerCase()),
  );
  protected readonly risk = computed(() => this.teller.riskOf(this.call));
  protected readonly weight = computed(() => {
    const risk = this.risk();
    return risk === undefined ? '' : weightOf({ kind: 'change', risk });
  });
  protected readonly costs = computed(() => this.teller.weighInShort(this.call));
  protected readonly next = inject(Session).mayDecide()
    ? { button: 'Continue', words: 'Next you see exactly what will run, and approve it or not.' }
    : { button: 'Ask to run it', words: 'Somebody who may approve it decides.' };
}

/** Whether whoever was shown what it would do goes on. */
export async function isWanted(injector: Injector, data: OfferedCall): Promise<boolean> {
  const opened = injector.get(MatDialog).open<WouldRun, OfferedCall, boolean>(WouldRun, {
    data,
    maxWidth: '520px',
  });
  return (await firstValueFrom(opened.afterClosed(), { defaultValue: false })) === true;
}
