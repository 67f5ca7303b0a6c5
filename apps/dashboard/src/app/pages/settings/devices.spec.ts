import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { TailscaleTurned, TailscaleView } from '@kenny/contract/web';
import { SECOND_MS } from '@kenny/kernel';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { SessionEnd } from '../../core/http/session-end';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { AskFirst } from '../../ui/ask-first';
import { Devices } from './devices';
import { STATE_WORDS, STEPS } from './devices-words';

const ADDRESS = 'https://kenny-pc.tail1234.ts.net';
const LOCAL = 'http://127.0.0.1:8000';
const LINE = 'sudo tailscale serve --bg 8000';
const READY: TailscaleView = {
  ...{ state: 'ready', command: null, open: null, told: null, address: ADDRESS },
  ...{ public_url: LOCAL, on: false, blocked: null, variables: [], runs_as: 'npm-start' },
};
const ON: TailscaleView = { ...READY, state: 'shared', on: true, public_url: ADDRESS };
const AWAY = new ApiError('unreachable', 'Not connected.', null);

describe('phone and other devices', () => {
  let fixture: ComponentFixture<Devices>;
  let now: TailscaleView;
  let pressed: string[];
  let answer: Partial<TailscaleTurned>;
  let me: () => Promise<object>;
  const clock = signal(0);
  const root = () => fixture.nativeElement as HTMLElement;
  const text = () => root().textContent.replace(/\s+/g, ' ');
  const button = (name: string) =>
    [...root().querySelectorAll('button')].find((one) => one.textContent.includes(name));
  const step = () => root().querySelector('[aria-current=step] h3')?.textContent ?? '';

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
    [now, pressed, answer] = [READY, [], {}];
    me = () => Promise.resolve({});
    clock.set(0);
  });
  afterEach(() => jest.useRealTimers());

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) {
      await Promise.resolve();
      TestBed.tick();
    }
    fixture.detectChanges();
  }

  async function show(view: Partial<TailscaleView> = {}, admin = true): Promise<void> {
    now = { ...READY, ...view };
    const turned = (how: string) => {
      pressed.push(how);
      const whole = { view: now, restarts: true, link: `${ADDRESS}/join#secret`, ...answer };
      return Promise.resolve(whole);
    };
    const api = {
      tailscale: () => Promise.resolve(now),
      server: () => Promise.resolve({ public_url: now.public_url }),
      turnOnTailscale: () => turned('on'),
      turnOffTailscale: () => turned('off'),
      ownLoginLink: () =>
        Promise.resolve({ url: `${ADDRESS}/join#x`, expires_at: new Date(0).toISOString() }),
      me: () => me(),
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: api },
        { provide: Session, useValue: { reaches: () => admin } },
        { provide: PageClock, useValue: { now: clock } },
        { provide: AskFirst, useValue: { ask: () => Promise.resolve(true) } },
      ],
    });
    fixture = TestBed.createComponent(Devices);
    await settle();
  }

  /** The page looks again by itself. */
  async function then(view: Partial<TailscaleView>): Promise<void> {
    now = { ...now, ...view };
    jest.advanceTimersByTime(3 * SECOND_MS);
    await settle();
    await settle();
  }

  async function press(name: string): Promise<void> {
    button(name)?.click();
    await settle();
    await settle();
  }

  it.each<[TailscaleView['state'], Partial<TailscaleView>, string]>([
    ['not_installed', { command: 'curl | sh' }, 'curl | sh'],
    ['not_running', { command: 'start it', told: 'no socket' }, 'no socket'],
    ['logged_out', { command: 'sudo tailscale up' }, 'sudo tailscale up'],
    ['awaits_approval', { open: 'https://x.example/a' }, 'approve this computer'],
    ['no_certificate', { open: 'https://x.example/b' }, 'HTTPS Certificates'],
    ['shares_other', { command: 'off' }, 'something else'],
    ['funnel', { command: 'off' }, 'whole internet'],
    ['unclear', { told: 'what?' }, 'what?'],
    ['ready', {}, ADDRESS],
    ['needs_rights', { command: LINE }, LINE],
    ['needs_consent', { open: 'https://x.example/c' }, 'Allow it'],
    ['shared', {}, ADDRESS],
  ])('has one thing to do when it is %s', async (state, more, words) => {
    await show({ state, ...more });
    expect(root().querySelectorAll('[aria-current=step]')).toHaveLength(1);
    expect(step()).toContain(STEPS[STATE_WORDS[state].step]?.title);
    expect(text()).toContain(words);
    expect(root().querySelectorAll('kenny-copy')).toHaveLength(more.command ? 1 : 0);
    const links = [...root().querySelectorAll('.body a')].map((one) => one.getAttribute('href'));
    expect(links).toEqual(more.open ? [more.open] : []);
  });

  it('leads to Tailscale’s own page first, and folds the line for a terminal', async () => {
    const open = 'https://x.example/download';
    await show({ state: 'not_installed', command: 'curl | sh', open, address: null });
    const fold = root().querySelector('.body details');
    expect(fold?.hasAttribute('open')).toBe(false);
    expect(fold?.textContent).toMatch(/Or with one line in a terminal.*curl \| sh/s);
    expect(fold?.querySelector('kenny-copy')).not.toBeNull();
    const link = root().querySelector('.body a');
    expect(link?.getAttribute('href')).toBe(open);
    expect(link?.textContent).toBe('Get Tailscale, and log in');
  });

  it('goes on by itself when something is done elsewhere', async () => {
    await show({ state: 'not_installed', command: 'x', address: null });
    expect(step()).toContain('Tailscale on kenny’s computer');
    await then({ state: 'no_certificate', command: null, open: 'https://x.example' });
    expect(step()).toContain('A name for kenny’s computer');
    expect(root().querySelectorAll('.done')).toHaveLength(1);
    await then({ state: 'ready', open: null, address: ADDRESS });
    expect(step()).toContain('Turn it on');
    expect(pressed).toEqual([]);
  });

  it('leads to the new address, logged in and back here, once the server has it', async () => {
    await show();
    await press('Turn on');
    expect(pressed).toEqual(['on']);
    expect(text()).toContain(`kenny restarts as ${ADDRESS}`);
    const end = TestBed.inject(SessionEnd);
    end.tell();
    expect(end.movedTo).toBe(`${ADDRESS}/join?to=%2Fsettings%2Fdevices#secret`);
  });

  it('asks somebody to start kenny where nothing else does', async () => {
    await show({ runs_as: null });
    await press('Turn on');
    me = () => Promise.reject(AWAY);
    clock.set(1 * SECOND_MS);
    await settle();
    expect(text()).not.toContain('Now start kenny again');
    clock.set(12 * SECOND_MS);
    await settle();
    expect(text()).toContain('Now start kenny again');
  });

  it('shows the line for an administrator, and presses again by itself when it was pasted', async () => {
    answer = { restarts: false, view: { ...READY, state: 'needs_rights', command: LINE } };
    await show();
    await press('Turn on');
    expect(text()).toContain(LINE);
    expect(button('Turn on')).toBeUndefined();
    answer = {};
    await then({ state: 'shared' });
    expect(pressed).toEqual(['on', 'on']);
    expect(text()).toContain('kenny restarts');
  });

  it('does not press by itself when nobody has', async () => {
    await show();
    await then({ state: 'shared' });
    expect(pressed).toEqual([]);
  });

  it('ends with the address to scan, and a link that logs the phone in', async () => {
    await show(ON);
    expect(root().querySelectorAll('.done')).toHaveLength(3);
    expect(text()).toContain('Get Tailscale from the phone’s app store');
    expect(text()).toContain(ADDRESS);
    await press('Log in there without a token');
    expect(root().querySelector('kenny-login-link')).not.toBeNull();
  });

  it('says what is missing when Tailscale has stopped since', async () => {
    await show({ ...ON, state: 'logged_out', command: 'sudo tailscale up' });
    expect(text()).toContain('Other devices cannot open kenny now');
    expect(step()).toContain('Tailscale on kenny’s computer');
  });

  it('turns it off again', async () => {
    await show(ON);
    await press('Turn off');
    expect(pressed).toEqual(['off']);
    expect(text()).toContain('From now on it opens only on the computer that it runs on');
    const end = TestBed.inject(SessionEnd);
    expect([end.reason(), end.movedTo]).toEqual(['moved', null]);
  });

  it('says beside the button why it could not be turned off', async () => {
    await show(ON);
    const refuse = () =>
      Promise.reject(new ApiError('internal', 'Tailscale has refused it.', null));
    Object.assign(TestBed.inject(ApiClient), { turnOffTailscale: refuse });
    await press('Turn off');
    expect(root().querySelector('.head + kenny-error')?.textContent).toContain(
      'Tailscale has refused it.',
    );
    expect(root().querySelectorAll('kenny-error')).toHaveLength(1);
    expect(button('Turn off')?.disabled).toBe(false);
  });

  it('shows the steps in the demo, and why nothing can be pressed', async () => {
    await show({ blocked: 'demo' });
    expect(text()).toContain('This is the demo');
    expect(button('Turn on')?.disabled).toBe(true);
  });

  it('says that an address by hand wins', async () => {
    const variables = ['KENNY_PUBLIC_URL'];
    await show({ blocked: 'address', variables, public_url: 'https://kenny.example' });
    expect(text()).toContain('Other devices already open kenny at https://kenny.example');
    expect(text()).toContain('set by hand (KENNY_PUBLIC_URL)');
    expect(text()).toContain('Scan this with the phone’s camera');
    expect(root().querySelector('ol')).toBeNull();
  });

  it('says what to do in a container', async () => {
    await show({ blocked: 'container' });
    expect(root().querySelector('.note a')?.getAttribute('href')).toBe('/guides/container');
    expect(root().querySelector('ol')).toBeNull();
  });

  it('tells everybody else whether other devices open it', async () => {
    await show({}, false);
    expect(text()).toContain('An admin can change that');
    TestBed.resetTestingModule();
    await show({ public_url: ADDRESS }, false);
    expect(text()).toContain(ADDRESS);
    expect(button('Turn on')).toBeUndefined();
  });
});
