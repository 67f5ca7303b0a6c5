import { inject, Injectable } from '@angular/core';
import {
  costsNobody,
  notableEffects,
  onPc,
  ratedRisk,
  runsScript,
  type ApprovalView,
  type CatalogTool,
} from '@kenny/contract/web';
import { remedyOf, tellCall, type Remedy, type ToldCall } from '@kenny/health/web';
import { capitalised, visibleText } from '@kenny/kernel';
import { CatalogStore } from '../facts/catalog-store';
import { FleetStore } from '../fleet/fleet-store';
import { meaningOf } from './call-words';

type Call = Pick<ApprovalView, 'tool' | 'args' | 'agent_id'>;

/** What a call does, the same on every page: in a sentence, and what it costs. */
@Injectable({ providedIn: 'root' })
export class CallTeller {
  private readonly fleet = inject(FleetStore);
  private readonly store = inject(CatalogStore);
  readonly catalog = this.store.ask();
  private readonly remedies = this.store.remedies;

  /** Undefined while nothing is known, and for a tool that this server no longer has. */
  toolOf(tool: string): CatalogTool | undefined {
    return this.catalog.value()?.tools.find(({ name }) => name === tool);
  }

  tell(call: Call): ToldCall {
    const { agent_id } = call;
    const os = this.fleet.agent(agent_id)?.meta?.os;
    return tellCall(call, { name: this.fleet.nameOf(agent_id), os }, this.remedies());
  }

  /** In one line: `Free up space on Mum’s laptop`. */
  titleOf(call: Call): string {
    return onPc(this.tell(call).title, visibleText(this.fleet.nameOf(call.agent_id)));
  }

  /** What the call costs; of a script that nobody knows, what scripts in general may. */
  weigh(call: Call): string {
    const tool = this.toolOf(call.tool);
    if (!tool) return '';
    const { effects } = this.tell(call);
    const words = meaningOf(tool, effects).join(' · ');
    if (runsScript(call.tool) && !effects) return `In general: ${words}`;
    return capitalised(words);
  }

  /** The same where it is one of many, and nobody decides yet: what somebody may mind. */
  weighInShort(call: Call): string {
    const { effects } = this.tell(call);
    return effects ? capitalised(notableEffects(effects).join(' · ')) : this.weigh(call);
  }

  /** The fix of kenny's own that the call is to the letter. */
  fixOf(call: Call): Remedy | undefined {
    const os = this.fleet.agent(call.agent_id)?.meta?.os;
    return remedyOf(this.remedies(), os, call);
  }

  /** Before it is asked for, as the server will rate it; undefined of a read, and while nothing is known. */
  riskOf(call: Call): ApprovalView['risk'] | undefined {
    const tool = this.toolOf(call.tool);
    if (tool?.effect !== 'change') return undefined;
    const fix = this.fixOf(call);
    return ratedRisk(tool.risk, fix !== undefined && costsNobody(fix.effects));
  }

  /** The check that lists what the call updates, where that is all of it; undefined for any other call. */
  updatesAllOf({ tool, args, agent_id }: Call): string | undefined {
    const os = this.fleet.agent(agent_id)?.meta?.os;
    const bySection = Object.entries(this.catalog.value()?.remedies ?? {});
    return bySection.find(([, remedies]) =>
      (remedies as readonly Remedy[]).some(
        (one) => one.os === os && one.tool === tool && one.single && !(one.single in args),
      ),
    )?.[0];
  }

  /** The read that says what there is for a tool that deletes what somebody chooses of it. */
  readBefore(tool: string): string | undefined {
    return this.remedies().find((one) => one.tool === tool && one.choose)?.choose?.read;
  }
}
