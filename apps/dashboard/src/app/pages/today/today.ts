import { Component, computed, inject } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { CHART_LIMITS } from '@kenny/contract/web';
import { headlineOf, neverConnectedOf } from '@kenny/health/web';
import { hasApproved } from '../../core/approvals/call-words';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { FleetStore } from '../../core/fleet/fleet-store';
import { unreadableGuards } from '../../core/health/health-words';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { LiveSocket } from '../../core/subscriptions/live-socket';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { dayWords } from '../../core/time/relative';
import { checkTitle } from '../../core/words';
import { WaitingTasks } from '../../core/tasks/waiting-tasks';
import { Chart } from '../../ui/chart/chart';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { StatusDot } from '../../ui/status-dot';
import { UntrustedText } from '../../ui/untrusted-text';
import { FirstSteps } from './first-steps';
import { Lately } from './lately';
import { MatterRow } from './matter-row';
import {
  firstOf,
  mattersOf,
  MOST_MATTERS,
  restWords,
  tasksOf,
  waitingOf,
  type Matter,
} from './matters';
import { NewerKenny } from './newer-kenny';
import { SinceYouWereHere } from './since-you-were-here';
import { blankWords, trendChart } from './trend-chart';

/** The trend counts hours and days; it is asked for again as often as that can show. */
const TREND_EVERY_MS = 300_000;

/** What needs me now? A headline, what is critical, pending requests, other PCs, and the last month. */
@Component({
  selector: 'kenny-today',
  imports: [
    Chart,
    ErrorNote,
    FirstSteps,
    Lately,
    MatButton,
    MatterRow,
    NewerKenny,
    RelativeTime,
    ResourceStateNote,
    RouterLink,
    SinceYouWereHere,
    StatusDot,
    UntrustedText,
  ],
  templateUrl: './today.html',
  styleUrl: './today.css',
  host: { class: 'in-order' },
})
export class Today {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  private readonly approvals = inject(ApprovalsStore);
  private readonly clock = inject(PageClock);
  private readonly socket = inject(LiveSocket);
  private readonly session = inject(Session);
  protected readonly isAdmin = this.session.reaches('admin');

  private readonly waitingTasks = inject(WaitingTasks);
  private readonly allTasks = computed(() => tasksOf(this.waitingTasks.beside()));
  protected readonly tasks = computed(() => this.allTasks().slice(0, MOST_MATTERS));
  protected readonly tasksHidden = computed(() => this.allTasks().length - this.tasks().length);
  protected readonly days = CHART_LIMITS.trendDays;
  /** Wait for all, or what comes later would push the first away; a viewer has no approvals. */
  protected readonly ready = computed(
    () =>
      this.fleet.ready() &&
      (this.approvals.ready() ||
        this.approvals.error() !== null ||
        !this.session.reaches('operator')) &&
      (this.waitingTasks.ready() || this.waitingTasks.error() !== null),
  );
  protected readonly error = this.fleet.error;
  protected readonly size = this.fleet.size;

  protected readonly date = computed(() => dayWords(this.clock.now()));
  /** Age of the data while disconnected; null while live. */
  protected readonly asOf = computed(() => {
    const heard = this.socket.state() === 'open' ? null : this.socket.lastHeard();
    return heard === null ? null : new Date(heard).toISOString();
  });
  /** Once approved by this person, a two-person request waits for somebody else. */
  private readonly waitingForMe = computed(
    () => this.approvals.waiting().filter((one) => !hasApproved(one, this.session.me())).length,
  );
  /** Its first sentence is the headline, the others stand smaller under it. */
  protected readonly verdict = computed(() => {
    const never = neverConnectedOf(this.fleet.agents(), this.clock.now());
    const words = headlineOf(this.fleet.counts(), this.waitingForMe(), never);
    const [first = '', ...rest] = words.split(/(?<=\.) /);
    return { first, rest: rest.map((sentence) => ` ${sentence}`).join('') };
  });
  /** Never cut off: they run out. */
  protected readonly waiting = computed(() => waitingOf(this.approvals.waiting()));
  private readonly matters = computed(() => mattersOf(this.fleet.agents()));
  private readonly shown = computed(() => firstOf(this.matters()));
  /** Above the requests: what is broken cannot wait for them. */
  protected readonly critical = computed(() =>
    this.shown().filter(({ health }) => health === 'crit'),
  );
  protected readonly others = computed(() =>
    this.shown().filter(({ health }) => health !== 'crit'),
  );
  /** What the headline counts and no row shows. */
  protected readonly hiddenWords = computed(() =>
    restWords(this.matters().slice(this.shown().length)),
  );

  /** PCs whose protection or disk checks cannot be read: OK only as far as known. */
  private readonly partlyRead = computed(() =>
    this.fleet.agents().filter((agent) => unreadableGuards(agent).length > 0),
  );
  protected readonly partly = computed(() =>
    this.partlyRead()
      .slice(0, MOST_MATTERS)
      .map((agent) => ({
        ...{ id: agent.agent_id, name: agent.name },
        words: unreadableGuards(agent)
          .map(({ name }) => checkTitle(name))
          .join(', '),
      })),
  );
  protected readonly partlyHidden = computed(() => this.partlyRead().length - this.partly().length);

  /** Of PCs among the five whose disk is the matter: when it is full. */
  private readonly filling = computed(
    () =>
      this.shown().flatMap((matter) =>
        matter.kind === 'pc' && matter.section?.name === 'disk' ? [matter.id] : [],
      ),
    { equal: (a, b) => a.join() === b.join() },
  );
  private readonly expected = apiResource({
    params: () => this.filling(),
    loader: async (ids) =>
      new Map(await Promise.all(ids.map(async (id) => [id, await this.soonest(id)] as const))),
  });

  protected readonly trend = apiResource({
    params: () => (this.ready() ? Math.floor(this.clock.now() / TREND_EVERY_MS) : undefined),
    loader: () => this.api.fleetTrend({ days: String(CHART_LIMITS.trendDays) }),
  });
  protected readonly chart = computed(() => {
    const trend = this.trend.value();
    return trend ? trendChart(trend) : undefined;
  });
  protected readonly blank = computed(() => blankWords(this.trend.value()?.points ?? []));

  protected pcName(matter: Matter): string {
    if (matter.kind === 'task') return matter.task.title;
    const id = matter.kind === 'pc' ? matter.id : matter.approval.agent_id;
    return this.fleet.nameOf(id);
  }

  protected expectedOf(matter: Matter): string | undefined {
    return this.expected.value()?.get(matter.id);
  }

  /** Optional: without a forecast the rest is shown. */
  private async soonest(id: string): Promise<string | undefined> {
    const { items } = await this.api.forecast(id);
    return items.find(({ metric }) => metric === 'disk_used')?.summary;
  }
}
