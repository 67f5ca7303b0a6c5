import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import type { PolicyVerdict, VerdictForm } from '@kenny/contract/web';
import { fieldsOf, type FieldShape } from '../../core/forms/field-shape';
import { outcomeOf, type FieldValues } from '../../core/forms/field-value';
import { ApiClient } from '../../core/http/api-client';
import { asApiError, type ApiError } from '../../core/http/api-error';
import { Loaded } from '../../core/http/loaded';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { UntrustedText } from '../../ui/untrusted-text';
import { GROUP_WORDS } from './group-words';

const FORM_WORDS: Readonly<Record<VerdictForm, string>> = {
  written: 'It meets the text as it is written.',
  plain: 'It meets the text only as a shell would read it, with its disguise taken off.',
};

/** What would the guard say? Nothing is sent to a PC, and nothing runs. */
@Component({
  selector: 'kenny-try-call',
  imports: [ErrorNote, MatButton, MatFormField, MatHint, MatInput, MatLabel, UntrustedText],
  providers: [FIELD_LOOK],
  templateUrl: './try-call.html',
  styleUrls: ['../../ui/headed-rows.css', './policy.css'],
})
export class TryCall {
  private readonly api = inject(ApiClient);
  protected readonly catalog = new Loaded(() => this.api.catalog());
  protected readonly formWords = FORM_WORDS;
  protected readonly groupWords = GROUP_WORDS;
  /** Only calls of tools whose arguments a rule reads can be refused. */
  protected readonly tools = computed(
    () => this.catalog.value()?.tools.filter(({ guards }) => Object.keys(guards).length > 0) ?? [],
  );
  private readonly first = computed(
    () => this.tools().find(({ effect }) => effect === 'change') ?? this.tools()[0],
  );
  protected readonly tool = linkedSignal(() => this.first()?.name ?? '');
  protected readonly fields = computed<readonly FieldShape[]>(() => {
    const tool = this.tools().find(({ name }) => name === this.tool());
    return tool ? fieldsOf(tool.args).filter(({ kind }) => kind !== 'choices') : [];
  });
  protected readonly values = linkedSignal<string, FieldValues>({
    source: this.tool,
    computation: () => ({}),
  });
  protected readonly faults = signal<Readonly<Record<string, string>>>({});
  protected readonly verdict = signal<PolicyVerdict | null>(null);
  protected readonly busy = signal(false);
  protected readonly error = signal<ApiError | null>(null);

  constructor() {
    void this.catalog.load();
  }

  protected choose(tool: string): void {
    this.tool.set(tool);
    this.forget();
  }

  protected valueOf(name: string): string {
    const value = this.values()[name];
    return typeof value === 'string' ? value : '';
  }

  protected change(name: string, value: string): void {
    this.values.update((values) => ({ ...values, [name]: value }));
    this.forget();
  }

  protected async judge(event: Event): Promise<void> {
    event.preventDefault();
    const outcome = outcomeOf(this.fields(), this.values());
    if (outcome.faults) return this.faults.set(outcome.faults);
    this.busy.set(true);
    this.error.set(null);
    try {
      this.verdict.set(await this.api.tryPolicy({ tool: this.tool(), args: outcome.args }));
    } catch (fault) {
      this.error.set(asApiError(fault));
    } finally {
      this.busy.set(false);
    }
  }

  /** A verdict is about exactly what was tried. */
  private forget(): void {
    this.verdict.set(null);
    this.error.set(null);
    this.faults.set({});
  }
}
