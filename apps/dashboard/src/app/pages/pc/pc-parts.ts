import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { FleetAgent } from '@kenny/contract/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { Session } from '../../core/session/session';
import { Icon } from '../../ui/icon';
import { onPhone } from '../../ui/on-phone';
import { LogLines } from '../../ui/log-lines';
import { PcScreen } from '../../ui/pc-screen';
import { PcActivity } from './pc-activity';
import { PcChanges } from './pc-changes';
import { PcCharts } from './pc-charts';
import type { PcFacts } from './pc-facts';
import { rangeOf, TimeRange } from './time-range';
import { ToolList } from './tools/tool-list';

const PARTS = [
  { id: 'charts', name: 'Charts' },
  { id: 'changes', name: 'Changes' },
  { id: 'activity', name: 'Activity' },
  { id: 'tools', name: 'Tools' },
  { id: 'screen', name: 'Screen' },
  { id: 'log', name: 'Log' },
] as const;

/** Everything of a PC beside its health, one part at a time; which one stands in the address. */
@Component({
  selector: 'kenny-pc-parts',
  imports: [
    Icon,
    LogLines,
    NgTemplateOutlet,
    PcActivity,
    PcChanges,
    PcCharts,
    PcScreen,
    RouterLink,
    TimeRange,
    ToolList,
  ],
  templateUrl: './pc-parts.html',
  styleUrls: ['../../ui/fold.css', './pc-parts.css'],
})
export class PcParts {
  private readonly session = inject(Session);
  private readonly approvals = inject(ApprovalsStore);
  readonly pc = input.required<FleetAgent>();
  readonly facts = input.required<PcFacts>();
  /** Its name, for those who may see the screen. */
  readonly pictureTool = input<string>();
  // From the query of the address.
  readonly part = input<string>();
  readonly range = input<string>();
  /** ISO 8601: where that range begins. */
  readonly from = input.required<string>();

  protected readonly mayAsk = computed(() => this.session.reaches('operator'));
  protected readonly parts = computed(() =>
    PARTS.filter(({ id }) => id !== 'screen' || this.pictureTool() !== undefined),
  );
  protected readonly phone = onPhone();
  protected readonly shown = computed(
    () => this.parts().find(({ id }) => id === this.part()) ?? PARTS[0],
  );
  /** On a phone each part is a heading, and none is open until somebody asks for it. */
  protected readonly opened = computed(() => (this.part() === undefined ? null : this.shown()));
  protected readonly hasRange = computed(() => ['charts', 'changes'].includes(this.shown().id));
  protected readonly waiting = computed(() =>
    this.mayAsk()
      ? this.approvals
          .all()
          .filter(({ agent_id, state }) => agent_id === this.pc().agent_id && state === 'pending')
          .length
      : 0,
  );

  /** Of its agent and of the server. */
  protected readonly logLines = computed(() => ({ agent_id: this.pc().agent_id }));
  protected readonly span = computed(() => rangeOf(this.range()));
}
