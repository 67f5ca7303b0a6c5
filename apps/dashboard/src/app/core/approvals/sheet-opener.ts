import { computed, inject, Injectable, signal } from '@angular/core';
import { Router } from '@angular/router';
import type { ApprovalAnswer, ApprovalView, CallToolBody } from '@kenny/contract/web';
import { likeCall, sameCall } from '@kenny/health/web';
import { ApiClient } from '../http/api-client';
import { sentAlong } from '../navigation/sent-along';
import { ApprovalsStore } from './approvals-store';

/** A change of a PC that a page offers. */
export interface OfferedCall {
  readonly tool: string;
  readonly agent_id: string;
  readonly args: CallToolBody['args'];
  readonly reason?: string;
  /** The server adds arguments of its own. */
  readonly completed?: boolean;
}

/** Sends a request; what needs no approval has run with its answer. */
export type Sending = () => Promise<object | ApprovalAnswer>;

/** What a navigation tells the sheet. */
interface JustAsked {
  readonly justAsked: string;
}

/** Leads somebody who has requested something to the sheet on which it is decided. */
@Injectable({ providedIn: 'root' })
export class SheetOpener {
  private readonly api = inject(ApiClient);
  private readonly approvals = inject(ApprovalsStore);
  private readonly router = inject(Router);
  private readonly underWay = signal(0);
  /** A click has asked for something, and its sheet is not there yet. */
  readonly isAsking = computed(() => this.underWay() > 0);

  /**
   * Requests it; one that waits already, whoever asked for it, is opened instead. Only for a button
   * that says that it asks: any other shows first what it will do (`AskToRun`).
   */
  async ask(call: OfferedCall, send = this.sendingOf(call)): Promise<void> {
    const same = this.waiting(call);
    if (same) await this.router.navigate(['/approvals', same.id]);
    else await this.open(send);
  }

  /** The same for that PC, whoever asked for it. */
  waiting(call: OfferedCall): ApprovalView | undefined {
    const isSame = call.completed ? likeCall : sameCall;
    return this.approvals
      .waiting()
      .find((one) => one.agent_id === call.agent_id && isSame(one, call));
  }

  private sendingOf({ tool, completed: _, ...body }: OfferedCall): Sending {
    return () => this.api.callTool(tool, body);
  }

  /** Without an approval it has run already: nothing is to be decided. */
  async open(request: Sending): Promise<void> {
    this.underWay.update((count) => count + 1);
    try {
      await this.openAsked(request);
    } finally {
      this.underWay.update((count) => count - 1);
    }
  }

  private async openAsked(request: Sending): Promise<void> {
    const known = this.approvals.ready()
      ? new Set(this.approvals.waiting().map((one) => one.id))
      : undefined;
    const answer = await request();
    if (!('approval' in answer)) return;
    const { id } = answer.approval;
    await this.approvals.load(id);
    // The server answers a repeated request with the one that waits.
    const isNew = known !== undefined && !known.has(id);
    const extras = isNew ? { info: { justAsked: id } satisfies JustAsked } : {};
    await this.router.navigate(['/approvals', id], extras);
  }
}

/** The request that the click has made which leads to this page. Call it in the page's constructor. */
export function justAsked(): string | undefined {
  return sentAlong<JustAsked>()?.justAsked;
}
