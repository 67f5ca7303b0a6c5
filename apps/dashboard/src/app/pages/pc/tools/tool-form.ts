import { FormControl, FormGroup, type ValidatorFn } from '@angular/forms';
import type { CatalogTool } from '@kenny/contract/web';
import { isObject } from '@kenny/kernel';
import type { Drafts } from '../../../core/chat/drafts';
import type { FieldShape } from '../../../core/forms/field-shape';
import {
  emptyValue,
  faultOf,
  outcomeOf,
  valueOf,
  type FieldValue,
} from '../../../core/forms/field-value';

/** One argument and what is typed for it. */
export interface FormRow {
  readonly shape: FieldShape;
  readonly control: FormControl<FieldValue>;
}

export type ToolForm = FormGroup<Record<string, FormControl<FieldValue>>>;

/** A form for these arguments, begun with what was sent or typed before. */
export function rowsOf(
  fields: readonly FieldShape[],
  before: Readonly<Record<string, unknown>> | undefined,
): FormRow[] {
  return fields.map((shape) => ({ shape, control: controlOf(shape, before) }));
}

export function formOf(rows: readonly FormRow[]): ToolForm {
  return new FormGroup(Object.fromEntries(rows.map(({ shape, control }) => [shape.name, control])));
}

/** What was filled in; undefined when something is wrong, which then has the focus. */
export function argsOf(
  event: Event,
  fields: readonly FieldShape[],
  form: ToolForm,
): Record<string, unknown> | undefined {
  form.markAllAsTouched();
  const { args } = outcomeOf(fields, form.getRawValue());
  const panel = event.target instanceof HTMLElement ? event.target : null;
  if (!args) {
    panel?.querySelector<HTMLElement>('.ng-invalid:is(input, textarea, mat-select)')?.focus();
  }
  return args;
}

/** Takes what is typed along to the form for several PCs. */
export function keepDraft(drafts: Drafts, { name }: CatalogTool, form: ToolForm): void {
  drafts.write(keyOf(name), JSON.stringify(form.getRawValue()));
}

/** Gives it back once. */
export function takeDraft(drafts: Drafts, name: string): Record<string, unknown> | undefined {
  const text = drafts.read(keyOf(name));
  if (text === '') return undefined;
  drafts.write(keyOf(name), '');
  const values: unknown = JSON.parse(text);
  return isObject(values) ? values : undefined;
}

const keyOf = (name: string): string => `tool.${name}`;

function controlOf(
  field: FieldShape,
  before: Readonly<Record<string, unknown>> | undefined,
): FormControl<FieldValue> {
  const judge: ValidatorFn = ({ value }) => {
    const words = faultOf(field, value as FieldValue);
    return words === null ? null : { words };
  };
  const value = before ? valueOf(field, before[field.name]) : emptyValue(field);
  return new FormControl(value, { nonNullable: true, validators: judge });
}
