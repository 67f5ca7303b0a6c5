import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router, withComponentInputBinding } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import type { ApprovalView, DecideBody } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { SizesSeen } from '../../core/approvals/sizes-seen';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { LiveSocket } from '../../core/subscriptions/live-socket';
import { Session } from '../../core/session/session';
import { Approvals } from './approvals';

const HOSTILE = '<script>alert(1)</script>\u202E';
const NOWHERE = { session_id: null, turn_id: null };
const BEN = { kind: 'operator', id: 'ben', name: 'Ben', ...NOWHERE } as const;
const ANNA = { kind: 'operator', id: 'anna', name: 'Anna', ...NOWHERE } as const;
const waiting = (id: string, more: Partial<ApprovalView> = {}) =>
  anApproval({ id, agent_id: 'pc1', state: 'pending', ...more });
const over = (id: string, state: ApprovalView['state'], more: Partial<ApprovalView> = {}) =>
  anApproval({ id, agent_id: 'pc1', state, ended_at: '2031-05-01T10:00:00Z', ...more });

describe('the approvals', () => {
  const all = signal<readonly ApprovalView[]>([]);
  const decided: [string, DecideBody][] = [];
  let refused: ApiError | undefined;
  let mayDecide = true;
  let harness: RouterTestingHarness;
  const page = () => harness.routeNativeElement ?? document.createElement('div');
  const words = () => (page().textContent ?? '').replace(/\s+/g, ' ');
  const rows = (label: string) =>
    [...page().querySelectorAll(`[aria-label="${label}"] > li`)].map((one) =>
      (one.textContent ?? '').replace(/\s+/g, ' ').trim(),
    );

  async function open(address = '/approvals', approvals: readonly ApprovalView[] = all()) {
    all.set(approvals);
    const failed = () => Promise.reject(new ApiError('internal', 'not here', 'req-1'));
    const nothing = () => Promise.resolve({ items: [], next_cursor: null });
    const store = {
      ...{ all, ready: () => true, error: () => null },
      waiting: () => all().filter(({ state }) => state === 'pending'),
      approval: (id: string) => all().find((one) => one.id === id),
      loadPast: () => Promise.resolve(),
      decide: (id: string, body: DecideBody) => {
        decided.push([id, body]);
        if (refused) return Promise.reject(refused);
        all.update((list) =>
          list.map((one) => (one.id === id ? over(id, 'denied', { seq: one.seq }) : one)),
        );
        return Promise.resolve();
      },
    };
    const fleet = {
      ready: () => true,
      agent: () => aPc({ agent_id: 'pc1', name: 'Club office', overall: 'warn' }),
      nameOf: (id: string) => (id === 'pc1' ? 'Club office' : id),
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter(
          [
            { path: 'approvals', component: Approvals },
            { path: 'approvals/:id', component: Approvals },
          ],
          withComponentInputBinding(),
        ),
        { provide: ApprovalsStore, useValue: store },
        { provide: FleetStore, useValue: fleet },
        {
          provide: ApiClient,
          useValue: {
            ...{ approvals: nothing, gateStats: failed },
            ...{ pausedRequesters: nothing, permissions: nothing },
            approval: (id: string) => Promise.resolve({ approval: anApproval({ id }) }),
            catalog: () => Promise.resolve({ tools: [] }),
            tryPolicy: failed,
          },
        },
        {
          provide: LiveSocket,
          useValue: {
            state: () => 'open',
            on: () => () => undefined,
            whenOpen: () => () => undefined,
          },
        },
        {
          provide: Session,
          useValue: {
            me: () => ({ ...ANNA }),
            mayDecide: () => mayDecide,
            holds: () => true,
            reaches: () => true,
          },
        },
      ],
    });
    harness = await RouterTestingHarness.create(address);
    await harness.fixture.whenStable();
  }

  const button = (name: RegExp) =>
    [...page().querySelectorAll('button')].find((one) => name.test(one.textContent));

  beforeEach(() => {
    [decided.length, refused, mayDecide] = [0, undefined, true];
    Object.assign(globalThis, {
      IntersectionObserver: class {
        observe(): void {}
        disconnect(): void {}
      },
    });
  });

  it('say how much a clean-up deletes', async () => {
    const clean = { tool: 'disk_clean', args: { targets: ['temp'] } };
    await open('/approvals', [waiting('a', clean)]);
    expect(rows('Waiting')[0]).not.toContain('GB');
    TestBed.inject(SizesSeen).note('pc1', [{ target: 'temp', bytes: 8.7e9 }]);
    await harness.fixture.whenStable();
    expect(rows('Waiting')[0]).toMatch(/About 8\.7 GB/);
  });

  it('say of each that waits what, where, who, why, how heavy, and how it begins', async () => {
    const script = ['Restart-Service Spooler', HOSTILE, 'three', 'four', 'five'].join('\n');
    const reason = 'The printer does not answer.';
    await open('/approvals', [
      waiting('a', {
        requested_by: BEN,
        args: { script },
        reason,
        risk: 'high',
        tool: 'powershell_exec',
      }),
    ]);
    const [row] = rows('Waiting');
    expect(row).toMatch(
      /^Run a PowerShell script on Club office ?High risk: a script that is not kenny’s own/,
    );
    expect(row).toContain('Runs this PowerShell script on Club office.');
    expect(row).toMatch(/Review: Run a PowerShell script on Club office/);
    expect(row).toMatch(/Asked by Ben · /);
    expect(row).toContain('Why: The printer does not answer.');
    expect(row).toContain('Restart-Service Spooler');
    expect(row).toContain('U+202E');
    expect(row).toContain('2 more lines');
    expect(row).not.toContain('four');
    expect(page().querySelector('script')).toBeNull();
    expect(page().querySelector('button[type="submit"]')).toBeNull();
  });

  it('filter the history by PC, person and outcome, and keep that in the address', async () => {
    await open('/approvals', [
      over('a', 'done', { requested_by: BEN }),
      over('b', 'denied', { requested_by: ANNA, agent_id: 'pc2' }),
      over('c', 'expired', { requested_by: BEN }),
      ...['d', 'e', 'f', 'g', 'h'].map((id) => over(id, 'done', { requested_by: ANNA })),
    ]);
    expect(rows('Recent decisions')).toHaveLength(8);
    const select = (index: number, value: string) => {
      const field = page().querySelectorAll('select')[index];
      if (!field) throw new Error('there is no filter');
      field.value = value;
      field.dispatchEvent(new Event('change'));
      return harness.fixture.whenStable();
    };
    await select(1, 'ben');
    expect(rows('Recent decisions')).toHaveLength(2);
    await select(2, 'nothing');
    expect(rows('Recent decisions')).toEqual([expect.stringContaining('Expired, nothing ran')]);
    expect(TestBed.inject(Router).url).toBe('/approvals?by=ben&outcome=nothing');
    await select(0, 'pc2');
    expect(words()).toContain('None of the last requests');
  });

  it('offer no filters for a list that fits on the screen, and lead to the audit log', async () => {
    await open('/approvals', [over('a', 'done')]);
    expect(page().querySelectorAll('select')).toHaveLength(0);
    expect(page().querySelector('a[href="/audit"]')).not.toBeNull();
  });

  it('say that nothing was decided yet', async () => {
    await open('/approvals', []);
    expect(words()).toContain('Recent decisionsNothing yet.');
  });

  it('say of the past when somebody asked and when somebody decided', async () => {
    const [requested_at, at] = ['2026-11-21T20:01:00Z', '2026-11-21T20:05:00Z'];
    const decisions = [{ by: ANNA, decision: 'approve' as const, at, reason: null }];
    await open('/approvals', [over('a', 'done', { requested_by: BEN, requested_at, decisions })]);
    expect(rows('Recent decisions')[0]).toMatch(/asked by Ben, .+ · approved by Anna, 4 min later/);
    const times = page().querySelectorAll('[aria-label="Recent decisions"] kenny-time');
    expect(times).toHaveLength(2);
  });

  it('take an unknown outcome in the address for none', async () => {
    await open('/approvals?outcome=__proto__', [over('a', 'done')]);
    expect(rows('Recent decisions')).toHaveLength(1);
  });

  it('come back from a sheet to its row, or to the one that took its place', async () => {
    await open('/approvals/b', [waiting('c'), waiting('b'), waiting('a')]);
    const back = () => {
      [...page().querySelectorAll('a')]
        .find((one) => one.textContent.trim() === 'All approvals')
        ?.click();
      return harness.fixture.whenStable();
    };
    await back();
    expect((document.activeElement as HTMLElement).dataset['approval']).toBe('b');
    await harness.navigateByUrl('/approvals/b');
    all.set([waiting('c'), over('b', 'done'), waiting('a')]);
    await harness.fixture.whenStable();
    await back();
    expect((document.activeElement as HTMLElement).dataset['approval']).toBe('a');
  });

  it('deny in the row what was read there: it stays in its place and says so, with the focus', async () => {
    await open('/approvals', [
      waiting('a', { seq: 1, call_sha256: 'sum' }),
      waiting('b', { seq: 2 }),
    ]);
    const deny = button(/^\s*Deny: /);
    // After "Review" for the keyboard, and never what Enter on that does.
    expect(deny?.previousElementSibling?.textContent).toMatch(/^Review/);
    deny?.focus();
    deny?.click();
    await harness.fixture.whenStable();
    expect(decided).toEqual([['a', { decision: 'deny', call_sha256: 'sum' }]]);
    expect(rows('Waiting').map((row) => /Denied|Deny/.exec(row)?.[0])).toEqual(['Denied', 'Deny']);
    expect(rows('Waiting')[0]).not.toContain('expires');
    expect(document.activeElement?.textContent).toMatch(/^Denied: /);
    expect(document.activeElement?.tagName).toBe('STRONG');
    expect(words()).toContain('1 waiting');
  });

  it('say in its row why one could not be denied, and keep the button', async () => {
    refused = new ApiError('conflict', 'Somebody has decided it already.', 'req-1');
    await open('/approvals', [waiting('a')]);
    button(/^\s*Deny: /)?.click();
    await harness.fixture.whenStable();
    expect(rows('Waiting')[0]).toContain('Somebody has decided it already.');
    expect(button(/^\s*Deny: /)).toBeDefined();
  });

  it('withdraw a request of one’s own instead, and offer neither after one’s approval', async () => {
    const decisions = [{ by: ANNA, decision: 'approve' as const, at: '', reason: null }];
    await open('/approvals', [waiting('a', { requested_by: ANNA }), waiting('b', { decisions })]);
    expect(button(/Deny/)).toBeUndefined();
    button(/^\s*Withdraw: /)?.click();
    await harness.fixture.whenStable();
    expect(decided).toEqual([['a', expect.objectContaining({ decision: 'cancel' })]]);
  });

  it('offer neither to who may not decide', async () => {
    mayDecide = false;
    await open('/approvals', [waiting('a'), waiting('b', { requested_by: ANNA })]);
    expect(button(/Deny|Withdraw/)).toBeUndefined();
    expect(rows('Waiting')[0]).toContain('View: ');
  });
});
