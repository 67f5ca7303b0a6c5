import { Component, computed, inject, input } from '@angular/core';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Session } from '../../core/session/session';
import { BuiltInRulesPanel } from './built-in-rules';
import { OperatorRulesPanel } from './operator-rules';
import { linesOf } from './rule-topics';
import { TryCall } from './try-call';
import { TwoApprovals } from './two-approvals';
import { WhatRuns } from './what-runs';

/** What can never run, what asks first, and what runs by itself. */
@Component({
  selector: 'kenny-policy',
  imports: [BuiltInRulesPanel, OperatorRulesPanel, TryCall, TwoApprovals, WhatRuns],
  template: `
    <div class="page-head">
      <h1>Policy</h1>
    </div>
    @if (operator) {
      <p class="dim">
        What never happens on a PC, what a person is asked before, and what runs by itself.
      </p>
      <kenny-what-runs [never]="count()" />
      <div class="columns in-order">
        <kenny-built-in-rules [rules]="rules" [q]="q() ?? ''" />
        <div class="in-order">
          <kenny-operator-rules />
          <kenny-two-approvals />
          <kenny-try-call />
        </div>
      </div>
    } @else {
      <p class="panel note">
        Only operators can see the rules. Your token has the scope <strong>{{ scope }}</strong>: ask
        an admin for one with the operator scope.
      </p>
    }
  `,
  styles: `
    :host {
      display: block;
      max-width: 1240px;
    }
    @media (min-width: 1200px) {
      .columns {
        display: grid;
        grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr);
        gap: 0 28px;
        align-items: start;
      }
    }
    .page-head + p {
      margin: 0 0 12px;
    }
    .note {
      padding: 10px 16px;
    }
  `,
  host: { class: 'in-order' },
})
export class Policy {
  private readonly session = inject(Session);
  protected readonly operator = this.session.reaches('operator');
  /** What the rules are searched for, from the address. */
  readonly q = input<string>();
  private readonly api = inject(ApiClient);
  protected readonly rules = apiResource({
    params: () => this.operator || undefined,
    loader: () => this.api.builtInRules(),
  });
  protected readonly count = computed(
    () => linesOf((this.rules.value()?.items ?? []).flatMap(({ rules }) => rules)).length,
  );
  protected readonly scope = this.session.me()?.scope ?? '';
}
