import { computed, DestroyRef, inject, Injectable, signal } from '@angular/core';
import { SEVERAL_PCS, type CatalogTool, type ToolResultView } from '@kenny/contract/web';
import { inLanes } from '@kenny/kernel';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { ApiClient } from '../../core/http/api-client';
import { asApiError, type ApiError } from '../../core/http/api-error';

/** How far it is on one PC. A request is known by its approval. */
export type Stage =
  | { readonly kind: 'left out'; readonly words: string }
  | { readonly kind: 'queued' }
  | { readonly kind: 'running' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'done'; readonly answer: ToolResultView }
  | { readonly kind: 'asked'; readonly approvalId: string }
  | { readonly kind: 'failed'; readonly error: ApiError };

/** The same call for each PC. */
export interface SameCall {
  readonly tool: CatalogTool;
  readonly args: Record<string, unknown>;
  readonly reason: string;
}

/** A PC, and why it is not even tried. */
export interface Target {
  readonly id: string;
  readonly obstacle: string | null;
  /** Of a fix that is another call on this PC's system. */
  readonly own?: Pick<SameCall, 'tool' | 'args'> | undefined;
}

/** One call on several PCs, a few at a time. Whoever leaves the page stops it. */
@Injectable()
export class ToolRuns {
  private readonly api = inject(ApiClient);
  private readonly approvals = inject(ApprovalsStore);
  private readonly byPc = signal<ReadonlyMap<string, Stage>>(new Map());
  private underWay: AbortController | undefined;

  /** What was called, of what is shown. */
  readonly call = signal<SameCall | null>(null);
  readonly stages = this.byPc.asReadonly();
  readonly running = computed(() => [...this.byPc().values()].some(isOpen));

  constructor() {
    inject(DestroyRef).onDestroy(() => this.underWay?.abort());
  }

  /** On each of them, in their order; those that it ran on before keep their rows. */
  async run(call: SameCall, targets: readonly Target[]): Promise<void> {
    if (this.running()) return;
    const mine = new AbortController();
    this.underWay = mine;
    this.call.set(call);
    for (const { id, obstacle } of targets) {
      this.note(id, obstacle === null ? { kind: 'queued' } : { kind: 'left out', words: obstacle });
    }
    const able = targets.filter(({ obstacle }) => obstacle === null);
    await inLanes(able, SEVERAL_PCS.atOnce, async ({ id, own }) => {
      if (mine.signal.aborted) return;
      this.note(id, { kind: 'running' });
      const stage = await this.ask({ ...call, ...own }, id, mine.signal);
      if (!mine.signal.aborted) this.note(id, stage);
    });
  }

  /** The server passes it on to the PCs. */
  stop(): void {
    this.underWay?.abort();
    for (const [id, stage] of this.byPc()) if (isOpen(stage)) this.note(id, { kind: 'stopped' });
  }

  /** For another tool or other PCs. */
  clear(): void {
    this.underWay?.abort();
    this.call.set(null);
    this.byPc.set(new Map());
  }

  private async ask(
    { tool, args, reason }: SameCall,
    agent_id: string,
    stop: AbortSignal,
  ): Promise<Stage> {
    try {
      const body = { agent_id, args, ...(reason ? { reason } : {}) };
      const answer = await this.api.callTool(tool.name, body, stop);
      if (!('approval' in answer)) return { kind: 'done', answer };
      this.approvals.know(answer.approval);
      return { kind: 'asked', approvalId: answer.approval.id };
    } catch (fault) {
      const error = asApiError(fault);
      return { kind: 'failed', error: tool.effect === 'read' ? error.ofRead() : error };
    }
  }

  private note(id: string, stage: Stage): void {
    this.byPc.update((before) => new Map(before).set(id, stage));
  }
}

function isOpen({ kind }: Stage): boolean {
  return kind === 'queued' || kind === 'running';
}
