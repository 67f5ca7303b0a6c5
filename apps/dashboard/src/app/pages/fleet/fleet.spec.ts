import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import type { FleetAgent, ReleaseView } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { aRelease } from '../../../../test/a-release';
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

  async function open(agent?: string) {
    const agents = [pc('old', '0.1.0'), pc('older', '0.0.9'), pc('new', '0.2.0')];
    const counts = { crit: 0, warn: 0, offline: 0, unknown: 0, ok: agents.length };
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
    return { chip, rows };
  }

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
