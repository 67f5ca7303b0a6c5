import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { ApprovalView, FleetAgent, SectionHealth } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { SinceYouWereHere } from './since-you-were-here';

const LEFT = '2026-11-21T20:00:00Z';
const MEANWHILE = '2026-11-21T23:00:00Z';
const BACK = '2026-11-22T08:00:00Z';
const LATER = '2026-11-22T08:01:00Z';

const full = (since: string): SectionHealth => {
  return { name: 'disk', status: 'crit', reason: 'C: is 96 % full', since };
};
const broken = (agent_id: string, since: string) =>
  aPc({ agent_id, name: agent_id, overall: 'crit', sections: [full(since)] });
const ended = (state: ApprovalView['state'], ended_at: string) =>
  anApproval({ id: `apr_${state}_${ended_at}`, state, ended_at });

describe('since you were here', () => {
  let agents: FleetAgent[];
  let items: ApprovalView[];
  let next_cursor: string | null;
  let scope: 'viewer' | 'operator';
  const approvals = jest.fn(() => Promise.resolve({ items, next_cursor }));

  beforeEach(() => {
    localStorage.clear();
    localStorage.setItem('kenny.visit.anna', JSON.stringify({ seen: Date.parse(LEFT) }));
    agents = [aPc()];
    items = [];
    next_cursor = null;
    scope = 'operator';
    approvals.mockClear();
  });

  async function open() {
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: PageClock, useValue: { now: signal(Date.parse(BACK)) } },
        { provide: FleetStore, useValue: { agents: () => agents } },
        { provide: ApiClient, useValue: { approvals } },
        {
          provide: Session,
          useValue: { me: () => ({ id: 'anna' }), reaches: (one: string) => one === scope },
        },
      ],
    });
    const fixture = TestBed.createComponent(SinceYouWereHere);
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    const lines = () =>
      [...element.querySelectorAll('li')].map((li) => li.textContent.replace(/\s+/g, ' ').trim());
    return { fixture, element, lines };
  }

  it('says nothing when nothing changed, or when it was before or is after', async () => {
    agents = [aPc(), broken('old', '2026-11-21T19:00:00Z'), broken('new', LATER)];
    items = [ended('done', '2026-11-21T19:00:00Z'), ended('done', LATER)];
    const { element } = await open();
    expect(approvals).toHaveBeenCalledTimes(1);
    expect(element.textContent.trim()).toBe('');
  });

  it('says nothing at the first visit, and asks for nothing', async () => {
    localStorage.clear();
    agents = [broken('a', MEANWHILE)];
    const { element } = await open();
    expect(element.textContent.trim()).toBe('');
    expect(approvals).not.toHaveBeenCalled();
  });

  it('names what became worse and counts what was decided, in at most five lines', async () => {
    agents = [
      ...['a', 'b', 'c', 'd', 'e'].map((id) => broken(id, MEANWHILE)),
      aPc({ agent_id: 'f', name: 'f', overall: 'offline', last_seen: MEANWHILE }),
      aPc({
        ...{ agent_id: 'g', name: 'g\u202e', overall: 'warn' },
        sections: [{ ...full(MEANWHILE), status: 'warn' }],
      }),
      // Good news is left out where five lines are taken.
      aPc({ agent_id: 'h', name: 'h', received_at: LATER, strip: 'c'.repeat(47) + 'o' }),
    ];
    items = (['done', 'failed', 'unknown', 'denied'] as const).map((one) => ended(one, MEANWHILE));
    const { element, lines } = await open();
    expect(element.querySelector('time')?.getAttribute('datetime')).toBe(
      new Date(LEFT).toISOString(),
    );
    expect(lines()).toEqual([
      '5 PCs became critical: a, b, c and 2 more',
      expect.stringMatching(/^One PC got a warning: g/),
      'One PC went offline: f',
      '3 requests went to a PC: 1 may have run, 1 failed, 1 done. View',
      'One request ended without running: 1 denied. View',
    ]);
    expect(element.textContent).not.toContain('\u202e');
    expect(element.querySelector('a')?.getAttribute('href')).toBe('/fleet/a');
  });

  it('names what was bad meanwhile and is well again, as far as its last day tells', async () => {
    // The newest half hour is that of 07:30, so that of 20:00 is 23 before it.
    const strip = (bad: string, ago: number) => `${'o'.repeat(47 - ago)}${bad}${'o'.repeat(ago)}`;
    const pc = (agent_id: string, more: Partial<FleetAgent>) =>
      aPc({ agent_id, name: agent_id, received_at: '2026-11-22T07:59:00Z', ...more });
    agents = [
      pc('was-critical', { strip: strip('c', 10) }),
      pc('had-a-warning', { strip: strip('w', 22) }),
      pc('bad-before', { strip: strip('c', 23) }),
      pc('unknown-meanwhile', { strip: strip('u', 10) }),
      pc('put-off', {
        strip: strip('c', 10),
        sections: [{ ...full(MEANWHILE), snoozed: { until: LATER, reason: 'known', by: 'Anna' } }],
      }),
      pc('not-yet', { strip: strip('c', 10), overall: 'unknown' }),
      pc('never-heard', { strip: strip('c', 10), received_at: null }),
    ];
    const { lines } = await open();
    expect(lines()).toEqual(['2 PCs recovered: was-critical, had-a-warning']);
  });

  it('claims no number that it has not counted', async () => {
    next_cursor = 'more';
    items = [ended('done', MEANWHILE)].map((one) => ({ ...one, requested_at: MEANWHILE }));
    const { lines } = await open();
    expect(lines()).toEqual(['At least 1 request went to a PC: 1 done. View']);
  });

  it('asks for no approvals as a viewer, who has none', async () => {
    scope = 'viewer';
    agents = [broken('a', MEANWHILE)];
    const { lines } = await open();
    expect(approvals).not.toHaveBeenCalled();
    expect(lines()).toEqual(['One PC became critical: a']);
  });

  it('says what could not be asked for beside what it knows', async () => {
    approvals.mockRejectedValueOnce(new ApiError('unavailable', 'not now', null));
    agents = [broken('a', MEANWHILE)];
    const { element, lines } = await open();
    expect(element.textContent).toContain('What was decided could not be loaded');
    expect(lines()).toEqual(['One PC became critical: a']);
  });
});
