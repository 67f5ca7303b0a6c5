import { inject, Injectable } from '@angular/core';
import type { FleetAgent } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { FleetStore } from '../core/fleet/fleet-store';
import { ApiClient } from '../core/http/api-client';
import { hasNeverConnected } from '../core/words';
import { AskFirst } from './ask-first';

/** Takes a PC out of the fleet, once somebody is sure. */
@Injectable({ providedIn: 'root' })
export class PcRemoval {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  private readonly fleet = inject(FleetStore);

  /** @returns whether it is removed */
  async remove(pc: FleetAgent): Promise<boolean> {
    const { agent_id } = pc;
    const name = visibleText(pc.name);
    const isOnly = this.fleet
      .agents()
      .every((one) => one.agent_id === agent_id || visibleText(one.name) !== name);
    const question = {
      ...{ title: 'Remove this PC?', act: 'Remove PC' },
      name: isOnly ? name : `${name} (${agent_id})`,
    };
    const sure = await this.askFirst.ask(
      hasNeverConnected(pc)
        ? { ...question, words: 'Its link stops working at once. It has never reported.' }
        : { ...question, words: WORDS, typed: pc },
    );
    if (sure) await this.api.removeAgent(agent_id);
    return sure;
  }
}

const WORDS =
  'Its key stops working at once, pending requests are cancelled, and its health history is deleted. ' +
  'The audit log stays. kenny stays installed on the PC until somebody uninstalls it there.';
