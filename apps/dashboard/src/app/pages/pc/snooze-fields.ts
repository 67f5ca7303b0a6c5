import { Component, model, viewChild, type ElementRef } from '@angular/core';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { CALL_REASON_LENGTH } from '@kenny/contract/web';
import { FIELD_LOOK } from '../../ui/field-look';

/** How long, in days. */
const SPANS = [
  { days: 1, words: '1 day' },
  { days: 3, words: '3 days' },
  { days: 7, words: '1 week' },
  { days: 30, words: '1 month' },
  { days: 90, words: '3 months' },
] as const;

/** For how long, and why. A page that opens does not wait for them. */
@Component({
  selector: 'kenny-snooze-fields',
  imports: [MatFormField, MatHint, MatInput, MatLabel],
  providers: [FIELD_LOOK],
  template: `
    <div class="fields">
      <mat-form-field>
        <mat-label>For</mat-label>
        <select #span matNativeControl (change)="days.set(+span.value)">
          @for (one of spans; track one.days) {
            <option [value]="one.days" [selected]="one.days === days()">{{ one.words }}</option>
          }
        </select>
      </mat-form-field>
      <mat-form-field>
        <mat-label>Reason</mat-label>
        <input
          #words
          matInput
          required
          autocomplete="off"
          [maxLength]="longest"
          [value]="reason()"
          (input)="reason.set(words.value)"
        />
        <mat-hint>Until then it counts as fine, unless it gets worse.</mat-hint>
      </mat-form-field>
    </div>
  `,
  styleUrl: '../../ui/form.css',
})
export class SnoozeFields {
  readonly days = model.required<number>();
  readonly reason = model.required<string>();
  /** Takes the focus when the form opens. */
  readonly first = viewChild<ElementRef<HTMLElement>>('span');

  protected readonly spans = SPANS;
  protected readonly longest = CALL_REASON_LENGTH;
}
