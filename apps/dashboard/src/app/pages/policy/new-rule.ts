import { Component, computed, inject, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { OPERATOR_RULE_GROUPS } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { GROUP_WORDS } from './group-words';

/** A new deny rule. The server validates it: it compiles the pattern as the PCs do. */
@Component({
  selector: 'kenny-new-rule',
  imports: [ErrorNote, MatButton, MatFormField, MatHint, MatInput, MatLabel],
  providers: [FIELD_LOOK],
  template: `
    <form class="panel" aria-label="New rule" (submit)="add($event)">
      <div class="fields">
        <mat-form-field>
          <mat-label>Name</mat-label>
          <input
            #name
            matInput
            class="mono"
            maxlength="64"
            autocomplete="off"
            spellcheck="false"
            [value]="id()"
            (input)="id.set(name.value.trim())"
          />
          <mat-hint>For example no-reboot.</mat-hint>
        </mat-form-field>
        <mat-form-field>
          <mat-label>Reads</mat-label>
          <select #kind matNativeControl (change)="choose(kind.value)">
            @for (one of groups; track one) {
              <option [value]="one" [selected]="one === group()">{{ groupWords[one] }}</option>
            }
          </select>
        </mat-form-field>
        <mat-form-field class="wide">
          <mat-label>Pattern</mat-label>
          <input
            #text
            matInput
            class="mono"
            maxlength="1000"
            autocomplete="off"
            spellcheck="false"
            [value]="pattern()"
            (input)="pattern.set(text.value)"
          />
          <mat-hint>A regular expression (RE2). (?i) at its start ignores case.</mat-hint>
        </mat-form-field>
        <mat-form-field class="wide">
          <mat-label>Why</mat-label>
          <input #why matInput maxlength="300" [value]="reason()" (input)="reason.set(why.value)" />
          <mat-hint>Shown to whoever is refused, and kept in the audit log.</mat-hint>
        </mat-form-field>
      </div>
      @if (creation.error(); as fault) {
        <kenny-error [error]="fault" />
      }
      <div class="acts">
        <button type="button" matButton="outlined" (click)="left.emit()">Cancel</button>
        <button type="submit" matButton="outlined" [disabled]="!complete() || creation.busy()">
          Add rule
        </button>
      </div>
    </form>
  `,
  styleUrls: ['../../ui/form.css', './policy.css'],
})
export class NewRule {
  readonly made = output<void>();
  readonly left = output<void>();
  private readonly api = inject(ApiClient);
  protected readonly groups = OPERATOR_RULE_GROUPS;
  protected readonly groupWords = GROUP_WORDS;
  protected readonly id = signal('');
  protected readonly group = signal(
    OPERATOR_RULE_GROUPS[0] as (typeof OPERATOR_RULE_GROUPS)[number],
  );
  protected readonly pattern = signal('');
  protected readonly reason = signal('');
  protected readonly creation = new Mutation();
  protected readonly complete = computed(
    () => this.id() !== '' && this.pattern() !== '' && this.reason().trim() !== '',
  );

  protected choose(value: string): void {
    const group = OPERATOR_RULE_GROUPS.find((one) => one === value);
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
