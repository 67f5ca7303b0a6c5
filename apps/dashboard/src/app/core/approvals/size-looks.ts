import { inject, Injectable, signal } from '@angular/core';
import type { DiskCleanableResult } from '@kenny/contract/web';
import { ApiClient } from '../http/api-client';
import { Mutation } from '../http/mutation';
import { SizesSeen } from './sizes-seen';

/** Asks PCs how much there is to delete: one look at a PC at a time, however many wait for it. */
@Injectable({ providedIn: 'root' })
export class SizeLooks {
  private readonly api = inject(ApiClient);
  private readonly sizes = inject(SizesSeen);
  private readonly byPc = new Map<string, Mutation>();
  private readonly held = signal<ReadonlySet<string>>(new Set());

  /** How the last look at this PC goes. */
  at(agentId: string): Pick<Mutation, 'busy' | 'error'> {
    return this.lookAt(agentId);
  }

  /** A policy has it wait for approval itself: asked again, it would be one more request. */
  isHeld(agentId: string): boolean {
    return this.held().has(agentId);
  }

  async look(agentId: string, read: string): Promise<void> {
    const look = this.lookAt(agentId);
    if (look.busy()) return;
    await look.run(async () => {
      const answer = await this.api.callTool(read, { agent_id: agentId, args: {} });
      if (!('result' in answer)) {
        this.held.update((held) => new Set([...held, agentId]));
        return;
      }
      const { targets = [] } = answer.result as Partial<DiskCleanableResult>;
      this.sizes.note(agentId, targets);
    });
  }

  private lookAt(agentId: string): Mutation {
    const look = this.byPc.get(agentId) ?? new Mutation();
    this.byPc.set(agentId, look);
    return look;
  }
}
