import { inject, Injectable, signal } from '@angular/core';
import { Router } from '@angular/router';
import { SheetOpener, type OfferedCall } from '../../core/approvals/sheet-opener';
import type { ApiError } from '../../core/http/api-error';
import { Mutation } from '../../core/http/mutation';

/** The part of a PC's page with its fixes and tools. */
export const TOOLS_PART = { part: 'tools' } as const;

/** Requests what somebody has chosen from a list that says so; where it fails, the list says why. */
@Injectable({ providedIn: 'root' })
export class FixAsker {
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

  errorOn(agentId: string): ApiError | null {
    return this.agentId() === agentId ? this.asking.error() : null;
  }
}
