import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
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
const ANNA = {
  ...{ id: 'anna', token_id: 'tok_1', name: 'Anna', decide: true },
  ...{ agents: null, session: null },
};
let asked: string[];
let left: number;
let sure: boolean;
let named: string;
let publicUrl: string;

function open(scope: 'viewer' | 'admin', others = ['phone']): void {
  [asked, left, sure] = [[], 0, true];
  publicUrl = 'https://kenny.example';
  const me = signal({ ...ANNA, scope, classes: ['read'], decide: scope === 'admin' });
  const other = { ...LOGIN, current: false };
  const items = [LOGIN, ...others.map((id) => ({ ...other, id }))];
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      {
        provide: Session,
        useValue: {
          me,
          reaches: (least: string) => least === 'admin' && scope === 'admin',
          check: () => Promise.resolve(me.update((now) => ({ ...now, name: named }))),
          logout: () => Promise.resolve((left += 1)),
        },
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
          server: () => Promise.resolve({ public_url: publicUrl }),
          ownLoginLink: () => {
            asked.push('link');
            const url = 'https://kenny/join#kny_1';
            return Promise.resolve({ url, expires_at: '2026-06-04T12:10:00Z' });
          },
          changePerson: (id: string, body: { operator_name: string }) => {
            asked.push(`${id} is ${body.operator_name}`);
            named = body.operator_name;
            return Promise.resolve({});
          },
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

  it('lets an admin change their own name', async () => {
    open('admin');
    const fixture = TestBed.createComponent(Me);
    await fixture.whenStable();
    await press(fixture, 'Change your name');
    const field = root(fixture).querySelector<HTMLInputElement>('kenny-own-name input');
    if (!field) throw new Error('there is no field');
    expect(field.value).toBe('Anna');
    field.value = ' Anna B. ';
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
    await press(fixture, 'Save');
    expect(asked).toContain('tok_1 is Anna B.');
    expect(root(fixture).querySelector('strong')?.textContent).toContain('Anna B.');
    expect(root(fixture).querySelector('kenny-own-name form')).toBeNull();
  });

  it('says to all others who can change their name', async () => {
    open('viewer');
    const fixture = TestBed.createComponent(Me);
    await fixture.whenStable();
    expect(root(fixture).textContent).toContain('An admin can change your name');
    expect(root(fixture).textContent).not.toContain('Change your name');
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
    expect(root(fixture).textContent).toContain('The language stays English.');
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
    expect(asked).toEqual(['list', 'link', 'list']);
  });

  it('makes no link while no other device can open one, and says what to do first', async () => {
    open('viewer');
    publicUrl = 'http://127.0.0.1:8000';
    const fixture = TestBed.createComponent(OwnLogins);
    await fixture.whenStable();
    await press(fixture, 'Log in on another device');
    const note = root(fixture).querySelector('kenny-reach-first');
    expect(note?.textContent).toContain('No other device can open a link yet.');
    expect(note?.querySelector('a')?.getAttribute('href')).toBe('/settings/devices');
    expect(root(fixture).querySelector('.secret')).toBeNull();
    expect(asked).toEqual(['list']);
  });

  it('ends one of them, and has no such button for this browser', async () => {
    open('viewer');
    const fixture = TestBed.createComponent(OwnLogins);
    await fixture.whenStable();
    expect(root(fixture).querySelectorAll('li button')).toHaveLength(1);
    await press(fixture, 'the login since');
    expect(asked).toEqual(['list', 'end phone', 'list']);
  });

  it('has those that look alike in one line, and this browser apart', async () => {
    open('viewer', ['a', 'b', 'c']);
    const fixture = TestBed.createComponent(OwnLogins);
    await fixture.whenStable();
    const rows = [...root(fixture).querySelectorAll('li')];
    expect(rows).toHaveLength(2);
    expect(rows[0]?.textContent).toContain('this browser');
    expect(rows[1]?.querySelector('summary')?.textContent).toContain('3 logins, Firefox');
    expect(rows[1]?.querySelectorAll('.login button')).toHaveLength(3);
  });
});
