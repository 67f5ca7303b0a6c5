import { inject, Injectable, signal } from '@angular/core';
import { Router } from '@angular/router';
import type { ApprovalView } from '@kenny/contract/web';
import { likeCall, sameCall, type Remedy } from '@kenny/health/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { SheetOpener, type OfferedCall } from '../../core/approvals/sheet-opener';
import type { ApiError } from '../../core/http/api-error';
import { Mutation } from '../../core/http/mutation';

/** The part of a PC's page with its fixes and tools. */
export const TOOLS_PART = { part: 'tools' } as const;

type Fix = Pick<OfferedCall, 'tool' | 'args'> & Pick<Remedy, 'single'>;

/** Requests what somebody has chosen from a list that says so; where it fails, the list says why. */
@Injectable({ providedIn: 'root' })
export class FixAsker {
  private readonly approvals = inject(ApprovalsStore);
  private readonly router = inject(Router);
  private readonly sheet = inject(SheetOpener);
  private readonly asking = new Mutation();
  private readonly agentId = signal<string | null>(null);
  readonly busy = this.asking.busy;

  async ask(call: OfferedCall): Promise<void> {
    this.agentId.set(call.agent_id);
    await this.asking.run(() => this.sheet.ask(call));
    if (this.asking.error() === null) return;
    await this.router.navigate(['/fleet', call.agent_id], { queryParams: TOOLS_PART });
  }

  /**
   * The requests for this PC that are the same or like it, whoever asked for them, each once: they are
   * decided before anybody asks for the same again.
   */
  waitingOn(agentId: string, fix: Fix): ApprovalView[] {
    const here = this.approvals.waiting().filter(({ agent_id }) => agent_id === agentId);
    const same = here.filter((one) => sameCall(one, fix));
    // An update of all apps is not like that of a single one.
    const like = here.filter((one) => !fix.single && likeCall(one, fix));
    const all = [...same, ...like];
    return all.filter((one, at) => all.findIndex((other) => sameCall(one, other)) === at);
  }

  errorOn(agentId: string): ApiError | null {
    return this.agentId() === agentId ? this.asking.error() : null;
  }
}
