import { Component, computed, inject, linkedSignal, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import type { OperatorRuleGroup } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { GROUP_WORDS } from './group-words';
import { nameFor, patternOf, RULE_FORMS, type RuleForm } from './rule-forms';
import { TryRule } from './try-rule';

const FORMS = (['words', 'path', 'pattern'] as const).map((name) => ({
  name,
  title: RULE_FORMS[name].title,
}));

/** A new deny rule, in plain words. The server validates it: it compiles the pattern as the PCs do. */
@Component({
  selector: 'kenny-new-rule',
  imports: [ErrorNote, MatButton, MatFormField, MatHint, MatInput, MatLabel, TryRule],
  providers: [FIELD_LOOK],
  templateUrl: './new-rule.html',
  styleUrls: ['../../ui/form.css', './policy.css'],
})
export class NewRule {
  readonly made = output<void>();
  readonly left = output<void>();
  private readonly api = inject(ApiClient);
  protected readonly groupWords = GROUP_WORDS;
  protected readonly forms = FORMS;
  protected readonly form = signal<RuleForm>('words');
  protected readonly words = computed(() => RULE_FORMS[this.form()]);
  /** In the words of the form. */
  protected readonly text = signal('');
  protected readonly id = linkedSignal(() =>
    this.form() === 'pattern' ? '' : nameFor(this.text()),
  );
  protected readonly group = linkedSignal<OperatorRuleGroup>(() => this.words().reads[0]);
  /** What the PCs read. */
  protected readonly pattern = computed(() => patternOf(this.form(), this.text(), this.group()));
  protected readonly reason = signal('');
  protected readonly creation = new Mutation();
  protected readonly complete = computed(
    () => this.id() !== '' && this.pattern() !== '' && this.reason().trim() !== '',
  );

  protected chooseForm(value: string): void {
    const form = FORMS.find((one) => one.name === value);
    if (form) this.form.set(form.name);
  }

  protected choose(value: string): void {
    const group = this.words().reads.find((one) => one === value);
    if (group) this.group.set(group);
  }

  protected async add(event: Event): Promise<void> {
    event.preventDefault();
    if (!this.complete() || this.creation.busy()) return;
    await this.creation.run(async () => {
      await this.api.addRule({
        id: this.id(),
        applies_to: this.group(),
        pattern: this.pattern(),
        reason: this.reason().trim(),
      });
      this.made.emit();
    });
  }
}
