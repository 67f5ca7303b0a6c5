import { Component, computed, input } from '@angular/core';
import { ReactiveFormsModule, type FormControl } from '@angular/forms';
import { MatError, MatFormField, MatHint, MatLabel, MatSuffix } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MatOption, MatSelect } from '@angular/material/select';
import { CLEAN_TARGETS, sectionTitle } from '@kenny/contract/web';
import type { FieldShape } from '../../../core/forms/field-shape';
import type { FieldValue } from '../../../core/forms/field-value';
import { FIELD_LOOK } from '../../../ui/field-look';

/** One argument of a tool: a field of the kind that fits it, with what is wrong beside it. */
@Component({
  selector: 'kenny-tool-field',
  imports: [
    MatError,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    MatOption,
    MatSelect,
    MatSuffix,
    ReactiveFormsModule,
  ],
  providers: [FIELD_LOOK],
  template: `
    <mat-form-field [class.wide]="wide()">
      <mat-label>{{ shape().label }}{{ shape().required ? '' : ' (optional)' }}</mat-label>
      @switch (shape().kind) {
        @case ('lines') {
          <textarea
            matInput
            class="mono"
            rows="6"
            spellcheck="false"
            autocapitalize="off"
            [formControl]="control()"
            [required]="shape().required"
          ></textarea>
        }
        @case ('json') {
          <textarea
            matInput
            class="mono"
            rows="4"
            spellcheck="false"
            [formControl]="control()"
            [required]="shape().required"
          ></textarea>
        }
        @case ('choices') {
          <mat-select multiple [formControl]="control()" [required]="shape().required">
            @for (option of shape().options; track option) {
              <mat-option [value]="option">{{ titleOf(option) }}</mat-option>
            }
          </mat-select>
        }
        @case ('choice') {
          <mat-select [formControl]="control()" [required]="shape().required">
            @if (!shape().required) {
              <mat-option value="">Not set</mat-option>
            }
            @for (option of shape().options; track option) {
              <mat-option [value]="option">{{ option }}</mat-option>
            }
          </mat-select>
        }
        @case ('toggle') {
          <mat-select [formControl]="control()" [required]="shape().required">
            @if (!shape().required) {
              <mat-option value="">Not set</mat-option>
            }
            <mat-option value="true">Yes</mat-option>
            <mat-option value="false">No</mat-option>
          </mat-select>
        }
        @default {
          <input
            matInput
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            [class.mono]="shape().mono"
            [attr.inputmode]="shape().kind === 'number' ? 'numeric' : null"
            [placeholder]="example()"
            [formControl]="control()"
            [required]="shape().required"
          />
        }
      }
      @if (shape().unit; as unit) {
        <span matSuffix class="dim">{{ unit }}&nbsp;&nbsp;</span>
      }
      @if (hint(); as words) {
        <mat-hint>{{ words }}</mat-hint>
      }
      <mat-error>{{ control().errors?.['words'] }}</mat-error>
    </mat-form-field>
  `,
  styles: `
    :host {
      display: contents;
    }
    mat-form-field {
      flex: 1 1 240px;
      max-width: 480px;
      min-width: 0;
    }
    .wide {
      flex-basis: 100%;
      max-width: none;
    }
  `,
})
export class ToolField {
  readonly shape = input.required<FieldShape>();
  readonly control = input.required<FormControl<FieldValue>>();
  protected readonly wide = computed(() => ['lines', 'json'].includes(this.shape().kind));
  /** Said to be one: greyed alone it looks like a value. */
  protected readonly example = computed(() => {
    const { example } = this.shape();
    return example === null ? '' : `e.g. ${example}`;
  });
  /** What people call it, where its name is for programs. */
  protected titleOf(option: string): string {
    const titles: Readonly<Record<string, string>> = CLEAN_TARGETS;
    return (Object.hasOwn(titles, option) ? titles[option] : sectionTitle(option)) ?? option;
  }

  protected readonly hint = computed(() => {
    const { description, fallback, unit } = this.shape();
    const usual = fallback === null ? [] : [`Default: ${fallback}${unit ? ` ${unit}` : ''}.`];
    return [...(description === null ? [] : [description]), ...usual].join(' ');
  });
}
