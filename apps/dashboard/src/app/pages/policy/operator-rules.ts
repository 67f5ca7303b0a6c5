import { Component, inject, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { RuleView } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { AskFirst } from '../../ui/ask-first';
import { ErrorNote } from '../../ui/error-note';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { GROUP_WORDS } from './group-words';
import { NewRule } from './new-rule';

/** Custom deny rules: they only add to the built-in ones, on every PC within a second. */
@Component({
  selector: 'kenny-operator-rules',
  imports: [ErrorNote, Icon, MatButton, NewRule, RelativeTime, ResourceStateNote, UntrustedText],
  template: `
    <section aria-labelledby="own-title">
      <div class="head">
        <h2 id="own-title">Custom rules</h2>
        @if (!adding()) {
          <button type="button" matButton="outlined" (click)="adding.set(true)">
            <kenny-icon matButtonIcon name="plus" />New rule
          </button>
        }
      </div>
      @if (adding()) {
        <kenny-new-rule (made)="made()" (left)="adding.set(false)" />
      }
      @if (fault(); as error) {
        <kenny-error [error]="error" />
      }
      @if (rules.value(); as found) {
        <ul class="panel rows" aria-label="Custom rules">
          @for (rule of found.items; track rule.id) {
            <li>
              <div class="what">
                <code>{{ rule.id }}</code>
                {{ ' ' }}<span class="tag">{{ groupWords[rule.applies_to] }}</span>
                <p>
                  @if (rule.reason) {
                    <kenny-untrusted [text]="rule.reason" />
                  } @else {
                    <span class="dim">No reason given.</span>
                  }
                </p>
                <kenny-untrusted [text]="rule.pattern" look="code" />
              </div>
              <span class="dim">
                <kenny-untrusted [text]="rule.created_by" /> · <kenny-time [at]="rule.created_at" />
              </span>
              @if (mayRemove()) {
                <button type="button" matButton="text" class="danger" (click)="remove(rule)">
                  Remove<span class="unseen"> {{ rule.id }}</span>
                </button>
              }
            </li>
          } @empty {
            <li>No custom rules yet. A rule blocks matching commands on every PC.</li>
          }
        </ul>
        @if (found.items.length > 0 && !mayRemove()) {
          <p class="dim">Only people who can approve may remove a rule.</p>
        }
      }
      <kenny-resource-state [of]="rules" />
    </section>
  `,
  styles: `
    kenny-new-rule {
      display: block;
      margin-bottom: 10px;
    }
  `,
  styleUrls: ['../../ui/headed-rows.css', './policy.css'],
})
export class OperatorRulesPanel {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  protected readonly rules = apiResource({ loader: () => this.api.rules() });
  protected readonly adding = signal(false);
  /** Removing a rule allows more, so it takes the right to approve. */
  protected readonly mayRemove = inject(Session).mayDecide;
  private readonly mutation = new Mutation();
  protected readonly fault = this.mutation.error;
  protected readonly groupWords = GROUP_WORDS;

  protected made(): void {
    this.adding.set(false);
    this.rules.reload();
  }

  protected async remove({ id, reason }: RuleView): Promise<void> {
    const sure = await this.askFirst.ask({
      title: `Remove the rule ${id}?`,
      name: visibleText(reason) || id,
      words: 'What it blocked can be requested again on every PC, within a second.',
      act: 'Remove rule',
    });
    if (!sure) return;
    await this.mutation.run(async () => {
      await this.api.removeRule(id);
      this.rules.reload();
    });
  }
}
