import {
  CdkFixedSizeVirtualScroll,
  CdkVirtualForOf,
  CdkVirtualScrollableWindow,
  CdkVirtualScrollViewport,
} from '@angular/cdk/scrolling';
import {
  Component,
  computed,
  DOCUMENT,
  ElementRef,
  inject,
  input,
  linkedSignal,
  output,
  viewChild,
} from '@angular/core';
import { RouterLink, type Params } from '@angular/router';
import { systemTitle, type FleetAgent } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import type { FleetSort } from '../../core/fleet/fleet-order';
import {
  asideWords,
  furtherWords,
  lastSeenWords,
  unreadableWords,
} from '../../core/health/health-words';
import { partByPart } from '../../core/scheduling/scheduler';
import { checkTitle, hasNeverConnected, NOT_CONNECTED_WHY, pcHealthWord } from '../../core/words';
import { HeartbeatStrip } from '../../ui/heartbeat-strip';
import { onPhone } from '../../ui/on-phone';
import { RelativeTime } from '../../ui/relative-time';
import { StatusDot } from '../../ui/status-dot';
import { UntrustedText } from '../../ui/untrusted-text';

/** As high as the style sheet makes a row, and on a phone, where it has a second line. */
const ROW_PX = 42;
const TWO_LINES_PX = 62;
/** Rows that are drawn above and below the window, so that scrolling shows no gap. */
const LEAST_BESIDE = 4;
const MOST_BESIDE = 8;

interface Column {
  readonly title: string;
  readonly sort?: FleetSort;
}

const COLUMNS: readonly Column[] = [
  { title: 'Health', sort: 'worst' },
  { title: 'PC', sort: 'name' },
  { title: 'Problem' },
  { title: 'Last 24 h' },
  { title: 'System', sort: 'system' },
  { title: 'Seen', sort: 'seen' },
];

const ORDER_WORDS: Readonly<Record<FleetSort, string>> = {
  worst: 'worst first',
  name: 'by name',
  system: 'by system',
  seen: 'last seen first',
  agent: 'by the version of the agent',
};

/** The fleet as a virtual table with arrow-key navigation; it scrolls with the page. */
@Component({
  selector: 'kenny-fleet-table',
  imports: [
    CdkFixedSizeVirtualScroll,
    CdkVirtualForOf,
    CdkVirtualScrollableWindow,
    CdkVirtualScrollViewport,
    HeartbeatStrip,
    RelativeTime,
    RouterLink,
    StatusDot,
    UntrustedText,
  ],
  templateUrl: './fleet-table.html',
  styleUrl: './fleet-table.css',
  host: { '(document:keydown.arrowDown)': 'enter($event)' },
})
export class FleetTable {
  protected readonly unreadable = unreadableWords;
  protected readonly healthWord = pcHealthWord;
  protected readonly neverConnected = hasNeverConnected;
  protected readonly whyNot = NOT_CONNECTED_WHY;
  protected readonly aside = asideWords;
  protected readonly further = furtherWords;
  protected readonly lastSeen = lastSeenWords;
  readonly rows = input.required<readonly FleetAgent[]>();
  readonly sort = input.required<FleetSort>();
  readonly sorted = output<FleetSort>();
  readonly opened = output<FleetAgent>();
  /** IDs of those that are selected; null while none can be. */
  readonly selected = input<ReadonlySet<string> | null>(null);
  readonly toggled = output<FleetAgent>();
  /** Pointer or focus entered or left the table. */
  readonly held = output<boolean>();

  private readonly requests = inject(ApprovalsStore);
  private readonly element = inject<ElementRef<HTMLElement>>(ElementRef);
  private readonly document = inject(DOCUMENT);
  private readonly viewport = viewChild.required(CdkVirtualScrollViewport);
  protected readonly columns = COLUMNS;
  protected readonly orderWords = computed(() => ORDER_WORDS[this.sort()]);
  private readonly phone = onPhone();
  protected readonly rowPx = computed(() => (this.phone() ? TWO_LINES_PX : ROW_PX));
  protected readonly leastBesidePx = computed(() => LEAST_BESIDE * this.rowPx());
  protected readonly mostBesidePx = computed(() => MOST_BESIDE * this.rowPx());
  protected readonly heightPx = computed(() => Math.max(1, this.rows().length) * this.rowPx());
  private readonly drawn = partByPart(
    () => 1,
    () => true,
  );
  /** The frame of the table is there before its rows, and as high as they will be. */
  protected readonly drawnRows = computed(() => (this.drawn() > 0 ? this.rows() : []));
  /** Roving tab stop; it stays with its PC when the order changes. */
  protected readonly current = linkedSignal<readonly FleetAgent[], string>({
    source: this.rows,
    computation: (rows, previous) => {
      const stays = rows.some(({ agent_id }) => agent_id === previous?.value);
      return stays && previous ? previous.value : (rows[0]?.agent_id ?? '');
    },
  });

  protected readonly idOf = (_: number, { agent_id }: FleetAgent): string => agent_id;

  /** One direction each: the one that somebody looks for. */
  protected sortOf(column: FleetSort): 'ascending' | 'descending' | 'none' {
    if (column !== this.sort()) return 'none';
    return column === 'worst' || column === 'seen' ? 'descending' : 'ascending';
  }

  protected system(agent: FleetAgent): string {
    return systemTitle(agent) ?? '';
  }

  protected section(name: string): string {
    return checkTitle(name);
  }

  /** What waits for approval on a PC, and where: one request itself, more of them in its activity. */
  protected waits({ agent_id }: FleetAgent): {
    count: number;
    path: readonly string[];
    query: Params;
  } | null {
    const waiting = this.requests.waitingByPc().get(agent_id);
    const [first] = waiting ?? [];
    if (!waiting || !first) return null;
    const count = waiting.length;
    return count === 1
      ? { count, path: ['/approvals', first.id], query: {} }
      : { count, path: ['/fleet', agent_id], query: { part: 'activity' } };
  }

  /** A click opens a PC, or selects it where PCs are selected. */
  protected press({ target }: Event, agent: FleetAgent): void {
    // The box speaks for itself.
    if (target instanceof Element && target.closest('label')) return;
    (this.selected() ? this.toggled : this.opened).emit(agent);
  }

  /** It shows what is selected: one PC too many stays without its mark. */
  protected toggleBox(box: HTMLInputElement, agent: FleetAgent): void {
    box.checked = this.selected()?.has(agent.agent_id) ?? false;
    this.toggled.emit(agent);
  }

  /** Only the key alone: with others it is the browser's. */
  protected byKey(event: KeyboardEvent, agent: FleetAgent): void {
    if (event.key !== 'x' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.toggled.emit(agent);
  }

  protected labelOf({ name }: FleetAgent): string {
    return `Select ${visibleText(name)}`;
  }

  /** ↓ begins at the current row where nothing has the focus, or the link that led here. */
  protected enter(event: Event): void {
    const { body } = this.document;
    const isFree =
      event.target === body || (event.target instanceof Element && event.target.closest('nav'));
    if (event.defaultPrevented || !isFree) return;
    if (this.focusRow(this.current())) event.preventDefault();
  }

  protected move(event: Event, step: number): void {
    event.preventDefault();
    const rows = this.rows();
    const at = rows.findIndex(({ agent_id }) => agent_id === this.current());
    const next = Math.min(rows.length - 1, Math.max(0, at + step));
    const agent = rows[next];
    if (!agent) return;
    this.current.set(agent.agent_id);
    if (this.focusRow(agent.agent_id)) return;
    // It is not drawn yet: the page goes there first.
    const { nativeElement: list } = this.viewport().elementRef;
    this.viewport().scrollable.scrollTo({
      top:
        this.viewport().scrollable.measureScrollOffset('top') +
        list.getBoundingClientRect().top +
        Math.max(0, next - 3) * this.rowPx(),
    });
    requestAnimationFrame(() => this.focusRow(agent.agent_id));
  }

  private focusRow(id: string): boolean {
    const links = this.element.nativeElement.querySelectorAll<HTMLElement>('[data-agent]');
    const link = [...links].find(({ dataset }) => dataset['agent'] === id);
    link?.focus();
    return link !== undefined;
  }
}
