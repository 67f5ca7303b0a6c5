import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { CATALOG } from '@kenny/contract/agent';
import {
  hintFor,
  type ApprovalView,
  type FleetAgent,
  type SectionHealth,
} from '@kenny/contract/web';
import { THRESHOLDS } from '@kenny/health';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { CommandRegistry } from '../../core/commands/command-registry';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { LiveSocket } from '../../core/subscriptions/live-socket';
import { Session } from '../../core/session/session';
import { Pc } from './pc';

const SINCE = '2026-11-21T10:00:00Z';
const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>\u202Egpj.exe{{1+1}}';
const section = (name: string, status: SectionHealth['status'], reason: string) => ({
  ...{ name, status, reason, since: SINCE },
});
const LINUX = { hostname: 'x', os: 'linux', arch: 'x86_64', version: '0.1.0' } as const;
const refusal = (code: ConstructorParameters<typeof ApiError>[0], details = {}) =>
  new ApiError(code, `it is ${code}`, 'req-1', details);

/** What the server says; a question without an answer fails and names itself. */
interface World {
  live: FleetAgent | undefined;
  agent: () => Promise<FleetAgent>;
  snapshot: Record<string, unknown>;
  forecast: () => Promise<unknown>;
  releases: () => Promise<unknown>;
  callTool: (tool: string, body: unknown, stop?: AbortSignal) => Promise<unknown>;
  explain: () => Promise<{ session_id: string; turn_id: string }>;
  approval: ApprovalView | undefined;
}

describe('the page of a PC', () => {
  let world: World;
  let fixture: ComponentFixture<Pc>;
  const live = signal<FleetAgent | undefined>(undefined);
  const fleetReady = signal(true);
  let snapshots: number;
  const approvals = signal<ReadonlyMap<string, ApprovalView>>(new Map());

  const element = () => fixture.nativeElement as HTMLElement;
  const text = () => (element().textContent ?? '').replace(/\s+/g, ' ');
  const button = (name: RegExp) =>
    [...element().querySelectorAll('button')].find((one) => name.test(one.textContent ?? ''));
  /** Answers, and every part down the page: each is drawn in a turn of its own. */
  const settle = async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      await jest.advanceTimersByTimeAsync(1);
      TestBed.tick();
    }
  };

  async function open(inputs: Record<string, string> = {}): Promise<void> {
    live.set(world.live);
    const nothing = () => Promise.resolve({ items: [], next_cursor: null, truncated: false });
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        {
          provide: ApiClient,
          useValue: {
            agent: () => world.agent(),
            snapshot: () => {
              snapshots += 1;
              return Promise.resolve({ snapshot: world.snapshot });
            },
            catalog: () => Promise.resolve({ ...CATALOG, thresholds: THRESHOLDS }),
            callTool: (...call: Parameters<World['callTool']>) => world.callTool(...call),
            ...{ audit: nothing, events: nothing, changes: nothing },
            ...{ forecast: () => world.forecast(), releases: () => world.releases() },
            series: () => Promise.reject(refusal('not_found')),
          },
        },
        {
          provide: FleetStore,
          useValue: { agent: () => live(), ready: () => fleetReady() },
        },
        {
          provide: ApprovalsStore,
          useValue: {
            ready: () => true,
            all: () => [...approvals().values()],
            approval: (id: string) => approvals().get(id),
            load: (id: string) => {
              if (world.approval) approvals.set(new Map([[id, world.approval]]));
              return Promise.resolve(world.approval);
            },
            loadPast: () => Promise.resolve(),
          },
        },
        {
          provide: LiveSocket,
          useValue: {
            request: (action: string) =>
              action === 'chat.explain' ? world.explain() : Promise.resolve({}),
            whenOpen: () => () => undefined,
            on: () => () => undefined,
          },
        },
        { provide: Session, useValue: { reaches: () => true, holds: () => true } },
      ],
    });
    fixture = TestBed.createComponent(Pc);
    for (const [name, value] of Object.entries({ id: 'pc1', ...inputs })) {
      fixture.componentRef.setInput(name, value);
    }
    await settle();
  }

  beforeEach(() => {
    jest.useFakeTimers();
    approvals.set(new Map());
    fleetReady.set(true);
    snapshots = 0;
    const pc = aPc({
      sections: [
        section('memory', 'ok', '47 % of memory is in use'),
        section('disk', 'crit', 'C: is 96 % full'),
        section('disk_smart', 'unknown', 'access denied'),
        section('reboot_pending', 'warn', 'A restart is pending'),
      ],
    });
    const unasked = () => Promise.reject(new Error('nobody was to ask this'));
    world = {
      ...{ live: pc, agent: () => Promise.resolve(pc), callTool: unasked, explain: unasked },
      snapshot: {
        disk: {
          ...{ status: 'crit', summary: 'C: 96 %' },
          volumes: [{ mount: 'C:', total_bytes: 511e9, free_bytes: 2e10, percent_used: 96 }],
        },
        reboot_pending: { status: 'warn', summary: 's', pending: true, reasons: [] },
      },
      forecast: () => Promise.resolve({ items: [] }),
      releases: () => Promise.resolve({ items: [] }),
      approval: undefined,
    };
  });
  afterEach(() => jest.useRealTimers());

  it('shows what is wrong first, worst first, with the limit in words and the facts', async () => {
    await open();
    const cards = [...element().querySelectorAll('kenny-section-card')].map((card) =>
      (card.textContent ?? '').replace(/\s+/g, ' '),
    );
    expect(cards).toHaveLength(2);
    expect(cards[0]).toMatch(/Disk ?C: is 96 % full Used: critical from 95 %/);
    expect(cards[0]).toMatch(/511 GB.*20 GB.*96 %/);
    expect(cards[1]).toMatch(/A restart is pending ?Pending: warning when it is yes/);
    expect(text()).toContain('Healthy, 1');
    expect(text()).toMatch(/Could not be read, 1.*access denied/);
  });

  it('shows the verdicts with what belongs to them, and does not wait for it without end', async () => {
    world.forecast = () => new Promise(() => undefined);
    await open();
    expect(element().querySelector('h1')?.textContent).toContain('kitchen');
    expect(element().querySelector('kenny-section-card, kenny-tool-list')).toBeNull();
    await jest.advanceTimersByTimeAsync(1_000);
    await settle();
    expect(element().querySelectorAll('kenny-section-card')).toHaveLength(2);
    expect(element().querySelector('kenny-tool-list')).not.toBeNull();
  });

  it('does not wait with what is wrong until it knows whether there is an update', async () => {
    let answer: (releases: unknown) => void = () => undefined;
    world.releases = () => new Promise((resolve) => (answer = resolve));
    world.live = aPc({ ...world.live, meta: LINUX });
    await open();
    expect(element().querySelectorAll('kenny-section-card')).toHaveLength(2);
    expect(element().querySelector('kenny-tool-list')).toBeNull();
    answer({ items: [{ ...LINUX, version: '0.2.0' }] });
    await settle();
    expect(element().querySelector('kenny-section-card + kenny-pc-update')).not.toBeNull();
    expect(element().querySelector('kenny-tool-list')).not.toBeNull();
  });

  it('says of an agent that it takes no updates, before there is a newer one', async () => {
    world.live = aPc({ ...world.live, meta: { ...LINUX, updatable: false } });
    await open();
    expect(element().querySelector('kenny-pc-update')?.textContent).toMatch(
      /^\s*This agent cannot be updated from here\. /,
    );
  });

  it('asks once when the fleet comes after the page, and anew when the PC has sent something', async () => {
    const pc = world.live;
    world.live = undefined;
    fleetReady.set(false);
    await open();
    expect(snapshots).toBe(1);
    live.set(pc);
    fleetReady.set(true);
    await settle();
    expect(snapshots).toBe(1);
    live.set(pc && { ...pc });
    await settle();
    expect(snapshots).toBe(1);
    live.set(pc && { ...pc, received_at: '2026-11-21T21:00:00Z' });
    TestBed.tick();
    expect(snapshots).toBe(2);
    // What is known stays while there is no newer answer.
    expect(element().querySelector('kenny-section-card kenny-facts')).not.toBeNull();
    await settle();
    expect(element().querySelector('kenny-section-card kenny-facts')).not.toBeNull();
  });

  it('shows whatever a PC sends as text', async () => {
    world.live = aPc({
      ...{ name: HOSTILE, tags: [HOSTILE] },
      sections: [section('printers', 'warn', HOSTILE)],
    });
    world.agent = () => Promise.resolve(world.live ?? aPc());
    world.snapshot = {
      printers: {
        printers: [{ name: HOSTILE, [HOSTILE]: HOSTILE, deep: { a: { b: [HOSTILE] } } }],
      },
    };
    await open();
    expect(element().querySelector('img, script, iframe, a[href^="javascript"]')).toBeNull();
    expect(text()).toContain('<script>alert(2)</script>');
    expect(element().querySelectorAll('mark').length).toBeGreaterThan(3);
    expect(text()).not.toContain('\u202E');
  });

  it('says that there is no such PC, and that one was removed while it was looked at', async () => {
    world.live = undefined;
    world.agent = () => Promise.reject(refusal('unknown_agent'));
    await open({ id: 'nobody' });
    expect(text()).toContain('There is no PC with the id nobody');
    live.set(aPc());
    await settle();
    live.set(undefined);
    await settle();
    expect(text()).toContain('no longer in the fleet');
  });

  it('keeps the verdicts when its facts cannot be had, and says so', async () => {
    await open();
    world.agent = () => Promise.reject(refusal('unavailable'));
    live.set(aPc({ received_at: '2026-11-21T21:00:00Z' }));
    await settle();
    expect(text()).toContain('it is unavailable');
    expect(button(/Try again/)).toBeDefined();
  });

  it('runs a read at once and shows what came, as text', async () => {
    const asked: unknown[] = [];
    world.callTool = (...call) => {
      asked.push(call.slice(0, 2));
      return Promise.resolve({ call_id: 'call-7', result: { content: HOSTILE, truncated: false } });
    };
    await open({ tool: 'fs_read' });
    expect(text()).toContain('Read only; runs at once');
    await submit({ path: '/etc/hosts' });
    expect(asked).toEqual([['fs_read', { agent_id: 'pc1', args: { path: '/etc/hosts' } }]]);
    expect(text()).toMatch(/Result.*<script>.*request ID call-7/);
    expect(element().querySelector('img, script')).toBeNull();
  });

  it('shows a picture as one, with words for those who cannot see it', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => undefined });
    world.live = aPc({ meta: { hostname: 'k', os: 'windows', version: '1' } });
    world.callTool = () =>
      Promise.resolve({ call_id: 'c', result: { image_b64: btoa('png'), format: 'png' } });
    await open({ tool: 'screen_capture' });
    await submit({});
    const image = element().querySelector('img');
    expect(image?.getAttribute('src')).toBe('blob:one');
    expect(image?.alt).toContain('Screen of kitchen');
  });

  it('says what went wrong: code, whether it ran, what next, the id of the call', async () => {
    world.callTool = () => Promise.reject(refusal('timeout', { call_id: 'call-9' }));
    await open({ tool: 'shell_exec' });
    await submit({ command: 'true' });
    expect(text()).toMatch(/not known whether it ran.*before you try again.*timeout.*call-9/);
  });

  it.each(['timeout', 'unreachable'] as const)(
    'says of a read that ends in %s only to try again',
    async (code) => {
      world.callTool = () => Promise.reject(refusal(code));
      await open({ tool: 'fs_list' });
      await submit({ path: '/' });
      expect(text()).toMatch(new RegExp(`it is ${code} .*Try again\\.`));
      const panel = element().querySelector('kenny-tool-panel');
      expect(panel?.textContent).not.toMatch(/whether it ran|No changes were made/);
    },
  );

  it('stops waiting when somebody stops a read, and passes it on', async () => {
    let stopped = false;
    world.callTool = (_tool, _body, stop) =>
      new Promise((_resolve, reject) => {
        stop?.addEventListener('abort', () => {
          stopped = true;
          reject(refusal('unreachable'));
        });
      });
    await open({ tool: 'diag_processes' });
    await submit({});
    button(/^\s*Stop\s*$/)?.click();
    await settle();
    expect(stopped).toBe(true);
    expect(text()).toContain('Stopped.');
  });

  it('sends nothing that the contract would refuse, and says why beside the field', async () => {
    await open({ tool: 'shell_exec' });
    await submit({ timeout_s: '700' });
    expect(text()).toContain('This is needed.');
    expect(text()).toContain('Not above 600.');
  });

  it('has a change wait for its approval, in words, and shows its end here', async () => {
    world.approval = anApproval();
    world.callTool = () => Promise.resolve({ approval: world.approval });
    await open({ tool: 'shell_exec' });
    expect(text()).toContain('High risk');
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    await submit({ command: 'echo one' });
    expect(navigate.mock.lastCall?.[1]?.queryParams).toEqual({ approval: 'apr_1' });
    fixture.componentRef.setInput('approval', 'apr_1');
    await settle();
    expect(text()).toContain('Waiting for approval. Nothing has run yet.');
    const outcome = { result: { stdout: HOSTILE } };
    approvals.set(new Map([['apr_1', anApproval({ state: 'done', outcome })]]));
    await settle();
    expect(text()).toMatch(/Outcome.*Done.*<script>/);
    expect(element().querySelector('script')).toBeNull();
  });

  it('shows no approval of another tool or another PC, whatever the address says', async () => {
    approvals.set(new Map([['apr_1', anApproval({ agent_id: 'pc2' })]]));
    await open({ tool: 'shell_exec', approval: 'apr_1' });
    expect(text()).not.toContain('Waiting for approval');
  });

  it('says before anything is sent that it cannot be: offline, another system', async () => {
    world.live = aPc({ online: false });
    await open({ tool: 'fs_list' });
    expect(text()).toContain('This PC is offline');
    expect(button(/Run on/)?.disabled).toBe(true);
    fixture.componentRef.setInput('tool', 'winget_list');
    await settle();
    expect(text()).toContain('Only for Windows; this PC has Linux.');
  });

  it('has a section explained in the chat, or says why not', async () => {
    world.explain = () => Promise.reject(refusal('chat_unavailable'));
    await open();
    button(/Explain this/)?.click();
    await settle();
    expect(text()).toContain(hintFor('page', 'chat_unavailable'));
    world.explain = () => Promise.resolve({ session_id: 's-1', turn_id: 't' });
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    button(/Explain this/)?.click();
    await settle();
    expect(navigate.mock.lastCall?.[0]).toEqual(['/chat', 's-1']);
  });

  it('offers its tools in the palette while it is open', async () => {
    await open();
    const found = () => TestBed.inject(CommandRegistry).find('shell_exec', 3);
    expect(found().map(({ name }) => name)).toEqual(['shell_exec on pc1']);
    fixture.destroy();
    expect(found()).toEqual([]);
  });

  async function submit(values: Record<string, string>): Promise<void> {
    const fields = [...element().querySelectorAll<HTMLInputElement>('form input, form textarea')];
    const names = Object.keys(
      CATALOG.tools.find(({ name }) => name === fixture.componentInstance.tool())?.args[
        'properties'
      ] ?? {},
    );
    fields.forEach((field, index) => {
      const value = values[names[index] ?? ''];
      if (value === undefined) return;
      field.value = value;
      field.dispatchEvent(new Event('input'));
    });
    element()
      .querySelector('form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }));
    await settle();
  }
});
