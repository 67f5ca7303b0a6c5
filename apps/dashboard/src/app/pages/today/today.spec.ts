import { signal } from '@angular/core';
import { DeferBlockBehavior, TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import {
  SCOPE_RANK,
  type ApprovalView,
  type FleetAgent,
  type FleetCounts,
  type FleetTrend,
  type MeView,
  type TaskView,
} from '@kenny/contract/web';
import { DAY_MS } from '@kenny/kernel';
import { aPc } from '../../../../test/a-pc';
import { aTask } from '../../../../test/a-task';
import { anApproval } from '../../../../test/an-approval';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { LiveSocket } from '../../core/subscriptions/live-socket';
import { Session } from '../../core/session/session';
import { besideRequests, WaitingTasks } from '../../core/tasks/waiting-tasks';
import { Today } from './today';

const NONE: FleetCounts = { crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0 };
const SINCE = '2026-11-21T14:02:00Z';
const fullDisk = { name: 'disk', status: 'crit', reason: 'C: is 96 % full', since: SINCE } as const;
const broken = aPc({ agent_id: 'w', name: 'workshop', overall: 'crit', sections: [fullDisk] });
const TREND: FleetTrend = {
  ...{ from: '2026-11-20T00:00:00Z', to: '2026-11-21T15:00:00Z', resolution_s: 86_400 },
  points: [
    { at: '2026-11-20T00:00:00Z', ...NONE, ok: 2 },
    { at: '2026-11-21T00:00:00Z', ...NONE, ok: 1, crit: 1 },
  ],
};
const NEVER = { overall: 'unknown', online: false, last_seen: null } as const;
const FULL_SOON = { metric: 'disk_used', summary: 'C: is full in about 8 days' };

class AFleet {
  readonly ready = signal(true);
  readonly error = signal<ApiError | null>(null);
  readonly agents = signal<FleetAgent[]>([]);
  readonly counts = signal(NONE);
  readonly waiting = signal<ApprovalView[]>([]);
  readonly all = this.waiting;
  readonly state = signal('open');
  readonly lastHeard = signal<number | null>(null);
  readonly size = () => this.agents().length;
  readonly agent = (id: string) => this.agents().find(({ agent_id }) => agent_id === id);
  readonly nameOf = (id: string) => this.agent(id)?.name ?? id;
  readonly needing: TaskView[] = [];
  readonly beside = () => besideRequests(this.needing, this.waiting());
  asked: ApprovalView[] = [];
  readonly approvals = jest.fn(() => Promise.resolve({ items: this.asked, next_cursor: null }));
  readonly server = () => Promise.reject(new ApiError('unavailable', 'not now', null));
  readonly alertChoices = jest.fn(() => Promise.resolve({ channels: [] }));
  readonly pushBrowsers = () => Promise.resolve({ items: [] });
  readonly fleetTrend = jest.fn(() => Promise.resolve(TREND));
  lately: unknown[] = [];
  readonly fleetChanges = jest.fn(() => Promise.resolve({ items: this.lately, truncated: false }));
  readonly forecast = jest.fn(() => Promise.resolve({ items: [FULL_SOON] }));

  is(agents: FleetAgent[]): void {
    this.agents.set(agents);
    const counts = { ...NONE };
    for (const { overall } of agents) counts[overall] += 1;
    this.counts.set(counts);
  }
}

describe('today', () => {
  let world: AFleet;
  let scope: MeView['scope'];
  let fixture: ComponentFixture<Today>;
  const shown = async (): Promise<HTMLElement> => {
    await fixture.whenStable();
    return fixture.nativeElement as HTMLElement;
  };
  const text = async () => (await shown()).textContent.replaceAll(/\s+/g, ' ');
  const open = () => (fixture = TestBed.createComponent(Today));

  beforeEach(() => {
    localStorage.clear();
    world = new AFleet();
    scope = 'admin';
    const session = {
      me: () => ({ kind: 'operator', id: 'anna' }),
      reaches: (least: MeView['scope']) => SCOPE_RANK[scope] >= SCOPE_RANK[least],
    };
    TestBed.configureTestingModule({
      deferBlockBehavior: DeferBlockBehavior.Manual,
      providers: [
        provideRouter([]),
        ...[FleetStore, ApprovalsStore, WaitingTasks, LiveSocket, ApiClient].map((provide) => ({
          provide,
          useValue: world,
        })),
        { provide: Session, useValue: session },
      ],
    });
  });

  it('waits for the server before it says anything', async () => {
    world.ready.set(false);
    open();
    expect(await text()).toContain('Loading');
    expect(world.fleetTrend).not.toHaveBeenCalled();
  });

  it('counts a PC that was just added as no trouble, and says so', async () => {
    world.is([aPc(), aPc({ ...NEVER, agent_id: 'eva', added_at: new Date().toISOString() })]);
    open();
    expect(await text()).toMatch(/^Your PC is fine\. One new PC is not connected yet\..* yetk/);
  });

  it('says why there is nothing to say', async () => {
    world.ready.set(false);
    world.error.set(new ApiError('forbidden', 'not for you', null));
    open();
    const page = await shown();
    expect(page.querySelector('[role=alert]')?.textContent).toContain('not for you');
  });

  it('tells an empty fleet what comes first', async () => {
    open();
    expect(await text()).toContain('No PCs yet.');
    expect(await text()).toContain('Add your first PC');
    const link = (await shown()).querySelector('.empty a');
    expect(link?.getAttribute('href')).toBe('/settings/add');
  });

  it('has what is critical above requests, and tasks that wait for a person below, with why and where', async () => {
    world.is([broken]);
    world.waiting.set([anApproval()]);
    world.needing.push(
      aTask({
        ...{ id: 't7', title: 'Look at the printer', state: 'WAITING_FOR_INPUT' },
        waits_for: [{ kind: 'permission', id: 'p1' }],
      }),
      aTask({ id: 't8', title: 'Run by itself', state: 'IN_PROGRESS' }),
    );
    open();
    const page = await shown();
    const lists = [...page.querySelectorAll('.matters')].map((one) =>
      one.getAttribute('aria-label'),
    );
    expect(lists).toEqual(['What needs you first', 'Pending requests', 'Tasks that need you']);
    const tasks = page.querySelector('[aria-label="Tasks that need you"]');
    expect(tasks?.textContent).toContain('The AI agent asks for permission.');
    expect(tasks?.querySelector('a')?.getAttribute('href')).toBe('/tasks/t7');
    expect(page.textContent).not.toContain('Run by itself');
  });

  it('is short while all is fine', async () => {
    world.is([aPc(), aPc({ agent_id: 'pc2' })]);
    open();
    const page = await shown();
    expect(page.querySelector('h1')?.textContent).toBe('Both PCs are fine.');
    expect(page.querySelector('.matters')).toBeNull();
    expect(page.querySelector('kenny-chart')).not.toBeNull();
  });

  it('does not say that a request waits for whoever has approved it: it waits for a second person', async () => {
    const decision = { at: SINCE, decision: 'approve', reason: null } as const;
    const by = {
      kind: 'operator',
      id: 'anna',
      name: 'Anna',
      session_id: null,
      turn_id: null,
    } as const;
    world.is([aPc()]);
    world.waiting.set([anApproval({ required: 2, decisions: [{ ...decision, by }] })]);
    open();
    expect(await text()).toContain('Approved by you. Waiting for a second person.');
    expect(await text()).not.toMatch(/waiting for you/i);
    expect(await text()).toContain('Your PC is fine.');
  });

  it('says of a task’s request that an AI agent asks, and names the task behind', async () => {
    const by = { kind: 'task', id: 't1', name: 'Find out why', session_id: null, turn_id: null };
    world.is([aPc()]);
    world.waiting.set([anApproval({ requested_by: { ...by, kind: 'task' } })]);
    open();
    expect(await text()).toContain('An AI agent asks to run a shell command for “Find out why');
  });

  it('names what needs somebody, its PC, since when, what is to come and the next step', async () => {
    world.is([aPc(), broken]);
    world.waiting.set([anApproval()]);
    open();
    const page = await shown();
    expect(page.querySelector('h1')?.textContent).toBe(
      'One PC needs attention. The other one is fine. One request is waiting for you.',
    );
    const rows = [...page.querySelectorAll('kenny-matter')];
    expect(rows.map((row) => row.querySelector('.name')?.textContent.trim())).toEqual([
      ...['workshop', 'kitchen'],
    ]);
    expect(rows[0]?.textContent).toContain('C: is 96 % full');
    expect(rows[0]?.textContent).toContain('C: is full in about 8 days');
    expect(rows[0]?.querySelector('time')?.getAttribute('datetime')).toBe(SINCE);
    const links = rows.map((row) => row.querySelector('a')?.getAttribute('href'));
    expect(links).toEqual(['/fleet/w?check=disk', '/approvals/apr_1']);
  });

  it('cuts off nothing that waits for a decision, however many PCs are broken', async () => {
    world.is(Array.from({ length: 8 }, (_, i) => ({ ...broken, agent_id: `w${i}` })));
    world.waiting.set(Array.from({ length: 7 }, (_, i) => anApproval({ id: `apr_${i}` })));
    open();
    const page = await shown();
    const links = [...page.querySelectorAll('kenny-matter a')].map((a) => a.getAttribute('href'));
    expect(links.filter((link) => link?.startsWith('/approvals/'))).toHaveLength(7);
    expect(links).toHaveLength(12);
  });

  it('follows what happens, shows five of many, and counts the others by how they are', async () => {
    world.is([aPc()]);
    open();
    await shown();
    world.is(Array.from({ length: 8 }, (_, i) => ({ ...broken, agent_id: `w${i}` })));
    const page = await shown();
    expect(page.querySelectorAll('kenny-matter')).toHaveLength(5);
    expect(await text()).toContain('3 more: 3 critical');
  });

  it('has a row for each PC that the headline counts, two more than five too', async () => {
    const away = ['a', 'b'].map((agent_id) => aPc({ agent_id, overall: 'offline' }));
    world.is([...away, ...Array.from({ length: 5 }, (_, i) => ({ ...broken, agent_id: `w${i}` }))]);
    open();
    const page = await shown();
    const states = [...page.querySelectorAll('.matters kenny-status-dot')].map((dot) =>
      dot.textContent.trim(),
    );
    expect(states).toEqual([...Array.from({ length: 5 }, () => 'Critical'), 'Offline', 'Offline']);
    expect(await text()).not.toContain('more:');
  });

  it('names a PC whose protection cannot be read, though it counts as fine', async () => {
    const blind = { name: 'defender', status: 'unknown', reason: 'denied', since: SINCE } as const;
    world.is([aPc(), aPc({ agent_id: 'mum', name: 'Mum', sections: [blind] })]);
    open();
    const page = await shown();
    expect(page.querySelector('h1')?.textContent).toBe('Both PCs are fine.');
    expect(page.querySelector('a[href="/fleet/mum"]')?.textContent).toBe('Mum');
    expect(await text()).toContain('Mum (Virus protection)');
  });

  it('shows all else when there is no trend, and asks again when told to', async () => {
    world.is([broken]);
    world.fleetTrend.mockRejectedValueOnce(new ApiError('unavailable', 'not now', null));
    open();
    const page = await shown();
    expect(page.querySelectorAll('kenny-matter')).toHaveLength(1);
    page.querySelector<HTMLButtonElement>('kenny-error button')?.click();
    await shown();
    expect(page.querySelector('kenny-chart')).not.toBeNull();
  });

  it('ends with what got worse or better lately, the newest first and the others on request', async () => {
    const of = { agent_id: 'w', section: 'disk', status: 'warn', snoozed: false };
    const daysBefore = (days: number) => new Date(Date.parse(SINCE) - days * DAY_MS).toISOString();
    world.lately = Array.from({ length: 9 }, (_, i) => ({
      ...{ ...of, at: daysBefore(i), reason: `${i}` },
    }));
    world.is([broken]);
    open();
    const rows = async () =>
      [...(await shown()).querySelectorAll('kenny-change-list li')].map(
        (row) => row.querySelector('.wide')?.textContent.trim() ?? '',
      );
    expect(await rows()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((i) => `Disk: ${i}`));
    const page = await shown();
    expect(page.querySelector('kenny-change-list a')?.textContent).toBe('workshop');
    const more = [...page.querySelectorAll('button')].find((button) =>
      button.textContent.includes('Show 1 more'),
    );
    more?.click();
    expect(await rows()).toHaveLength(9);
  });

  it('tells among it what was asked for and ran, with who approved, and where that leads', async () => {
    const now = new Date().toISOString();
    const at = new Date(Date.parse(now) - DAY_MS).toISOString();
    world.lately = [
      { agent_id: 'w', section: 'disk', status: 'ok', snoozed: false, at, reason: 'fine' },
    ];
    const by = { kind: 'operator' as const, id: 'anna', name: 'Anna <b>' };
    world.asked = [
      anApproval({ id: 'apr_2', state: 'denied', ended_at: now }),
      anApproval({
        ...{ id: 'apr_1', agent_id: 'w', state: 'done', ended_at: now },
        decisions: [{ by, decision: 'approve', at: SINCE, reason: null }],
      }),
      anApproval({ id: 'apr_0', state: 'done', ended_at: '2026-01-01T00:00:00Z' }),
    ];
    world.is([broken]);
    open();
    const rows = [...(await shown()).querySelectorAll('kenny-change-list li')];
    expect(rows).toHaveLength(3);
    expect(rows[1]?.textContent.replaceAll(/\s+/g, ' ')).toContain('asked, Anna <b> approved');
    expect(rows[1]?.querySelector('.plain')?.getAttribute('href')).toBe('/approvals/apr_1');
    expect(rows[0]?.querySelector('.bad')?.textContent).toBe('Denied');
  });

  it('tells among it which PCs were last heard of then, unless it was only a moment ago', async () => {
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
    const away = (agent_id: string, ms: number) =>
      aPc({ agent_id, name: agent_id, online: false, last_seen: ago(ms) });
    world.is([away('gone', DAY_MS), away('restarts', 60_000), away('long', 8 * DAY_MS)]);
    open();
    const rows = [...(await shown()).querySelectorAll('kenny-change-list li')];
    expect(rows.map(({ textContent }) => textContent.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/Offline\s?gone\s?Not seen since/),
    ]);
  });

  it('asks for no requests on behalf of somebody who may not see them', async () => {
    scope = 'viewer';
    world.is([broken]);
    open();
    await shown();
    expect(world.fleetChanges).toHaveBeenCalled();
    expect(world.approvals).not.toHaveBeenCalled();
  });

  it('says when it cannot be told what happened lately, and asks again when told to', async () => {
    world.lately = [{ agent_id: 'w', section: 'disk', status: 'ok', at: SINCE, reason: 'fine' }];
    world.fleetChanges.mockRejectedValueOnce(new ApiError('unavailable', 'not now', null));
    world.is([broken]);
    open();
    const page = await shown();
    expect(page.querySelector('kenny-change-list')).toBeNull();
    page.querySelector<HTMLButtonElement>('kenny-missing button')?.click();
    expect((await shown()).querySelector('kenny-change-list')).not.toBeNull();
  });

  it('says how old it is while the server is away', async () => {
    world.is([aPc()]);
    world.state.set('waiting');
    world.lastHeard.set(Date.parse(SINCE));
    open();
    const page = await shown();
    expect(page.querySelector('.date time')?.getAttribute('datetime')).toBe(
      new Date(SINCE).toISOString(),
    );
  });

  it('tells a viewer about PCs alone: no calls, and nothing that only an admin can do', async () => {
    scope = 'viewer';
    const none = { ready: () => false, error: () => null, waiting: () => [] };
    TestBed.overrideProvider(ApprovalsStore, { useValue: none });
    const visit = { seen: Date.parse(SINCE) - 60_000 };
    localStorage.setItem('kenny.visit.anna', JSON.stringify(visit));
    world.is([broken]);
    open();
    const page = await shown();
    expect(page.querySelector('h1')?.textContent).toContain('needs attention');
    expect(page.querySelector('h1')?.textContent).not.toContain('request');
    expect(page.querySelector('kenny-matter a')?.getAttribute('href')).toBe('/fleet/w?check=disk');
    expect(await text()).toContain('One PC became critical: workshop');
    expect(world.approvals).not.toHaveBeenCalled();
    expect(world.alertChoices).not.toHaveBeenCalled();
    expect(page.querySelector('a[href^="/approvals"]')).toBeNull();
    world.is([]);
    expect(await text()).toContain('Only an admin can add one');
    expect(page.querySelector('a[href^="/settings"]')).toBeNull();
  });
});
