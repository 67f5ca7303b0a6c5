import { Component, inject } from '@angular/core';
import { toolTitle } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { GROUP_WORDS } from './group-words';

/** The rules built into every PC; they cannot be removed. */
@Component({
  selector: 'kenny-built-in-rules',
  imports: [ResourceStateNote, UntrustedText],
  template: `
    <section aria-labelledby="built-in-title">
      <h2 id="built-in-title">Built-in rules</h2>
      <p class="dim">
        Built into the agent on each PC, which checks every request itself. Nobody can remove them.
      </p>
      @if (rules.value(); as found) {
        <div class="panel">
          @for (group of found.items; track group.group) {
            <details>
              <summary>
                <strong>{{ groupWords[group.group] }}</strong>
                <span class="dim"> · {{ counted(group.rules.length) }}</span>
              </summary>
              <p class="dim">
                {{ group.about }} Applies to: {{ titles(group.tools) || 'no tool' }}.
              </p>
              <ul>
                @for (rule of group.rules; track rule.id) {
                  <li>
                    <kenny-untrusted [text]="'Anything that ' + rule.reason" />
                    <code class="dim"> {{ rule.id }}</code>
                  </li>
                }
              </ul>
            </details>
          }
        </div>
      }
      <kenny-resource-state [of]="rules" />
    </section>
  `,
  styleUrls: ['../../ui/headed-rows.css', './policy.css'],
})
export class BuiltInRulesPanel {
  private readonly api = inject(ApiClient);
  protected readonly rules = apiResource({ loader: () => this.api.builtInRules() });
  protected readonly groupWords = GROUP_WORDS;

  protected titles(tools: readonly string[]): string {
    return tools.map((tool) => toolTitle(tool)).join(', ');
  }

  protected counted(count: number): string {
    return count === 1 ? '1 rule' : `${count} rules`;
  }
}
