import { effect, inject, Injectable } from '@angular/core';
import type { SectionHealth } from '@kenny/contract/web';
import { FleetStore } from '../fleet/fleet-store';
import { ApprovalsStore } from './approvals-store';

/** How a PC was before a change ran on it, to tell what came of it. */
@Injectable({ providedIn: 'root' })
export class HealthBefore {
  private readonly sections = new Map<string, readonly SectionHealth[]>();

  constructor() {
    const [approvals, fleet] = [inject(ApprovalsStore), inject(FleetStore)];
    effect(() => {
      const known = new Set(approvals.all().map(({ id }) => id));
      for (const id of this.sections.keys()) if (!known.has(id)) this.sections.delete(id);
      for (const { id, agent_id } of approvals.waiting()) {
        const pc = fleet.agent(agent_id);
        if (pc) this.sections.set(id, pc.sections);
      }
    });
  }

  /** Sections that were not ok when the request was last seen waiting. */
  of(approvalId: string): readonly SectionHealth[] | undefined {
    return this.sections.get(approvalId);
  }
}
