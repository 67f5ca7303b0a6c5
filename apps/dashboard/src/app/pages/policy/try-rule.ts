import { Component, computed, effect, inject, input, signal, untracked } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { runsScript, type OperatorRuleGroup, type PolicyVerdict } from '@kenny/contract/web';
import { CatalogStore } from '../../core/facts/catalog-store';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { UntrustedText } from '../../ui/untrusted-text';

interface Tried {
  /** Whether the new rule meets the text; a text says why it cannot be one. */
  readonly met: boolean | string;
  /** The rule that blocks it already. */
  readonly other: PolicyVerdict | undefined;
}

/** Which rule would block a text: the new one, or one that is there already. Nothing runs. */
@Component({
  selector: 'kenny-try-rule',
  imports: [ErrorNote, MatButton, MatFormField, MatInput, MatLabel, UntrustedText],
  providers: [FIELD_LOOK],
  template: `
    <mat-form-field>
      <mat-label>Try it on a command or path</mat-label>
      <textarea
        #text
        matInput
        rows="2"
        class="mono"
        maxlength="10000"
        spellcheck="false"
        [value]="typed()"
        (input)="typed.set(text.value)"
      ></textarea>
    </mat-form-field>
    <div class="acts">
      <button type="button" matButton="outlined" [disabled]="!ready()" (click)="try()">Try</button>
    </div>
    @if (trying.error(); as fault) {
      <kenny-error [error]="fault" />
    }
    <div role="status">
      @if (tried(); as found) {
        <div class="verdict" [class.blocked]="found.met === true || found.other">
          @if (found.met === true) {
            <p><strong>Blocked by this rule.</strong></p>
          } @else if (found.met === false) {
            <p><strong>Not blocked by this rule.</strong></p>
          } @else {
            <p>
              <strong>This is no regular expression:</strong>{{ ' ' }}
              <kenny-untrusted [text]="found.met" />
            </p>
          }
          @if (found.other; as other) {
            <p>
              The rule <code><kenny-untrusted [text]="other.rule_id ?? ''" /></code> blocks it
              already: this <kenny-untrusted [text]="other.reason ?? ''" />.
            </p>
          } @else {
            <p class="dim">No other rule blocks it.</p>
          }
        </div>
      }
    </div>
  `,
  styles: `
    :host {
      display: block;
      margin-top: 10px;
    }
    mat-form-field {
      width: 100%;
    }
  `,
  styleUrls: ['../../ui/form.css', './policy.css'],
})
export class TryRule {
  private readonly api = inject(ApiClient);
  readonly pattern = input.required<string>();
  readonly reads = input.required<OperatorRuleGroup>();
  protected readonly typed = signal('');
  protected readonly tried = signal<Tried | null>(null);
  protected readonly trying = new Mutation();
  private readonly catalog = inject(CatalogStore).ask();
  /** Tools that the rule reads: of commands those that run them. */
  private readonly calls = computed(() => {
    const group = this.reads();
    const tools = (this.catalog.value()?.tools ?? []).flatMap(({ name, guards }) => {
      const [argument] = guards[group] ?? [];
      return argument === undefined ? [] : [{ tool: name, argument }];
    });
    return group === 'path' ? tools.slice(0, 1) : tools.filter(({ tool }) => runsScript(tool));
  });
  protected readonly ready = computed(
    () =>
      this.pattern() !== '' &&
      this.typed().trim() !== '' &&
      this.catalog.ready() &&
      !this.trying.busy(),
  );

  constructor() {
    // A verdict is about exactly what was tried.
    effect(() => {
      this.pattern();
      this.reads();
      this.typed();
      untracked(() => {
        this.tried.set(null);
        this.trying.clear();
      });
    });
  }

  protected async try(): Promise<void> {
    const [pattern, text, calls] = [this.pattern(), this.typed(), this.calls()];
    await this.trying.run(async () => {
      const met = await meets(pattern, text);
      const verdicts = await Promise.all(
        calls.map(({ tool, argument }) => this.api.tryPolicy({ tool, args: { [argument]: text } })),
      );
      if (pattern !== this.pattern() || text !== this.typed()) return;
      this.tried.set({ met, other: verdicts.find(({ blocked }) => blocked) });
    });
  }
}

/** By the engine that the PCs use: it takes any pattern in linear time. */
async function meets(pattern: string, text: string): Promise<boolean | string> {
  const { RE2JS } = await import('re2js');
  try {
    return RE2JS.compile(pattern).matcher(text).find();
  } catch (error) {
    // Patterns are typed by people: one that does not compile is an answer.
    return error instanceof Error ? error.message.slice(0, 200) : 'unreadable';
  }
}
