import { Component, computed, inject, input, linkedSignal } from '@angular/core';
import { MatFormField, MatLabel, MatPrefix } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { Router } from '@angular/router';
import type { BuiltInRules } from '@kenny/contract/web';
import type { ApiResource } from '../../core/http/api-resource';
import { FIELD_LOOK } from '../../ui/field-look';
import { Icon } from '../../ui/icon';
import { PageSearch } from '../../ui/page-search';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { isRuleId, linesOf, topicsFor } from './rule-topics';

/** The rules built into every PC, by what they keep from happening; they cannot be removed. */
@Component({
  selector: 'kenny-built-in-rules',
  imports: [
    Icon,
    MatFormField,
    MatInput,
    MatLabel,
    MatPrefix,
    PageSearch,
    ResourceStateNote,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './built-in-rules.html',
  styleUrls: ['../../ui/headed-rows.css', './policy.css'],
  styles: `
    .head > .dim {
      margin-left: 0;
    }
    .search {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 14px;
      margin-bottom: 10px;
    }
    .search mat-form-field {
      flex: 0 1 420px;
    }
    .found {
      margin: 0;
    }
    summary {
      display: grid;
      grid-template-columns: 14px minmax(0, 1fr) auto;
      gap: 0 8px;
    }
    summary::before {
      content: '▸' / '';
    }
    [open] > summary::before {
      content: '▾' / '';
    }
    details p {
      padding-bottom: 2px;
    }
    li code {
      margin-left: 0.5ch;
    }
  `,
})
export class BuiltInRulesPanel {
  private readonly router = inject(Router);
  readonly rules = input.required<ApiResource<BuiltInRules>>();
  /** What is searched for, from the address. */
  readonly q = input('');
  protected readonly text = linkedSignal(() => this.q());
  protected readonly searching = computed(() => this.text().trim() !== '');
  protected readonly byId = computed(() => isRuleId(this.text()));
  private readonly all = computed(() =>
    (this.rules().value()?.items ?? []).flatMap(({ rules }) => rules),
  );
  protected readonly total = computed(() => linesOf(this.all()).length);
  protected readonly topics = computed(() => topicsFor(this.all(), this.text()));
  protected readonly foundWords = computed(() => {
    const found = this.topics().reduce((sum, { lines }) => sum + lines.length, 0);
    return found > 0
      ? `${found} of ${this.total()} rules`
      : 'No built-in rule is about that. Try a command above, or add a custom rule.';
  });

  /** The address follows, so that it can be shared and is there again on the way back. */
  protected search(text: string): void {
    this.text.set(text);
    void this.router.navigate([], {
      queryParams: { q: text.trim() === '' ? null : text },
      queryParamsHandling: 'merge',
      replaceUrl: true,
    });
  }

  protected counted(count: number): string {
    return count === 1 ? '1 rule' : `${count} rules`;
  }
}
