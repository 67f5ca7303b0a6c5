import { Component, effect, inject, signal } from '@angular/core';
import { ApprovalsStore } from '../core/approvals/approvals-store';
import { FleetStore } from '../core/fleet/fleet-store';
import { visibleText } from '@kenny/contract/web';

/**
 * What screen readers hear without a move of the focus: a new approval at once, a PC that has become
 * critical when there is a pause.
 */
@Component({
  selector: 'kenny-news',
  template: `
    <div class="unseen" aria-live="assertive">{{ urgent() }}</div>
    <div class="unseen" aria-live="polite">{{ quiet() }}</div>
  `,
})
export class LiveNews {
  protected readonly urgent = signal('');
  protected readonly quiet = signal('');

  constructor() {
    const approvals = inject(ApprovalsStore);
    const fleet = inject(FleetStore);
    let waiting: Set<string> | undefined;
    let critical: Set<string> | undefined;
    effect(() => {
      if (!approvals.ready()) return;
      const now = approvals.waiting();
      const fresh = waiting ? now.filter(({ id }) => !waiting?.has(id)) : [];
      waiting = new Set(now.map(({ id }) => id));
      const [first] = fresh;
      if (first)
        this.urgent.set(`Approval needed: ${first.tool} on ${visibleText(first.agent_id)}`);
    });
    effect(() => {
      if (!fleet.ready()) return;
      const now = fleet.agents().filter(({ overall }) => overall === 'crit');
      const fresh = critical ? now.filter(({ agent_id }) => !critical?.has(agent_id)) : [];
      critical = new Set(now.map(({ agent_id }) => agent_id));
      const [first] = fresh;
      if (first) this.quiet.set(`${visibleText(first.name)} is critical`);
    });
  }
}
