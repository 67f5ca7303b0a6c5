import { Component, inject } from '@angular/core';
import { Session } from '../../core/session/session';
import { BuiltInRulesPanel } from './built-in-rules';
import { OperatorRulesPanel } from './operator-rules';
import { TryCall } from './try-call';
import { TwoApprovals } from './two-approvals';

/** What is refused everywhere, even if approved, and what needs two approvals. */
@Component({
  selector: 'kenny-policy',
  imports: [BuiltInRulesPanel, OperatorRulesPanel, TryCall, TwoApprovals],
  template: `
    <div class="page-head">
      <h1>Policy</h1>
      <span class="dim">What no PC ever runs, whoever asks or approves.</span>
    </div>
    @if (operator) {
      <kenny-built-in-rules />
      <kenny-try-call />
      <kenny-operator-rules />
      <kenny-two-approvals />
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
      max-width: 1080px;
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
  protected readonly scope = this.session.me()?.scope ?? '';
}
