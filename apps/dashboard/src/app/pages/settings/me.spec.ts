import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { ApiClient } from '../../core/http/api-client';
import { DesktopNotifications } from '../../core/notifications/desktop-notifications';
import { Session } from '../../core/session/session';
import { AskFirst } from '../../ui/ask-first';
import { Me } from './me';
import { OwnLogins } from './own-logins';

const LOGIN = {
  ...{ id: 'this', operator: { id: 'anna', name: 'Anna' }, current: true },
  ...{ token: { id: 'tok_1', name: 'desk', scope: 'admin' }, user_agent: 'Firefox' },
  ...{ opened_at: '2026-06-04T12:00:00Z', last_used_at: '2026-06-04T12:05:00Z' },
  expires_at: '2026-06-11T12:00:00Z',
};
const ANNA = { id: 'anna', name: 'Anna', decide: true, agents: null, session: null };
let asked: string[];
let left: number;
let sure: boolean;

function open(scope: 'viewer' | 'admin'): void {
  [asked, left, sure] = [[], 0, true];
  const me = signal({ ...ANNA, scope, classes: ['read'], decide: scope === 'admin' });
  const items = [LOGIN, { ...LOGIN, id: 'phone', current: false }];
  TestBed.configureTestingModule({
    providers: [
      {
        provide: Session,
        useValue: { me, reaches: () => false, logout: () => Promise.resolve((left += 1)) },
      },
      { provide: DesktopNotifications, useValue: { permission: signal('denied') } },
      { provide: AskFirst, useValue: { ask: () => Promise.resolve(sure) } },
      {
        provide: ApiClient,
        useValue: {
          ownSessions: () => {
            asked.push('list');
            return Promise.resolve({ items, next_cursor: null });
          },
          endOwnSession: (id: string) => Promise.resolve(asked.push(`end ${id}`)),
          ownLoginLink: () =>
            Promise.resolve({
              url: 'https://kenny/join#kny_1',
              expires_at: '2026-06-04T12:10:00Z',
            }),
          endOtherSessions: () => Promise.resolve(asked.push('end others')),
        },
      },
    ],
  });
}

const root = ({ nativeElement }: ComponentFixture<unknown>) => nativeElement as HTMLElement;
const press = async (fixture: ComponentFixture<unknown>, words: string) => {
  const buttons = [...root(fixture).querySelectorAll('button')];
  buttons.find(({ textContent }) => textContent.includes(words))?.click();
  await fixture.whenStable();
};

describe('the page about me', () => {
  it('says who I am and what I may do, and logs me out', async () => {
    open('viewer');
    const fixture = TestBed.createComponent(Me);
    await fixture.whenStable();
    expect(root(fixture).textContent).toMatch(/Anna\s+· can view/);
    expect(root(fixture).textContent).toContain('Notifications are blocked');
    await press(fixture, 'Log out');
    expect(left).toBe(1);
  });

  it('sets the theme', async () => {
    open('viewer');
    const fixture = TestBed.createComponent(Me);
    await fixture.whenStable();
    root(fixture).querySelector<HTMLInputElement>('input[value=dark]')?.click();
    await fixture.whenStable();
    expect(document.documentElement.dataset['theme']).toBe('dark');
    root(fixture).querySelector<HTMLInputElement>('input[value=system]')?.click();
    expect(document.documentElement.dataset['theme']).toBeUndefined();
  });

  it('sets how numbers and dates are written, and turns single keys off', async () => {
    open('viewer');
    const fixture = TestBed.createComponent(Me);
    await fixture.whenStable();
    const [place, hours] = root(fixture).querySelectorAll('select');
    const choose = async (field: HTMLSelectElement | undefined, value: string) => {
      if (field) field.value = value;
      field?.dispatchEvent(new Event('change'));
      await fixture.whenStable();
    };
    await choose(place, 'de-DE');
    expect(root(fixture).textContent).toContain('1.234,5 · ');
    await choose(hours, 'h12');
    expect(localStorage.getItem('kenny.clock')).toBe('h12');
    await choose(place, 'en-GB');
    await choose(hours, 'system');
    const keys = root(fixture).querySelector<HTMLInputElement>('input[type=checkbox]');
    keys?.click();
    expect(localStorage.getItem('kenny.keys')).toBe('off');
    keys?.click();
    expect(localStorage.getItem('kenny.keys')).toBeNull();
  });

  it('ends my other logins, and not this one', async () => {
    open('viewer');
    const fixture = TestBed.createComponent(OwnLogins);
    await fixture.whenStable();
    expect(root(fixture).textContent).toContain('ends after 12 hours without use, 11 Jun');
    sure = false;
    await press(fixture, 'End all my other logins');
    expect(asked).toEqual(['list']);
    sure = true;
    await press(fixture, 'End all my other logins');
    expect(asked).toEqual(['list', 'end others', 'list']);
  });

  it('shows a link for another device, and lists it once that is done', async () => {
    open('viewer');
    const fixture = TestBed.createComponent(OwnLogins);
    await fixture.whenStable();
    await press(fixture, 'Log in on another device');
    expect(root(fixture).querySelector('.secret')?.textContent).toMatch(
      /Open this link on the other device\..*https:\/\/kenny\/join#kny_1/s,
    );
    await press(fixture, 'Done');
    expect(root(fixture).querySelector('.secret')).toBeNull();
    expect(asked).toEqual(['list', 'list']);
  });

  it('ends one of them, and has no such button for this browser', async () => {
    open('viewer');
    const fixture = TestBed.createComponent(OwnLogins);
    await fixture.whenStable();
    expect(root(fixture).querySelectorAll('li button')).toHaveLength(1);
    await press(fixture, 'the login since');
    expect(asked).toEqual(['list', 'end phone', 'list']);
  });
});
