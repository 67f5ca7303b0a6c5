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
import {
  boundNumber,
  isRising,
  limitFault,
  type LimitNumbers,
  type Threshold,
} from '@kenny/health/web';
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
            [attr.aria-invalid]="troubles()[field.level] !== undefined"
            [min]="field.least"
            [max]="field.most"
            [value]="field.start"
            (input)="write(field.level, number.value)"
          />
          <mat-hint>
            @if (troubles()[field.level]; as told) {
              <span class="bad" role="alert">{{ told }}</span>
            } @else {
              <span>{{ field.hint }}</span>
            }
          </mat-hint>
        </mat-form-field>
      }
    </div>
  `,
  styleUrl: './form.css',
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

  /** Why the numbers are not allowed, at the field that is to be mended. */
  protected readonly troubles = computed((): Readonly<Partial<Record<Level, string>>> => {
    const [threshold, written, { of, unit }] = [this.threshold(), this.written(), this.scale()];
    const troubles: Partial<Record<Level, string>> = {};
    for (const { level, least, most } of this.fields()) {
      const number = (written[level] ?? Number.NaN) / of;
      const range = (word: string) => `${least} ${word} ${most} ${unit}`.trim();
      if (Number.isNaN(number)) troubles[level] = `A number from ${range('to')}.`;
      else if (number < least || number > most) troubles[level] = `Not between ${range('and')}.`;
    }
    if (!this.fault() || Object.keys(troubles).length > 0) return troubles;
    // Each is allowed, but the warning would come after it is critical.
    const critical = (written.crit ?? boundNumber(threshold.crit) ?? Number.NaN) / of;
    const side = isRising(threshold) ? 'below' : 'above';
    const told = `Has to be ${side} ${`${critical} ${unit}`.trim()}, where it is critical.`;
    if (this.fields().some(({ level }) => level === 'warn')) return { warn: told };
    const warning = (boundNumber(threshold.warn) ?? Number.NaN) / of;
    const other = isRising(threshold) ? 'above' : 'below';
    return { crit: `Has to be ${other} ${`${warning} ${unit}`.trim()}, where it warns.` };
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
