import { Component, computed, inject, signal } from '@angular/core';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { toolTitle } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { FIELD_LOOK } from '../../ui/field-look';
import { PageSearch } from '../../ui/page-search';
import { ResourceStateNote } from '../../ui/resource-state';
import { Toolbar, ToolbarItem } from '../../ui/toolbar';
import { UntrustedText } from '../../ui/untrusted-text';
import { GROUP_WORDS } from './group-words';
import { groupsFor, RULE_TOPICS } from './rule-topics';

/** The rules built into every PC; they cannot be removed. */
@Component({
  selector: 'kenny-built-in-rules',
  imports: [
    MatFormField,
    MatInput,
    MatLabel,
    PageSearch,
    ResourceStateNote,
    Toolbar,
    ToolbarItem,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './built-in-rules.html',
  styleUrls: ['../../ui/headed-rows.css', '../../ui/chips.css', './policy.css'],
  styles: `
    .search {
      display: grid;
      gap: 8px;
      margin-bottom: 12px;
    }
    .found:empty {
      display: none;
    }
    @media (max-width: 700px) {
      .chips {
        flex-wrap: nowrap;
        overflow-x: auto;
        padding-block: 4px;
      }
      .chip {
        flex: none;
      }
    }
    li code {
      margin-left: 0.5ch;
    }
  `,
})
export class BuiltInRulesPanel {
  private readonly api = inject(ApiClient);
  protected readonly rules = apiResource({ loader: () => this.api.builtInRules() });
  protected readonly groupWords = GROUP_WORDS;
  protected readonly topics = RULE_TOPICS;
  protected readonly text = signal('');
  protected readonly searching = computed(() => this.text().trim() !== '');
  protected readonly groups = computed(() =>
    groupsFor(this.rules.value()?.items ?? [], this.text()),
  );
  protected readonly foundWords = computed(() => {
    const found = this.groups().reduce((sum, { count }) => sum + count, 0);
    const all = (this.rules.value()?.items ?? []).reduce((sum, { rules }) => sum + rules.length, 0);
    return found > 0
      ? `${found} of ${all} rules`
      : 'No built-in rule is about that. Try a command below, or add a custom rule.';
  });

  protected titles(tools: readonly string[]): string {
    return tools.map((tool) => toolTitle(tool)).join(', ');
  }

  protected counted(count: number): string {
    return count === 1 ? '1 rule' : `${count} rules`;
  }
}
