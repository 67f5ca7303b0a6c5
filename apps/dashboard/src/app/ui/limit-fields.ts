import {
  Component,
  computed,
  input,
  linkedSignal,
  output,
  viewChild,
  type ElementRef,
} from '@angular/core';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { boundNumber, limitFault, type LimitNumbers, type Threshold } from '@kenny/health/web';
import { scaleOf } from '../core/health/limit-words';
import { HEALTH_WORDS } from '../core/words';
import { FIELD_LOOK } from './field-look';

const LEVELS = ['warn', 'crit'] as const;
type Level = (typeof LEVELS)[number];

/** The numbers of a limit, each within what its rule allows; tells them only while all are allowed. */
@Component({
  selector: 'kenny-limit-fields',
  imports: [MatFormField, MatHint, MatInput, MatLabel],
  providers: [FIELD_LOOK],
  template: `
    <div class="fields">
      @for (field of fields(); track field.level) {
        <mat-form-field>
          <mat-label>{{ field.label }}</mat-label>
          <input
            #number
            matInput
            type="number"
            step="any"
            required
            autocomplete="off"
            [min]="field.least"
            [max]="field.most"
            [value]="field.start"
            (input)="write(field.level, number.value)"
          />
          <mat-hint>{{ field.hint }}</mat-hint>
        </mat-form-field>
      }
    </div>
    @if (fault()) {
      <p class="bad" role="alert">
        Stay within the ranges below each field, and warn before it is critical.
      </p>
    }
  `,
  styleUrl: './form.css',
  styles: `
    p {
      margin: 8px 0 0;
    }
  `,
})
export class LimitFields {
  readonly threshold = input.required<Threshold>();
  /** The numbers to begin with; the rule's own without any. */
  readonly start = input<LimitNumbers>();
  /** Null while they are not allowed. */
  readonly numbers = output<LimitNumbers | null>();

  /** Takes the focus when the form opens. */
  readonly first = viewChild<ElementRef<HTMLElement>>('number');

  private readonly scale = computed(() => scaleOf(this.threshold()));
  private readonly written = linkedSignal<Record<Level, number | null>>(() => ({
    warn: this.startOf('warn'),
    crit: this.startOf('crit'),
  }));
  protected readonly fault = computed(
    () => limitFault(this.threshold(), this.written()) !== undefined,
  );
  protected readonly fields = computed(() => {
    const { of, unit } = this.scale();
    return LEVELS.flatMap((level) => {
      const reach = this.threshold().movable?.[level];
      const usual = boundNumber(this.threshold()[level]);
      if (!reach || usual === undefined) return [];
      const [least, most] = [reach.least / of, reach.most / of];
      const hint = `${least} to ${most} ${unit}; usually ${usual / of}`.replace(' ;', ';');
      const label = [HEALTH_WORDS[level], unit && `(${unit})`].join(' ').trim();
      return [{ level, label, least, most, hint, start: (this.startOf(level) ?? usual) / of }];
    });
  });

  protected write(level: Level, text: string): void {
    const number = text.trim() === '' ? Number.NaN : Number(text) * this.scale().of;
    this.written.update((before) => ({ ...before, [level]: number }));
    this.numbers.emit(this.fault() ? null : this.written());
  }

  /** A bound that does not move here has no number. */
  private startOf(level: Level): number | null {
    const { movable, [level]: bound } = this.threshold();
    if (!movable?.[level]) return null;
    return this.start()?.[level] ?? boundNumber(bound) ?? null;
  }
}
