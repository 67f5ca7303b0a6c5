import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { SCOPE_RANK, type MeView, type ServerFacts } from '@kenny/contract/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { FirstSteps } from './first-steps';

type Facts = Pick<ServerFacts, 'public_url' | 'runs_as'> & {
  state: { conditions: { kind: string }[] };
};
const FRESH: Facts = {
  ...{ public_url: 'http://127.0.0.1:8000', runs_as: 'npm-start' },
  state: { conditions: [] },
};
const SET_UP: Facts = { ...FRESH, public_url: 'https://kenny.example', runs_as: 'autostart' };

describe('the first steps', () => {
  let scope: MeView['scope'];
  let pcs: number;
  let facts: Facts;
  let channels: unknown[];
  let browsers: unknown[];
  let broken: ApiError | undefined;
  let asked: number;

  beforeEach(() => {
    localStorage.clear();
    [scope, pcs, facts, channels, browsers] = ['admin', 1, FRESH, [], []];
    [broken, asked] = [undefined, 0];
  });

  async function show(): Promise<HTMLElement> {
    TestBed.resetTestingModule();
    const server = () => {
      asked += 1;
      return broken ? Promise.reject(broken) : Promise.resolve(facts);
    };
    const alertChoices = () => Promise.resolve({ channels });
    const pushBrowsers = () => Promise.resolve({ items: browsers });
    const reaches = (least: MeView['scope']) => SCOPE_RANK[scope] >= SCOPE_RANK[least];
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: { server, alertChoices, pushBrowsers } },
        { provide: FleetStore, useValue: { size: signal(pcs) } },
        { provide: Session, useValue: { reaches } },
      ],
    });
    const fixture = TestBed.createComponent(FirstSteps);
    await fixture.whenStable();
    return fixture.nativeElement as HTMLElement;
  }
  const links = (page: HTMLElement) =>
    [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  const done = (page: HTMLElement) =>
    [...page.querySelectorAll('.done')].map(({ textContent }) => textContent.trim());

  it('lead an admin of a new server to all that is to be done', async () => {
    expect(links(await show())).toEqual([
      '/settings/add',
      '/guides/keep-running',
      '/settings/devices',
      '/settings/alerts',
    ]);
  });

  it('are ticked one by one', async () => {
    [pcs, facts] = [2, { ...FRESH, runs_as: 'service' }];
    const page = await show();
    expect(done(page)).toEqual(['Add another PC: done', 'Let kenny start with its computer: done']);
    expect(links(page)).toEqual(['/settings/devices', '/settings/alerts']);
  });

  it.each([
    ['a channel', () => (channels = [{}])],
    ['a browser', () => (browsers = [{}])],
  ])('are gone when all is done, and %s is told', async (_, has) => {
    [pcs, facts] = [2, SET_UP];
    has();
    expect((await show()).querySelector('section')).toBeNull();
  });

  it('are alerts alone for whoever is no admin', async () => {
    scope = 'operator';
    expect(links(await show())).toEqual(['/settings/alerts']);
  });

  it('ask nothing for a viewer, who has no alerts', async () => {
    scope = 'viewer';
    expect((await show()).querySelector('section')).toBeNull();
    expect(asked).toBe(0);
  });

  it.each([
    ['the demo', () => (facts = { ...FRESH, state: { conditions: [{ kind: 'demo' }] } })],
    ['a server that cannot say', () => (broken = new ApiError('unavailable', 'not now', null))],
  ])('say nothing in %s', async (_, is) => {
    is();
    expect((await show()).querySelector('section')).toBeNull();
    expect(asked).toBe(1);
  });

  it('stay away once they were dismissed', async () => {
    const page = await show();
    page.querySelector('button')?.click();
    expect((await show()).querySelector('section')).toBeNull();
  });
});
