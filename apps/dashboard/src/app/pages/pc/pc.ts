import {
  Component,
  computed,
  DestroyRef,
  inject,
  input,
  linkedSignal,
  resource,
  signal,
} from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import {
  visibleText,
  type CatalogSection,
  type CatalogTool,
  type FleetAgent,
  type ForecastView,
  type SectionHealth,
} from '@kenny/contract/web';
import type { Threshold } from '@kenny/health/web';
import { ChatStarter } from '../../core/chat/chat-starter';
import { CommandRegistry, type Command } from '../../core/commands/command-registry';
import { PaletteOpener } from '../../core/commands/palette-opener';
import { FleetStore } from '../../core/fleet/fleet-store';
import { newerRelease, newestReleases } from '../../core/fleet/newer-release';
import { whyNoUpdates } from '../../core/fleet/why-no-updates';
import { heldAnswer } from '../../core/http/stale-while-revalidate';
import { partByPart } from '../../core/scheduling/scheduler';
import { ApiClient } from '../../core/http/api-client';
import { asApiError, type ApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { sentenceCase } from '../../core/words';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { StatusDot } from '../../ui/status-dot';
import { UntrustedText } from '../../ui/untrusted-text';
import { PcApprovals } from './pc-approvals';
import { PcCalls } from './pc-calls';
import { PcCharts } from './pc-charts';
import { PcHead } from './pc-head';
import { PcLogs } from './pc-logs';
import { PcScreen } from '../../ui/pc-screen';
import { PcUpdate } from './pc-update';
import { SectionCard } from './section-card';
import { ToolCall } from './tools/tool-call';
import { ToolList } from './tools/tool-list';
import { ToolPanel } from './tools/tool-panel';
import { pictureToolFor, toolsFor } from './tools/tool-words';

/** So long the verdicts wait for the facts that belong to them. */
const PATIENCE_MS = 1_000;
/** Under what is wrong: an update and what is well, the charts, approvals, what happened, the tools, the log. */
const PARTS_BELOW = 6;

/** What the fleet says of a PC, and whether it says anything yet. */
interface Told {
  readonly id: string;
  readonly ready: boolean;
  readonly says: string;
}

/** What is wrong with this one? Flagged sections first; all of them as the server judges them. */
@Component({
  selector: 'kenny-pc',
  imports: [
    ErrorNote,
    PcApprovals,
    PcCalls,
    PcCharts,
    PcHead,
    PcLogs,
    PcScreen,
    PcUpdate,
    RelativeTime,
    RouterLink,
    SectionCard,
    StatusDot,
    ToolList,
    ToolPanel,
    UntrustedText,
  ],
  providers: [ToolCall],
  templateUrl: './pc.html',
  styleUrl: './pc.css',
  host: { class: 'in-order' },
})
export class Pc {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  private readonly chat = inject(ChatStarter);
  private readonly palette = inject(PaletteOpener);
  private readonly router = inject(Router);
  private readonly session = inject(Session);
  readonly id = input.required<string>();
  // From the query of the address.
  readonly tool = input<string>();
  readonly approval = input<string>();
  readonly range = input<string>();

  /** As it is pushed: what the fleet knows of it. */
  private readonly live = computed(() => this.fleet.agent(this.id()));
  /** Grows with what the fleet tells of it; what the fleet knows when it first comes is no news. */
  private readonly news = linkedSignal<Told, number>({
    source: () => {
      const live = this.live();
      const says = `${live?.received_at} ${live?.overall}`;
      return { id: this.id(), ready: this.fleet.ready(), says };
    },
    computation: (told, before) => {
      if (before?.source.id !== told.id) return 0;
      const changed = before.source.ready && before.source.says !== told.says;
      return before.value + (changed ? 1 : 0);
    },
  });
  /** Asked for again whenever the PC has sent something, or a section got another verdict. */
  private readonly question = computed(() => ({ id: this.id(), news: this.news() }), {
    equal: (a, b) => a.id === b.id && a.news === b.news,
  });
  private readonly asked = resource({
    params: this.question,
    loader: ({ params }) => this.api.agent(params.id),
  });
  private readonly whole = heldAnswer(this.asked, this.id);
  /** Once it was there, and now the fleet does not hold it any more: somebody has removed it. */
  private readonly wasThere = linkedSignal<
    { id: string; there: boolean },
    { id: string; there: boolean }
  >({
    source: () => ({ id: this.id(), there: this.live() !== undefined }),
    computation: (now, before) => ({
      id: now.id,
      there: now.there || (before?.value.id === now.id && before.value.there),
    }),
  });
  protected readonly removed = computed(
    () => this.fleet.ready() && this.wasThere().there && this.live() === undefined,
  );
  protected readonly pc = computed(() => {
    if (this.removed()) return undefined;
    const known = this.whole();
    return this.live() ?? (known?.agent_id === this.id() ? known : undefined);
  });
  protected readonly error = computed(() => {
    const fault = this.asked.error();
    return fault && !this.removed() ? asApiError(fault) : null;
  });
  protected readonly unknownPc = computed(() => this.error()?.code === 'unknown_agent');

  private readonly sent = resource({
    params: this.question,
    loader: ({ params }) => this.api.snapshot(params.id),
  });
  private readonly snapshot = heldAnswer(this.sent, this.id);
  private readonly payloads = computed<Readonly<Record<string, unknown>>>(
    () => this.snapshot()?.snapshot ?? {},
  );
  private readonly catalog = resource({ loader: () => this.api.catalog() });
  protected readonly known = computed(() =>
    this.catalog.hasValue() ? this.catalog.value() : undefined,
  );
  protected readonly tools = computed(() => this.known()?.tools ?? []);
  /** Why there are no facts or no tools on the page; the verdicts stay. */
  protected readonly partFault = computed(() => {
    const fault = this.sent.error() ?? this.catalog.error();
    return fault && this.pc() ? asApiError(fault) : null;
  });

  /** A part that may be missing: then nothing is said about where things go. */
  private readonly foreseen = resource({
    params: this.question,
    loader: ({ params }) => this.api.forecast(params.id),
  });
  private readonly foresight = heldAnswer(this.foreseen, this.id);
  protected readonly forecasts = computed(() => this.foresight()?.items ?? []);
  /** For admins alone; a part that may be missing as well. */
  private readonly published = resource({
    params: () => (this.session.reaches('admin') ? this.id() : undefined),
    loader: () => this.api.releases(),
  });
  protected readonly newer = computed(() => {
    const pc = this.pc();
    const items = this.published.hasValue() ? this.published.value().items : [];
    return pc && newerRelease(newestReleases(items), pc);
  });
  /** Told to those who could do something about it. */
  protected readonly cannotUpdate = computed(() => {
    const pc = this.pc();
    return pc !== undefined && whyNoUpdates(pc) !== undefined && this.session.reaches('admin');
  });
  protected readonly sentNames = computed(() => Object.keys(this.payloads()));

  /** Nothing that is shown pushes away what stands under it: all comes at once, or after a while. */
  private readonly impatient = signal(false);
  private readonly laidOut = linkedSignal<{ id: string; all: boolean }, boolean>({
    source: () => ({
      id: this.id(),
      all: [this.asked, this.sent, this.catalog, this.foreseen].every((one) => !one.isLoading()),
    }),
    computation: ({ id, all }, before) => all || (before?.source.id === id && before.value),
  });
  protected readonly shown = computed(() => this.laidOut() || this.impatient());
  /** An update is offered under what is wrong, so only what stands below waits until it is known. */
  private readonly offerIsKnown = computed(() => !this.published.isLoading() || this.impatient());
  protected readonly sections = computed(() => this.whole()?.sections ?? this.pc()?.sections ?? []);
  protected readonly flagged = computed(() => [
    ...this.sections().filter(({ status }) => status === 'crit'),
    ...this.sections().filter(({ status }) => status === 'warn'),
  ]);
  /** Down the page: first what is wrong, section after section, then what stands below. */
  private readonly cards = partByPart(
    () => this.flagged().length,
    () => this.shown(),
  );
  protected readonly flaggedDrawn = computed(() => this.flagged().slice(0, this.cards()));
  protected readonly drawn = partByPart(
    () => PARTS_BELOW,
    () => this.shown() && this.offerIsKnown() && this.cards() >= this.flagged().length,
  );
  protected readonly unreadable = computed(() =>
    this.sections().filter(({ status }) => status === 'unknown'),
  );
  protected readonly healthy = computed(() =>
    this.sections().filter(({ status }) => status === 'ok'),
  );

  protected readonly chosen = computed(() =>
    this.tools().find(
      ({ name, where, hidden }) => name === this.tool() && where === 'agent' && !hidden,
    ),
  );
  protected readonly noSuchTool = computed(
    () => this.tool() !== undefined && this.catalog.hasValue() && this.chosen() === undefined,
  );
  protected readonly mayAsk = computed(() => this.session.reaches('operator'));
  protected readonly pictureTool = computed(() => {
    const pc = this.pc();
    return pc && this.mayAsk() && this.session.holds('sensitive')
      ? pictureToolFor(this.tools(), pc)
      : undefined;
  });
  private readonly openNames = signal<ReadonlySet<string>>(new Set());
  /** The section that somebody wants explained, until the conversation is there. */
  protected readonly explaining = signal<string | null>(null);
  protected readonly explainFault = signal<ApiError | null>(null);

  /** Each tool that this person may run here, as a command that opens its form. */
  private readonly offered = computed<readonly Command[]>(() => {
    const pc = this.pc();
    if (!pc || !this.mayAsk()) return [];
    return toolsFor(this.tools(), pc).map((tool) => this.command(pc.agent_id, tool));
  });

  constructor() {
    const commands = computed<readonly Command[]>(() =>
      this.offered().map((tool) => ({
        ...tool,
        kind: 'Tool',
        name: `${tool.name} on ${visibleText(this.id())}`,
      })),
    );
    const waiting = setTimeout(() => this.impatient.set(true), PATIENCE_MS);
    const unregister = inject(CommandRegistry).register(commands);
    inject(DestroyRef).onDestroy(() => {
      clearTimeout(waiting);
      unregister();
    });
  }

  protected definitionOf({ name }: SectionHealth): CatalogSection | undefined {
    return this.known()?.sections.find((one) => one.name === name);
  }

  protected forecastsOf(section: SectionHealth): ForecastView[] {
    const metrics = this.definitionOf(section)?.series.map(({ metric }) => metric) ?? [];
    return this.forecasts().filter(({ metric }) => metrics.includes(metric));
  }

  protected titleOf(section: SectionHealth): string {
    return this.definitionOf(section)?.title ?? sentenceCase(section.name);
  }

  protected thresholdsOf({ name }: SectionHealth): readonly Threshold[] {
    return (this.known()?.thresholds[name] ?? []) as readonly Threshold[];
  }

  protected payloadOf({ name }: SectionHealth): unknown {
    return this.payloads()[name];
  }

  /** Healthy sections are drawn when somebody opens them. */
  protected isOpen(name: string): boolean {
    return this.openNames().has(name);
  }

  protected opened(name: string, open: boolean): void {
    this.openNames.update((names) => {
      const next = new Set(names);
      if (open) next.add(name);
      else next.delete(name);
      return next;
    });
  }

  protected again(): void {
    this.asked.reload();
    this.sent.reload();
    this.catalog.reload();
  }

  /** The server writes the question; the page of the conversation shows the answer as it comes. */
  protected async explain({ name }: SectionHealth): Promise<void> {
    if (this.explaining() !== null) return;
    this.explaining.set(name);
    this.explainFault.set(null);
    try {
      await this.chat.explain({ agent_id: this.id(), section: name });
    } catch (fault) {
      this.explainFault.set(asApiError(fault));
    } finally {
      this.explaining.set(null);
    }
  }

  protected chooseTool({ name }: FleetAgent): void {
    this.palette.choose({
      label: `Run a tool on ${visibleText(name)}`,
      commands: this.offered,
    });
  }

  private command(agentId: string, { name, effect, description }: CatalogTool): Command {
    return {
      id: `tool:${agentId}:${name}`,
      ...{ name, kind: effect === 'read' ? 'Read' : 'Change', detail: description },
      run: () => void this.router.navigate(['/fleet', agentId], { queryParams: { tool: name } }),
    };
  }
}
