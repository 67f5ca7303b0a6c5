import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import type { FleetAgent, ReleaseView } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { aRelease } from '../../../../test/a-release';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { Fleet } from './fleet';

const pc = (agent_id: string, version: string): FleetAgent =>
  aPc({ agent_id, meta: { hostname: agent_id, os: 'linux', arch: 'x86_64', version } });

describe('the page of the fleet, when a newer agent is published', () => {
  let isAdmin: boolean;
  let answer: () => Promise<{ items: ReleaseView[] }>;
  const releases = jest.fn(() => answer());

  beforeEach(() => {
    isAdmin = true;
    answer = () => Promise.resolve({ items: [aRelease('0.2.0')] });
    releases.mockClear();
  });

  const three = () => [pc('old', '0.1.0'), pc('older', '0.0.9'), pc('new', '0.2.0')];

  async function open(agent?: string, agents: FleetAgent[] = three()) {
    const counts = { crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0 };
    for (const { overall } of agents) counts[overall] += 1;
    const store = {
      ...{ ready: () => true, error: () => null, size: () => agents.length },
      ...{ agents: () => agents, counts: () => counts },
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: FleetStore, useValue: store },
        { provide: ApiClient, useValue: { releases } },
        { provide: Session, useValue: { reaches: () => isAdmin } },
      ],
    });
    const fixture = TestBed.createComponent(Fleet);
    fixture.componentRef.setInput('agent', agent);
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    const chip = [...element.querySelectorAll<HTMLElement>('.chip')].find(({ textContent }) =>
      textContent.includes('Agent outdated'),
    );
    const rows = Number(element.querySelector('[role=table]')?.getAttribute('aria-rowcount')) - 1;
    const all = element.querySelector<HTMLElement>('.chip');
    return { all, chip, rows, page: element };
  }

  it('says of a PC that never connected the same as everywhere', async () => {
    const eva = aPc({ overall: 'unknown', online: false, last_seen: null, meta: null });
    const { page } = await open(undefined, [eva]);
    const words = page.textContent.replaceAll(/\s+/g, ' ');
    expect(words).toContain('1 PC · 1 not connected yet');
    expect(words).toContain('Not connected yet 1');
    expect(words).toContain('kenny has not been installed there, or does not reach this server.');
    expect(words).not.toMatch(/unknown|never/i);
  });

  it('says beside its problem what waits for approval on a PC, and leads there', async () => {
    const { page } = await open();
    const pills = () =>
      [...page.querySelectorAll<HTMLAnchorElement>('.waits')].map((one) => [
        one.textContent.replaceAll(/\s+/g, ' ').trim(),
        one.getAttribute('href'),
      ]);
    expect(pills()).toEqual([]);
    const store = TestBed.inject(ApprovalsStore);
    const ask = (id: string, agent_id: string) => store.know(anApproval({ id, agent_id }));
    ask('a', 'old');
    ask('b', 'older');
    ask('c', 'older');
    TestBed.tick();
    expect(pills()).toEqual([
      ['1 waiting for approval on kitchen', '/approvals/a'],
      ['2 waiting for approval on kitchen', '/fleet/older?part=activity'],
    ]);
    store.know(anApproval({ id: 'a', agent_id: 'old', state: 'denied' }));
    TestBed.tick();
    expect(pills()).toHaveLength(1);
  });

  it('counts the PCs that have an older one, and shows only them when asked', async () => {
    const navigate = jest.spyOn(Router.prototype, 'navigate').mockResolvedValue(true);
    const { chip, rows } = await open();
    expect(chip?.textContent).toContain('Agent outdated 2');
    expect(chip?.getAttribute('aria-pressed')).toBe('false');
    expect(rows).toBe(3);
    chip?.click();
    expect(navigate.mock.lastCall?.[1]?.queryParams).toEqual({ agent: 'outdated' });
    navigate.mockRestore();
  });

  it('has a chip that takes all filters off, and says how many PCs there are', async () => {
    const navigate = jest.spyOn(Router.prototype, 'navigate').mockResolvedValue(true);
    const { all } = await open();
    expect(all?.textContent).toContain('All 3');
    expect(all?.getAttribute('aria-pressed')).toBe('true');
    TestBed.resetTestingModule();
    const filtered = (await open('outdated')).all;
    expect(filtered?.getAttribute('aria-pressed')).toBe('false');
    filtered?.click();
    const none = { health: null, os: null, agent: null, tag: null, check: null };
    expect(navigate.mock.lastCall?.[1]?.queryParams).toEqual(none);
    navigate.mockRestore();
  });

  it('is filtered by its address', async () => {
    const { chip, rows } = await open('outdated');
    expect(chip?.getAttribute('aria-pressed')).toBe('true');
    expect(rows).toBe(2);
  });

  it('asks for no releases as somebody who is no admin, and hides nothing from them', async () => {
    isAdmin = false;
    const { chip, rows } = await open('outdated');
    expect(releases).not.toHaveBeenCalled();
    expect(chip).toBeUndefined();
    expect(rows).toBe(3);
  });

  it.each([
    ['all are new', () => Promise.resolve({ items: [aRelease('0.0.1')] })],
    ['it is not known', () => Promise.reject(new ApiError('unavailable', 'not now', null))],
  ])('has no such filter when %s', async (_, given) => {
    answer = given;
    const { chip, rows } = await open('outdated');
    expect(chip).toBeUndefined();
    expect(rows).toBe(3);
  });
});

describe('selecting PCs on the page of the fleet', () => {
  let isOperator: boolean;
  let away: string[];
  let navigate: jest.SpyInstance;

  beforeEach(() => {
    isOperator = true;
    away = [];
    navigate = jest.spyOn(Router.prototype, 'navigate').mockResolvedValue(true);
  });
  afterEach(() => navigate.mockRestore());

  async function open(size: number, inputs: Record<string, string> = {}) {
    const agents = Array.from({ length: size }, (_, at) => {
      const one = pc(`pc-${at}`, '0.1.0');
      return { ...one, online: !away.includes(one.agent_id) };
    });
    const counts = { crit: 0, warn: 0, offline: 0, unknown: 0, ok: size };
    const store = {
      ...{ ready: () => true, error: () => null, size: () => size },
      ...{ agents: () => agents, counts: () => counts },
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: FleetStore, useValue: store },
        { provide: ApiClient, useValue: {} },
        {
          ...{ provide: Session },
          useValue: { reaches: (scope: string) => isOperator && scope === 'operator' },
        },
      ],
    });
    const fixture = TestBed.createComponent(Fleet);
    for (const [name, value] of Object.entries(inputs)) {
      fixture.componentRef.setInput(name, value);
    }
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    const press = async (name: string) => {
      const found = [...element.querySelectorAll('button')].find((one) =>
        one.textContent.trim().startsWith(name),
      );
      if (!found) throw new Error(`there is no button ${name}`);
      found.click();
      await fixture.whenStable();
    };
    const asked = () => navigate.mock.lastCall as [string[], { queryParams: object }] | undefined;
    return { element, press, asked };
  }

  it('leads with those that are shown to one tool on all of them', async () => {
    const { press, asked } = await open(3);
    await press('Run a tool on 3 PCs…');
    expect(asked()).toEqual([['/run'], { queryParams: { pc: 'pc-0,pc-1,pc-2', tool: null } }]);
  });

  it('leaves out those that are away, and says how many', async () => {
    away = ['pc-1'];
    const { element, press, asked } = await open(3);
    expect(element.textContent).toContain('1 not online');
    await press('Run a tool on 2 PCs…');
    expect(asked()?.[1].queryParams).toEqual({ pc: 'pc-0,pc-2', tool: null });
  });

  it('goes on from the form that somebody came from', async () => {
    const { element, press, asked } = await open(3, { select: 'pc-1', tool: 'fs_list' });
    expect(element.textContent).toContain('1 selected');
    await press('Run a tool');
    expect(asked()?.[1].queryParams).toEqual({ pc: 'pc-1', tool: 'fs_list' });
    await press('Select all shown');
    expect(asked()?.[1].queryParams).toEqual({ select: 'pc-1,pc-0,pc-2' });
  });

  it('refuses a thousand PCs, and says how many it may be', async () => {
    const { element, press } = await open(1_000);
    await press('Run a tool on 1000 PCs…');
    expect(navigate).not.toHaveBeenCalled();
    expect(element.querySelector('[role=alert]')?.textContent).toContain(
      'at most 50 PCs at once; these are 1,000',
    );
  });

  it('is not there for somebody who may only view', async () => {
    isOperator = false;
    const { element } = await open(3, { select: 'pc-1' });
    expect(element.querySelector('.several, kbd + kbd + kbd + kbd')).toBeNull();
    expect(element.textContent).not.toContain('selected');
  });
});
