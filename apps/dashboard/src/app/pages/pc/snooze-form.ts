import { Component, computed, ElementRef, inject, input, signal, viewChild } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { SectionHealth } from '@kenny/contract/web';
import { DAY_MS } from '@kenny/kernel';
import { FormInPlace } from '../../core/forms/form-in-place';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { PageClock } from '../../core/time/clock';
import { checkTitle } from '../../core/words';
import { ErrorNote } from '../../ui/error-note';
import { SnoozeFields } from './snooze-fields';

const USUAL_DAYS = 7;

/** Puts off what is wrong with a check, with a reason, for a while. The fleet tells everybody at once. */
@Component({
  selector: 'kenny-snooze-form',
  imports: [ErrorNote, MatButton, SnoozeFields],
  template: `
    @if (form.editing()) {
      <form
        [attr.aria-label]="'Snooze ' + title()"
        (submit)="save($event)"
        (keydown.escape)="form.close()"
      >
        @defer (on immediate) {
          <kenny-snooze-fields #fields [(days)]="days" [(reason)]="reason" />
        } @error {
          <p role="alert">This form could not be loaded. Reload the page.</p>
        }
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
      <button #opener type="button" matButton="text" (click)="open()">
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
  private readonly fields = viewChild<SnoozeFields>('fields');
  private readonly opener = viewChild('opener', { read: ElementRef });

  protected readonly form = new FormInPlace(
    computed(() => this.fields()?.first()),
    this.opener,
  );
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
