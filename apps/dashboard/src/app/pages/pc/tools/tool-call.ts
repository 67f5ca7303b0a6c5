import { computed, inject, Injectable, signal } from '@angular/core';
import type { CatalogTool, ToolResultView } from '@kenny/contract/web';
import { ApprovalsStore } from '../../../core/approvals/approvals-store';
import { ApiClient } from '../../../core/http/api-client';
import { asApiError, type ApiError } from '../../../core/http/api-error';

/** Progress of one call. A pending one is known by its approval, not here. */
export type CallStage =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly since: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'done'; readonly answer: ToolResultView; readonly ms: number }
  | { readonly kind: 'failed'; readonly error: ApiError };

/** The call of the open form; one at a time. */
@Injectable()
export class ToolCall {
  private readonly api = inject(ApiClient);
  private readonly approvals = inject(ApprovalsStore);
  private readonly now = signal<CallStage>({ kind: 'idle' });
  private underWay: AbortController | undefined;

  readonly stage = this.now.asReadonly();
  readonly running = computed(() => this.now().kind === 'running');

  /** @returns the approval that a change waits for */
  async run(
    { name, effect }: CatalogTool,
    agent_id: string,
    args: Record<string, unknown>,
    reason = '',
  ): Promise<string | null> {
    if (this.running()) return null;
    const mine = new AbortController();
    this.underWay = mine;
    const since = Date.now();
    this.now.set({ kind: 'running', since });
    try {
      const answer = await this.api.callTool(
        name,
        { agent_id, args, ...(reason ? { reason } : {}) },
        mine.signal,
      );
      if (mine.signal.aborted) return null;
      if ('approval' in answer) {
        this.now.set({ kind: 'idle' });
        await this.approvals.load(answer.approval.id);
        return answer.approval.id;
      }
      this.now.set({ kind: 'done', answer, ms: Date.now() - since });
    } catch (fault) {
      if (mine.signal.aborted) return null;
      const error = asApiError(fault);
      this.now.set({ kind: 'failed', error: effect === 'read' ? error.ofRead() : error });
    }
    return null;
  }

  /** The server passes it on to the PC. */
  stop(): void {
    if (!this.running()) return;
    this.now.set({ kind: 'stopped' });
    this.underWay?.abort();
  }

  /** Reset for another tool or PC. */
  clear(): void {
    this.underWay?.abort();
    this.now.set({ kind: 'idle' });
  }
}
