import type { ElementRef } from '@angular/core';
import { Component, inject, input, signal, viewChild } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { CALL_REASON_LENGTH, type SectionHealth } from '@kenny/contract/web';
import { DAY_MS } from '@kenny/kernel';
import { FormInPlace } from '../../core/forms/form-in-place';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { PageClock } from '../../core/time/clock';
import { checkTitle } from '../../core/words';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';

/** How long, in days. */
const SPANS = [
  { days: 1, words: '1 day' },
  { days: 3, words: '3 days' },
  { days: 7, words: '1 week' },
  { days: 30, words: '1 month' },
  { days: 90, words: '3 months' },
] as const;
const USUAL_DAYS = 7;

/** Puts off what is wrong with a check, with a reason, for a while. The fleet tells everybody at once. */
@Component({
  selector: 'kenny-snooze-form',
  imports: [ErrorNote, MatButton, MatFormField, MatHint, MatInput, MatLabel],
  providers: [FIELD_LOOK],
  template: `
    @if (form.editing()) {
      <form
        [attr.aria-label]="'Snooze ' + title()"
        (submit)="save($event)"
        (keydown.escape)="form.close()"
      >
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
        @if (saving.error(); as fault) {
          <kenny-error [error]="fault" />
        }
        <div class="acts">
          <button type="button" matButton="text" (click)="form.close()">Cancel</button>
          <button
            type="submit"
            matButton="filled"
            [disabled]="reason().trim() === '' || saving.busy()"
          >
            Snooze
          </button>
        </div>
      </form>
    } @else {
      <button #opener type="button" class="link" (click)="open()">
        Snooze…<span class="unseen"> {{ title() }}</span>
      </button>
    }
  `,
  styleUrl: '../../ui/form.css',
  styles: `
    :host(:has(form, p)) {
      flex: 1 0 100%;
    }
    form {
      display: grid;
      gap: 12px;
      padding-bottom: 10px;
    }
  `,
})
export class SnoozeForm {
  private readonly api = inject(ApiClient);
  private readonly clock = inject(PageClock);
  readonly agentId = input.required<string>();
  readonly section = input.required<SectionHealth>();
  private readonly first = viewChild<ElementRef<HTMLElement>>('span');
  private readonly opener = viewChild<ElementRef<HTMLElement>>('opener');

  protected readonly spans = SPANS;
  protected readonly longest = CALL_REASON_LENGTH;
  protected readonly form = new FormInPlace(this.first, this.opener);
  protected readonly days = signal<number>(USUAL_DAYS);
  protected readonly reason = signal('');
  protected readonly saving = new Mutation();
  protected readonly title = () => checkTitle(this.section().name);

  protected open(): void {
    this.saving.clear();
    this.form.open();
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    const reason = this.reason().trim();
    if (reason === '' || this.saving.busy()) return;
    const until = new Date(this.clock.now() + this.days() * DAY_MS).toISOString();
    await this.saving.run(() =>
      this.api.snooze(this.agentId(), this.section().name, { until, reason }),
    );
    if (this.saving.error() === null) this.form.close();
  }
}
