import { inject, Injectable, Injector } from '@angular/core';
import { needsApproval, TOOL_CLASSES } from '@kenny/contract/web';
import { CallTeller } from '../core/approvals/call-teller';
import { SheetOpener, type OfferedCall, type Sending } from '../core/approvals/sheet-opener';
import type { Mutation } from '../core/http/mutation';
import { Session } from '../core/session/session';

/** Every button that offers a change: shows first what it would do, then requests it. */
@Injectable({ providedIn: 'root' })
export class AskToRun {
  private readonly injector = inject(Injector);
  private readonly session = inject(Session);
  private readonly sheet = inject(SheetOpener);
  private readonly teller = inject(CallTeller);

  /**
   * What waits already is opened, and what needs no approval runs at once.
   * @param asking - busy only once it is sent: a disabled button does not get the focus back
   */
  async ask(asking: Mutation, call: OfferedCall, send?: Sending): Promise<void> {
    if (this.asksFirst(call) && !(await this.isWanted(call))) return;
    await asking.run(() => this.sheet.ask(call, send));
  }

  private asksFirst(call: OfferedCall): boolean {
    if (this.sheet.waiting(call)) return false;
    const tool = this.teller.toolOf(call.tool);
    const held = TOOL_CLASSES.filter((one) => this.session.holds(one));
    return !tool || needsApproval(tool, held);
  }

  /** The daily pages load no dialogs before one is wanted. */
  private async isWanted(call: OfferedCall): Promise<boolean> {
    const dialog = await import('./would-run');
    return dialog.isWanted(this.injector, call);
  }
}
