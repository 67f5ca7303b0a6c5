import { Component, inject, input } from '@angular/core';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Session } from '../../core/session/session';
import { BuiltInRulesPanel } from './built-in-rules';
import { OperatorRulesPanel } from './operator-rules';
import { TryCall } from './try-call';
import { TwoApprovals } from './two-approvals';
import { WhatRuns } from './what-runs';

/** What runs without asking, what asks first, what one sets oneself, and what is never run. */
@Component({
  selector: 'kenny-policy',
  imports: [BuiltInRulesPanel, OperatorRulesPanel, TryCall, TwoApprovals, WhatRuns],
  template: `
    <div class="page-head">
      <h1>Policy</h1>
    </div>
    @if (operator) {
      <p class="dim">
        What runs on your PCs without asking, what a person approves first, and what is never run.
      </p>
      <kenny-what-runs />
      <kenny-try-call />
      <kenny-two-approvals />
      <kenny-operator-rules />
      <kenny-built-in-rules [rules]="rules" [q]="q() ?? ''" />
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
    .page-head + p {
      margin: 0 0 12px;
    }
    kenny-try-call {
      display: block;
      margin-block: 16px;
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
  protected readonly scope = this.session.me()?.scope ?? '';
}
