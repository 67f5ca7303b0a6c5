import { inject, Injectable } from '@angular/core';
import { Router } from '@angular/router';
import type { ApprovalAnswer } from '@kenny/contract/web';
import { ApprovalsStore } from './approvals-store';

/** Leads somebody who has requested something to the sheet on which it is decided. */
@Injectable({ providedIn: 'root' })
export class SheetOpener {
  private readonly approvals = inject(ApprovalsStore);
  private readonly router = inject(Router);

  /** Without an approval it has run already: nothing is to be decided. */
  async open(answer: object | ApprovalAnswer): Promise<void> {
    if (!('approval' in answer)) return;
    await this.approvals.load(answer.approval.id);
    await this.router.navigate(['/approvals', answer.approval.id]);
  }
}
