import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import {
  WORKER_FILE,
  WORKER_OPENS,
  WORKER_POLICY,
  type PushBrowserBody,
} from '@kenny/contract/web';
import { ApiClient } from '../http/api-client';
import { Session } from '../session/session';
import { PUSH_KEPT, wantsWorker } from './app-worker';
import { BrowserPush } from './browser-push';

const KEY = 'BAECAw';
const VIEW = {
  ...{ id: 'b1', user_agent: null, names_pcs: true, added_at: '2026-06-04T12:00:00Z' },
  current: true,
};

/** What a browser has that can be notified; jsdom has none of it. */
class FakeBrowser {
  permission: NotificationPermission = 'default';
  answer: NotificationPermission = 'granted';
  registered: string[] = [];
  policies: string[] = [];
  subscribed: PushSubscriptionOptionsInit[] = [];
  subscription: object | null = null;
  ended = 0;
  readonly messages = new EventTarget();

  install(): void {
    const pushManager = {
      getSubscription: async () => this.subscription,
      subscribe: async (options: PushSubscriptionOptionsInit) => {
        this.subscribed.push(options);
        return (this.subscription = this.aSubscription());
      },
    };
    const serviceWorker = {
      register: async (url: string) => {
        this.registered.push(url);
        return { pushManager };
      },
      ready: Promise.resolve({ pushManager }),
      getRegistration: async () => ({ pushManager }),
      addEventListener: this.messages.addEventListener.bind(this.messages),
      startMessages: () => undefined,
    };
    const notification = {
      requestPermission: async () => (this.permission = this.answer),
    };
    Object.defineProperty(notification, 'permission', { get: () => this.permission });
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
    Object.assign(globalThis, {
      ...{ isSecureContext: true, PushManager: class {}, Notification: notification },
      trustedTypes: {
        createPolicy: (name: string, rules: object) => {
          // Angular has its own.
          if (name.startsWith('kenny')) this.policies.push(name);
          return rules;
        },
      },
    });
  }

  aSubscription(key?: Uint8Array): object {
    return {
      options: { applicationServerKey: key?.buffer ?? null },
      toJSON: () => ({ endpoint: 'https://push.example.org/1', keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        this.ended += 1;
        this.subscription = null;
        return true;
      },
    };
  }

  static remove(): void {
    for (const name of ['isSecureContext', 'PushManager', 'Notification', 'trustedTypes']) {
      Reflect.deleteProperty(globalThis, name);
    }
    Reflect.deleteProperty(navigator, 'serviceWorker');
    Reflect.deleteProperty(navigator, 'standalone');
  }
}

describe('notifications while no page is open', () => {
  let browser: FakeBrowser;
  let added: PushBrowserBody[];
  let removed: string[];
  let items: (typeof VIEW)[];
  let gone: string[];

  beforeEach(() => {
    [added, removed, items, gone] = [[], [], [], []];
    browser = new FakeBrowser();
    browser.install();
    localStorage.clear();
    TestBed.configureTestingModule({
      providers: [
        {
          provide: ApiClient,
          useValue: {
            pushBrowsers: async () => ({ server_key: KEY, items }),
            addPushBrowser: async (body: PushBrowserBody) => {
              added.push(body);
              return VIEW;
            },
            removePushBrowser: async (id: string) => removed.push(id),
          },
        },
        { provide: Session, useValue: { me: () => ({ id: 'anna' }) } },
        { provide: Router, useValue: { navigateByUrl: async (url: string) => gone.push(url) } },
      ],
    });
  });
  afterEach(() => {
    FakeBrowser.remove();
    // jsdom has none; files of a project share their globals.
    Reflect.deleteProperty(globalThis, 'matchMedia');
  });
  const push = () => TestBed.inject(BrowserPush);

  it('are turned on by the worker of ours, for messages that are always shown', async () => {
    expect(await push().turnOn(KEY, true)).toBe(VIEW);
    expect(browser.registered).toEqual([WORKER_FILE]);
    expect(browser.policies).toEqual([WORKER_POLICY]);
    expect(browser.subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: KEY }]);
    const endpoint = 'https://push.example.org/1';
    expect(added).toEqual([{ endpoint, p256dh: 'p', auth: 'a', names_pcs: true }]);
    await push().turnOn(KEY, false);
    expect(browser.policies).toHaveLength(1);
  });

  it('are off, and say why, where somebody does not allow them', async () => {
    browser.answer = 'denied';
    expect(await push().turnOn(KEY, false)).toBeUndefined();
    expect([push().obstacle(), added, browser.registered]).toEqual(['blocked', [], []]);
  });

  it('say what is missing: HTTPS, an app on the home screen, or the browser’s part', () => {
    Object.assign(globalThis, { isSecureContext: false });
    expect(push().obstacle()).toBe('insecure');
    TestBed.resetTestingModule();
    FakeBrowser.remove();
    Object.assign(globalThis, { isSecureContext: true });
    const providers = [ApiClient, Session, Router].map((provide) => ({ provide, useValue: {} }));
    const fresh = () =>
      TestBed.resetTestingModule().configureTestingModule({ providers }).inject(BrowserPush);
    expect(fresh().obstacle()).toBe('unsupported');
    Object.assign(navigator, { standalone: false });
    expect(fresh().obstacle()).toBe('home_screen');
  });

  it('come back with the next login of the same person, and of nobody else', async () => {
    await push().turnOn(KEY, true);
    added = [];
    await push().start();
    expect(added).toMatchObject([{ names_pcs: true }]);
    items = [VIEW];
    added = [];
    await push().start();
    expect(added).toEqual([]);
    items = [];
    browser.permission = 'default';
    await push().start();
    expect(added).toEqual([]);
    browser.permission = 'granted';
    expect(browser.ended).toBe(0);
    localStorage.setItem(PUSH_KEPT, JSON.stringify({ who: 'bob', names_pcs: true }));
    await push().start();
    expect(added).toEqual([]);
    expect([browser.ended, localStorage.getItem(PUSH_KEPT)]).toEqual([1, null]);
  });

  it('subscribe anew when the server has another key', async () => {
    browser.subscription = browser.aSubscription(new Uint8Array([4, 1, 2, 3]));
    await push().turnOn(KEY, false);
    expect([browser.ended, browser.subscribed]).toEqual([0, []]);
    await push().turnOn('BAkJCQ', false);
    expect([browser.ended, browser.subscribed.length]).toEqual([1, 1]);
  });

  it('are turned off here and at the server; another browser only there', async () => {
    await push().turnOn(KEY, false);
    await push().turnOff({ ...VIEW, id: 'b2', current: false });
    expect([removed, browser.ended]).toEqual([['b2'], 0]);
    await push().turnOff(VIEW);
    expect([removed, browser.ended]).toEqual([['b2', 'b1'], 1]);
    expect(localStorage.getItem(PUSH_KEPT)).toBeNull();
  });

  it('lead an open page to where a tap goes, if that is a page of ours', async () => {
    await push().start();
    const say = (data: unknown) =>
      browser.messages.dispatchEvent(new MessageEvent('message', { data }));
    for (const page of ['/approvals/1', '//evil.example', 'https://evil.example', 7]) {
      say({ [WORKER_OPENS]: page });
    }
    for (const data of [null, 'text', {}]) say(data);
    expect(gone).toEqual(['/approvals/1']);
  });

  it('need a worker only where they are wanted or the page is installed', () => {
    const media = jest.fn(() => ({ matches: false }));
    Object.assign(globalThis, { matchMedia: media });
    expect(wantsWorker()).toBe(false);
    localStorage.setItem(PUSH_KEPT, '{}');
    expect(wantsWorker()).toBe(true);
    localStorage.clear();
    media.mockReturnValue({ matches: true });
    expect(wantsWorker()).toBe(true);
  });
});
