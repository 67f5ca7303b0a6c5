import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter, Router, type Navigation } from '@angular/router';
import { CATALOG } from '@kenny/contract/agent';
import type { ApprovalView, FleetAgent, HelpLinkView, SectionHealth } from '@kenny/contract/web';
import { REMEDIES, THRESHOLDS } from '@kenny/health';
import { ApprovalsStore } from '../src/app/core/approvals/approvals-store';
import { FleetStore } from '../src/app/core/fleet/fleet-store';
import { ApiClient } from '../src/app/core/http/api-client';
import { ApiError } from '../src/app/core/http/api-error';
import { LiveSocket } from '../src/app/core/subscriptions/live-socket';
import { Session } from '../src/app/core/session/session';
import { Pc } from '../src/app/pages/pc/pc';
import { aPc } from './a-pc';
import { GoesOn } from './goes-on';

const SINCE = '2026-11-21T10:00:00Z';
export const HOSTILE =
  '<img src=x onerror="alert(1)"><script>alert(2)</script>\u202Egpj.exe{{1+1}}';

export const section = (name: string, status: SectionHealth['status'], reason: string) => ({
  ...{ name, status, reason, since: SINCE },
});
export const refusal = (code: ConstructorParameters<typeof ApiError>[0], details = {}) =>
  new ApiError(code, `it is ${code}`, 'req-1', details);

/** The page of a PC, and what its server says; a question without an answer fails and names itself. */
export class PcPageWorld {
  live: FleetAgent | undefined;
  agent: () => Promise<FleetAgent> = () => Promise.reject(new Error('not begun'));
  snapshot: Record<string, unknown> = {};
  forecast: () => Promise<unknown> = () => Promise.resolve({ items: [] });
  series: (metric: string) => Promise<unknown> = () => Promise.reject(refusal('not_found'));
  releases: () => Promise<unknown> = () => Promise.resolve({ items: [] });
  callTool: (tool: string, body: unknown, stop?: AbortSignal) => Promise<unknown> = unasked;
  explain: () => Promise<{ session_id: string; turn_id: string }> = unasked;
  approval: ApprovalView | undefined;
  helpLink: HelpLinkView = { link: null };
  /** Of whoever looks at the page. */
  scope: 'operator' | 'admin' = 'admin';
  /** What was set for a PC, or for all. */
  changed: unknown[] = [];
  changes: unknown[] = [];
  audited: { readonly approval_id?: string | null; readonly [name: string]: unknown }[] = [];
  /** What was asked with both ends of a time. */
  asked: unknown[] = [];
  /** What was snoozed, or `ended`, in order. */
  snoozes: unknown[] = [];
  snooze: () => Promise<unknown> = () => Promise.resolve({});
  /** Limits that were moved, or `ended`, in order. */
  limits: unknown[] = [];
  setLimit: () => Promise<unknown> = () => Promise.resolve({});

  /** What the fleet has pushed. */
  readonly pushed = signal<FleetAgent | undefined>(undefined);
  readonly fleetReady = signal(true);
  readonly approvals = signal<ReadonlyMap<string, ApprovalView>>(new Map());
  snapshots = 0;
  /** Who is shown what would run. */
  goesOn = new GoesOn();
  private opened: ComponentFixture<Pc> | undefined;

  static forEachTest(): PcPageWorld {
    const world = new PcPageWorld();
    beforeEach(() => {
      jest.useFakeTimers();
      world.begin();
    });
    afterEach(() => jest.useRealTimers());
    return world;
  }

  get fixture(): ComponentFixture<Pc> {
    if (!this.opened) throw new Error('the page is not open');
    return this.opened;
  }

  readonly element = () => this.fixture.nativeElement as HTMLElement;
  readonly text = () => (this.element().textContent ?? '').replace(/\s+/g, ' ');
  readonly button = (name: RegExp) =>
    [...this.element().querySelectorAll('button')].find((one) => name.test(one.textContent ?? ''));
  /** Answers, and every part down the page: each is drawn in a turn of its own. */
  readonly settle = async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      await jest.advanceTimersByTimeAsync(1);
      TestBed.tick();
    }
  };

  readonly open = async (inputs: Record<string, string> = {}, info?: object) => {
    this.pushed.set(this.live);
    TestBed.configureTestingModule({ providers: this.providers() });
    if (info) {
      const led = { extras: { info } } as unknown as Navigation;
      jest.spyOn(TestBed.inject(Router), 'currentNavigation').mockReturnValue(led);
    }
    this.opened = TestBed.createComponent(Pc);
    for (const [name, value] of Object.entries({ id: 'pc1', ...inputs })) {
      this.opened.componentRef.setInput(name, value);
    }
    await this.settle();
  };

  /** Fills in the form of the open tool, and sends it. */
  readonly submit = async (values: Record<string, string>) => {
    const form = this.element().querySelector('form');
    const fields = [
      ...this.element().querySelectorAll<HTMLInputElement>('form input, form textarea'),
    ];
    const open = this.fixture.componentInstance.tool();
    const tool = CATALOG.tools.find(({ name }) => name === open);
    const names = Object.keys(tool?.args['properties'] ?? {});
    fields.forEach((field, index) => {
      const value = values[names[index] ?? ''];
      if (value === undefined) return;
      field.value = value;
      field.dispatchEvent(new Event('input'));
    });
    form?.dispatchEvent(new Event('submit', { cancelable: true }));
    await this.settle();
  };

  private begin(): void {
    const pc = aPc({
      sections: [
        section('memory', 'ok', '47 % of memory is in use'),
        section('disk', 'crit', 'C: is 96 % full'),
        section('disk_smart', 'unknown', 'access denied'),
        section('reboot_pending', 'warn', 'A restart is pending'),
      ],
    });
    [this.live, this.approval, this.snapshots] = [pc, undefined, 0];
    [this.callTool, this.explain] = [unasked, unasked];
    this.helpLink = { link: null };
    [this.changes, this.audited, this.asked] = [[], [], []];
    [this.scope, this.changed] = ['admin', []];
    [this.snoozes, this.limits] = [[], []];
    this.snooze = this.setLimit = () => Promise.resolve({});
    this.agent = () => Promise.resolve(pc);
    this.forecast = this.releases = () => Promise.resolve({ items: [] });
    this.series = () => Promise.reject(refusal('not_found'));
    this.snapshot = {
      disk: {
        ...{ status: 'crit', summary: 'C: 96 %' },
        volumes: [{ mount: 'C:', total_bytes: 511e9, free_bytes: 2e10, percent_used: 96 }],
      },
      reboot_pending: { status: 'warn', summary: 's', pending: true, reasons: [] },
    };
    this.approvals.set(new Map());
    this.goesOn = new GoesOn();
    this.fleetReady.set(true);
  }

  private providers() {
    const nothing = () => Promise.resolve({ items: [], next_cursor: null, truncated: false });
    const api = {
      agent: () => this.agent(),
      helpLink: () => Promise.resolve(this.helpLink),
      setHelpLink: (body: { link: string }) => {
        this.changed.push([body.link]);
        this.helpLink = body;
        return Promise.resolve(body);
      },
      changeAgent: (...asked: unknown[]) => {
        this.changed.push(asked);
        return Promise.resolve({});
      },
      snapshot: () => {
        this.snapshots += 1;
        return Promise.resolve({ snapshot: this.snapshot });
      },
      catalog: () => Promise.resolve({ ...CATALOG, thresholds: THRESHOLDS, remedies: REMEDIES }),
      callTool: (...call: Parameters<PcPageWorld['callTool']>) => this.callTool(...call),
      snooze: (...asked: unknown[]) => {
        this.snoozes.push(asked);
        return this.snooze();
      },
      endSnooze: (...asked: unknown[]) => {
        this.snoozes.push([...asked, 'ended']);
        return Promise.resolve({});
      },
      events: nothing,
      audit: (query: Record<string, unknown>) => {
        if ('to' in query) this.asked.push(['audit', query]);
        // As the server has it: what ran with an approval is a change.
        const items = this.audited.filter(
          ({ approval_id }) => query['changes'] !== 'true' || (approval_id ?? null) !== null,
        );
        return Promise.resolve({ items, next_cursor: null });
      },
      fleetChanges: () => Promise.resolve({ items: [], truncated: false }),
      changes: (id: string, query: Record<string, unknown>) => {
        if ('to' in query) this.asked.push(['changes', id, query]);
        return Promise.resolve({ items: this.changes, truncated: false });
      },
      setLimit: (...asked: unknown[]) => {
        this.limits.push(asked);
        return this.setLimit();
      },
      endLimit: (...asked: unknown[]) => {
        this.limits.push([...asked, 'ended']);
        return Promise.resolve({});
      },
      ...{ forecast: () => this.forecast(), releases: () => this.releases() },
      series: (_id: string, { metric }: { metric: string }) => this.series(metric),
    };
    const fleet = {
      agent: () => this.pushed(),
      nameOf: () => this.live?.name ?? '',
      ready: () => this.fleetReady(),
    };
    const approvals = {
      ready: () => true,
      all: () => [...this.approvals().values()],
      waiting: () => [...this.approvals().values()].filter(({ state }) => state === 'pending'),
      approval: (id: string) => this.approvals().get(id),
      load: (id: string) => {
        if (this.approval) this.approvals.set(new Map([[id, this.approval]]));
        return Promise.resolve(this.approval);
      },
      loadPast: () => Promise.resolve(),
    };
    const socket = {
      request: (action: string) =>
        action === 'chat.explain' ? this.explain() : Promise.resolve({}),
      whenOpen: () => () => undefined,
      on: () => () => undefined,
    };
    return [
      provideRouter([]),
      this.goesOn.provider,
      { provide: ApiClient, useValue: api },
      { provide: FleetStore, useValue: fleet },
      { provide: ApprovalsStore, useValue: approvals },
      { provide: LiveSocket, useValue: socket },
      {
        provide: Session,
        useValue: {
          ...{ holds: () => true, mayDecide: () => true, me: () => null },
          reaches: (scope: string) => scope !== 'admin' || this.scope === 'admin',
        },
      },
    ];
  }
}

function unasked(): Promise<never> {
  return Promise.reject(new Error('nobody was to ask this'));
}
