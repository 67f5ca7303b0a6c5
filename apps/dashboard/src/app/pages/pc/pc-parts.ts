import { NgTemplateOutlet } from '@angular/common';
import {
  afterRenderEffect,
  Component,
  computed,
  ElementRef,
  inject,
  input,
  type TemplateRef,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import type { FleetAgent } from '@kenny/contract/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { Session } from '../../core/session/session';
import { onPhone } from '../../ui/on-phone';
import type { ChartSpan } from '../../ui/chart/chart-span';
import { LogLines } from '../../ui/log-lines';
import { PcScreen } from '../../ui/pc-screen';
import { PcActivity } from './pc-activity';
import { PcChanges } from './pc-changes';
import { PcCharts } from './pc-charts';
import type { PcFacts } from './pc-facts';
import { PcSpan } from './pc-span';
import { TimeRange, type Range } from './time-range';
import { ToolList } from './tools/tool-list';
import { systemLogToolFor } from './tools/tool-words';

const PARTS = [
  { id: 'overview', name: 'Overview' },
  { id: 'charts', name: 'Charts' },
  { id: 'changes', name: 'Changes' },
  { id: 'activity', name: 'Activity' },
  { id: 'tools', name: 'Tools' },
  { id: 'screen', name: 'Screen' },
  { id: 'log', name: 'Log' },
] as const;

const OVERVIEW = PARTS[0].id;

/** How a PC is, and everything else of it, one part at a time; which one stands in the address. */
@Component({
  selector: 'kenny-pc-parts',
  imports: [
    LogLines,
    NgTemplateOutlet,
    PcActivity,
    PcChanges,
    PcCharts,
    PcScreen,
    PcSpan,
    RouterLink,
    TimeRange,
    ToolList,
  ],
  templateUrl: './pc-parts.html',
  styleUrl: './pc-parts.css',
})
export class PcParts {
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly session = inject(Session);
  private readonly approvals = inject(ApprovalsStore);
  readonly pc = input.required<FleetAgent>();
  readonly facts = input.required<PcFacts>();
  /** How its checks are, and what it is. */
  readonly overview = input.required<TemplateRef<unknown>>();
  /** Chosen on a chart. */
  readonly span = input.required<ChartSpan | null>();
  /** Its name, for those who may see the screen. */
  readonly pictureTool = input<string>();
  /** From the query of the address. */
  readonly part = input<string>();
  readonly range = input.required<Range>();
  /** ISO 8601: where that range begins. */
  readonly from = input.required<string>();

  protected readonly mayAsk = computed(() => this.session.reaches('operator'));
  protected readonly parts = computed(() =>
    PARTS.filter(({ id }) => id !== 'screen' || this.pictureTool() !== undefined),
  );
  protected readonly OVERVIEW = OVERVIEW;
  protected readonly phone = onPhone();
  protected readonly shown = computed(
    () => this.parts().find(({ id }) => id === this.part()) ?? PARTS[0],
  );
  protected readonly isOverview = computed(() => this.shown().id === OVERVIEW);
  protected readonly hasRange = computed(
    () =>
      ['charts', 'changes'].includes(this.shown().id) ||
      // The cards of what is wrong have charts as well.
      (this.isOverview() &&
        this.facts()
          .flagged()
          .some((section) => this.facts().gaugesOf(section).length > 0)),
  );
  protected readonly waiting = computed(() =>
    this.mayAsk()
      ? this.approvals
          .all()
          .filter(({ agent_id, state }) => agent_id === this.pc().agent_id && state === 'pending')
          .length
      : 0,
  );

  protected readonly systemLog = computed(() =>
    this.mayAsk() ? systemLogToolFor(this.facts().tools(), this.pc()) : undefined,
  );
  /** Of its agent and of the server. */
  protected readonly logLines = computed(() => ({ agent_id: this.pc().agent_id }));

  constructor() {
    afterRenderEffect(() => {
      // Their names may be wider than a phone: the one that is shown is in sight.
      if (!this.phone() || !this.shown()) return;
      const current = this.host.querySelector<HTMLElement>('nav [aria-current]');
      const nav = current?.closest('nav');
      if (!current || !nav) return;
      nav.scrollLeft = current.offsetLeft - nav.offsetLeft - nav.clientWidth / 2;
    });
  }

  /** Who has scrolled down in one part begins the next at its beginning. */
  protected toStart(): void {
    if (this.host.getBoundingClientRect().top < 0) this.host.scrollIntoView({ block: 'start' });
  }
}
