import { Component, computed, inject, Injectable, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import {
  MAT_DIALOG_DATA,
  MatDialog,
  MatDialogActions,
  MatDialogClose,
  MatDialogContent,
  MatDialogTitle,
} from '@angular/material/dialog';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import type { FleetAgent } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { firstValueFrom } from 'rxjs';
import { beginsToName, namesPc } from '../core/fleet/names-pc';
import { FIELD_LOOK } from './field-look';
import { UntrustedText } from './untrusted-text';

/** A confirmation before what is not easily taken back. */
export interface Question {
  readonly title: string;
  /** Of what it is about; somebody else may have written it. */
  readonly name: string;
  readonly words: string;
  /** What the button says: the act, never "OK". */
  readonly act: string;
  /** What has to be typed first, for what cannot be undone: the name of a PC, or a word. */
  readonly typed?: Pick<FleetAgent, 'agent_id' | 'name'> | string;
  /** Nothing is deleted or ended by it: its button is not red. */
  readonly losesNothing?: true;
}

@Component({
  selector: 'kenny-question',
  imports: [
    MatButton,
    MatDialogActions,
    MatDialogClose,
    MatDialogContent,
    MatDialogTitle,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  template: `
    <h2 mat-dialog-title>{{ question.title }}</h2>
    <mat-dialog-content>
      <p>
        <strong><kenny-untrusted [text]="question.name" /></strong>
      </p>
      <p>{{ question.words }}</p>
      @if (wanted; as wanted) {
        <mat-form-field>
          <mat-label>Type {{ visibleText(wanted.name) }}</mat-label>
          <input
            #field
            matInput
            autocomplete="off"
            spellcheck="false"
            [attr.aria-invalid]="differs()"
            (input)="type(field.value)"
            (blur)="left.set(true)"
          />
          @if (differs()) {
            <mat-hint
              ><span class="bad" role="alert"
                >This does not match. {{ isWord ? 'Type' : 'It is called' }}
                {{ visibleText(wanted.name) }}.</span
              ></mat-hint
            >
          }
        </mat-form-field>
      }
    </mat-dialog-content>
    <mat-dialog-actions>
      <button type="button" matButton="outlined" [mat-dialog-close]="false">Cancel</button>
      <button
        type="button"
        [matButton]="question.losesNothing ? 'filled' : 'outlined'"
        [class.danger]="!question.losesNothing"
        [disabled]="!matches()"
        [mat-dialog-close]="true"
      >
        {{ question.act }}
      </button>
    </mat-dialog-actions>
  `,
  styleUrl: './form.css',
  styles: `
    p {
      margin: 4px 0 10px;
      overflow-wrap: anywhere;
    }
  `,
})
export class QuestionDialog {
  protected readonly question = inject<Question>(MAT_DIALOG_DATA);
  protected readonly visibleText = visibleText;
  protected readonly isWord = typeof this.question.typed === 'string';
  protected readonly wanted = wantedBy(this.question);
  private readonly typed = signal('');
  /** What is half a name while somebody types is none once they have left. */
  protected readonly left = signal(false);
  protected readonly matches = computed(
    () => this.wanted === null || namesPc(this.typed(), this.wanted),
  );
  protected readonly differs = computed(() => {
    const [pc, typed] = [this.wanted, this.typed()];
    if (pc === null || typed.trim() === '' || this.matches()) return false;
    return this.left() || !beginsToName(typed, pc);
  });

  protected type(text: string): void {
    this.left.set(false);
    this.typed.set(text);
  }
}

function wantedBy({ typed }: Question): Pick<FleetAgent, 'agent_id' | 'name'> | null {
  return typeof typed === 'string' ? { agent_id: typed, name: typed } : (typed ?? null);
}

/** Confirms a deletion; closing the dialog cancels it. */
@Injectable({ providedIn: 'root' })
export class AskFirst {
  private readonly dialog = inject(MatDialog);

  async ask(data: Question): Promise<boolean> {
    const opened = this.dialog.open<QuestionDialog, Question, boolean>(QuestionDialog, {
      data,
      maxWidth: '480px',
    });
    return (await firstValueFrom(opened.afterClosed(), { defaultValue: false })) === true;
  }
}
