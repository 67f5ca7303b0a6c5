import {
  Component,
  computed,
  ElementRef,
  inject,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { LimitView } from '@kenny/contract/web';
import { limitName, type LimitNumbers, type Threshold } from '@kenny/health/web';
import { FormInPlace } from '../../core/forms/form-in-place';
import { measuredWords, movedWords } from '../../core/health/limit-words';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { checkTitle } from '../../core/words';
import { ErrorNote } from '../../ui/error-note';
import { LimitFields } from '../../ui/limit-fields';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';

/** A limit of a check on one PC: what was moved and by whom, and for an admin the form that moves it. */
@Component({
  selector: 'kenny-limit-form',
  imports: [ErrorNote, LimitFields, MatButton, RelativeTime, UntrustedText],
  template: `
    @if (limit(); as limit) {
      <p>
        {{ words() }} here · set by <kenny-untrusted [text]="limit.by" />
        @if (limit.tag; as tag) {
          for #{{ tag }}
        }
        <span class="dim"><kenny-time [at]="limit.at" /></span>
      </p>
    }
    @if (form.editing()) {
      <form
        [attr.aria-label]="'Limit of ' + title()"
        (submit)="save($event)"
        (keydown.escape)="form.close()"
      >
        @defer (on immediate) {
          <kenny-limit-fields
            #fields
            [threshold]="threshold()"
            [start]="limit()"
            (numbers)="numbers.set($event)"
          />
        } @error {
          <p role="alert">This form could not be loaded. Reload the page.</p>
        }
        @if (saving.error(); as fault) {
          <kenny-error [error]="fault" />
        }
        <div class="acts">
          <button type="button" matButton="text" (click)="form.close()">Cancel</button>
          @if (isOwn()) {
            <button type="button" matButton="text" [disabled]="saving.busy()" (click)="end()">
              Usual limit
            </button>
          }
          <button type="submit" matButton="filled" [disabled]="!numbers() || saving.busy()">
            Set limit
          </button>
        </div>
      </form>
    } @else if (mayEdit()) {
      <button #opener type="button" matButton="text" (click)="open()">
        Change limit…<span class="unseen"> {{ title() }}, {{ measured() }}</span>
      </button>
    }
  `,
  styleUrl: '../../ui/form.css',
  styles: `
    :host(:has(form, p)) {
      flex: 1 0 100%;
    }
    p {
      margin: 2px 0;
      overflow-wrap: anywhere;
    }
    form {
      display: grid;
      gap: 12px;
      padding: 10px 0;
    }
  `,
})
export class LimitForm {
  private readonly api = inject(ApiClient);
  readonly agentId = input.required<string>();
  /** Name of the check. */
  readonly check = input.required<string>();
  /** As the rule has it. */
  readonly threshold = input.required<Threshold>();
  /** What counts here in its place, if it was moved. */
  readonly limit = input<LimitView>();
  readonly mayEdit = input(false);
  readonly changed = output<void>();
  private readonly fields = viewChild<LimitFields>('fields');
  private readonly opener = viewChild('opener', { read: ElementRef });

  protected readonly form = new FormInPlace(
    computed(() => this.fields()?.first()),
    this.opener,
  );
  /** Null until something allowed is written. */
  protected readonly numbers = signal<LimitNumbers | null>(null);
  protected readonly saving = new Mutation();
  protected readonly title = computed(() => checkTitle(this.check()));
  protected readonly measured = computed(() => measuredWords(this.threshold()).toLowerCase());
  protected readonly isOwn = computed(() => {
    const limit = this.limit();
    return limit !== undefined && limit.tag === undefined;
  });
  protected readonly words = computed(() => {
    const limit = this.limit();
    return limit ? movedWords(this.threshold(), limit) : '';
  });

  protected open(): void {
    this.saving.clear();
    this.numbers.set(null);
    this.form.open();
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    const numbers = this.numbers();
    if (!numbers || this.saving.busy()) return;
    const { warn, crit } = numbers;
    const body = { ...(warn === null ? {} : { warn }), ...(crit === null ? {} : { crit }) };
    await this.change(() => this.api.setLimit(...this.place(), body));
  }

  protected end(): Promise<void> {
    return this.change(() => this.api.endLimit(...this.place()));
  }

  private async change(work: () => Promise<unknown>): Promise<void> {
    await this.saving.run(work);
    if (this.saving.error() !== null) return;
    this.form.close();
    this.changed.emit();
  }

  private place(): [string, string, string] {
    return [this.agentId(), this.check(), limitName(this.threshold())];
  }
}
