import { Component, inject, Injectable, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import {
  MAT_DIALOG_DATA,
  MatDialog,
  MatDialogActions,
  MatDialogClose,
  MatDialogContent,
  MatDialogTitle,
} from '@angular/material/dialog';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { firstValueFrom } from 'rxjs';
import { FIELD_LOOK } from './field-look';
import { UntrustedText } from './untrusted-text';

/** A confirmation before something is deleted. */
export interface Question {
  readonly title: string;
  /** Of what it is about; somebody else may have written it. */
  readonly name: string;
  readonly words: string;
  /** What the button says: the act, never "OK". */
  readonly act: string;
  /** What has to be typed first, for what cannot be undone. */
  readonly typed?: string;
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
      @if (question.typed; as wanted) {
        <mat-form-field>
          <mat-label>Type {{ wanted }}</mat-label>
          <input
            #field
            matInput
            class="mono"
            autocomplete="off"
            spellcheck="false"
            (input)="typed.set(field.value)"
          />
        </mat-form-field>
      }
    </mat-dialog-content>
    <mat-dialog-actions>
      <button type="button" matButton="outlined" [mat-dialog-close]="false">Cancel</button>
      <button
        type="button"
        matButton="outlined"
        class="danger"
        [disabled]="question.typed !== undefined && typed() !== question.typed"
        [mat-dialog-close]="true"
      >
        {{ question.act }}
      </button>
    </mat-dialog-actions>
  `,
  styles: `
    p {
      margin: 4px 0 10px;
      overflow-wrap: anywhere;
    }
  `,
})
export class QuestionDialog {
  protected readonly question = inject<Question>(MAT_DIALOG_DATA);
  protected readonly typed = signal('');
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
