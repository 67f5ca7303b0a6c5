import { NgTemplateOutlet } from '@angular/common';
import {
  afterRenderEffect,
  Component,
  computed,
  inject,
  input,
  viewChildren,
  type ElementRef,
  type TemplateRef,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import type { FleetAgent } from '@kenny/contract/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { Session } from '../../core/session/session';
import { arriveAt } from '../../ui/arrive-at';
import { Icon } from '../../ui/icon';
import { onPhone } from '../../ui/on-phone';
import type { ChartSpan } from '../../ui/chart/chart-span';
import { LogLines } from '../../ui/log-lines';
import { PcScreen } from '../../ui/pc-screen';
import { PcActivity } from './pc-activity';
import { PcChanges } from './pc-changes';
import { PcCharts } from './pc-charts';
import type { PcFacts } from './pc-facts';
import { PcSpan } from './pc-span';
import { rangeOf, TimeRange } from './time-range';
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
    Icon,
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
  styleUrls: ['../../ui/fold.css', './pc-parts.css'],
})
export class PcParts {
  private readonly session = inject(Session);
  private readonly approvals = inject(ApprovalsStore);
  readonly pc = input.required<FleetAgent>();
  readonly facts = input.required<PcFacts>();
  /** How its checks are, and what it is. */
  readonly overview = input.required<TemplateRef<unknown>>();
  /** The overview is drawn to its end: what stands below moves no more. */
  readonly whole = input.required<boolean>();
  /** Chosen on a chart. */
  readonly span = input.required<ChartSpan | null>();
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
  protected readonly OVERVIEW = OVERVIEW;
  protected readonly phone = onPhone();
  protected readonly shown = computed(
    () => this.parts().find(({ id }) => id === this.part()) ?? PARTS[0],
  );
  /** On a phone each other part is a heading, and none is open until somebody asks for it. */
  protected readonly folds = computed(() => this.parts().filter(({ id }) => id !== OVERVIEW));
  protected readonly opened = computed(() => (this.isOverview() ? null : this.shown()));
  protected readonly isOverview = computed(() => this.shown().id === OVERVIEW);
  /** On a phone the cards stay above the charts. */
  protected readonly above = computed(() => (this.phone() ? this.facts().flagged() : []));
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
  private readonly headings = viewChildren<ElementRef<HTMLElement>>('fold');

  constructor() {
    const place = computed(() => `${this.pc().agent_id} ${this.shown().id}`);
    let arrivedAt = '';
    afterRenderEffect(() => {
      const [here, open] = [place(), this.folds().findIndex((one) => one === this.opened())];
      const heading = this.headings()[open]?.nativeElement;
      if (!heading || arrivedAt === here) return;
      arrivedAt = here;
      // An address leads to a part far down the page; who presses its heading is there already.
      if (heading !== document.activeElement) arriveAt(heading);
    });
  }

  /** A part that is not open yet is gone to once it is; who has scrolled away comes back at once. */
  protected jumpTo(id: string): void {
    if (!this.phone()) return;
    if (id === OVERVIEW) scrollTo({ top: 0 });
    if (id !== this.opened()?.id) return;
    const at = this.folds().findIndex((one) => one.id === id);
    this.headings()[at]?.nativeElement.scrollIntoView({ block: 'start' });
  }

  /** Of its agent and of the server. */
  protected readonly logLines = computed(() => ({ agent_id: this.pc().agent_id }));
  protected readonly chosenRange = computed(() => rangeOf(this.range()));
}
