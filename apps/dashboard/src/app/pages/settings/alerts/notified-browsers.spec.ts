import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { OwnAlertChannel, PushBrowserView } from '@kenny/contract/web';
import { ApiClient } from '../../../core/http/api-client';
import { apiResource } from '../../../core/http/api-resource';
import { ApiError } from '../../../core/http/api-error';
import { BrowserPush, type PushObstacle } from '../../../core/notifications/browser-push';
import { NotifiedBrowsers } from './notified-browsers';

const HERE: PushBrowserView = {
  ...{ id: 'b1', user_agent: 'Mozilla/5.0 (Android) Firefox', names_pcs: false },
  ...{ added_at: '2026-06-04T12:00:00Z', current: true },
};
const OTHER = { ...HERE, id: 'b2', user_agent: '<b>evil\u202e</b>', current: false };

describe('notify this browser', () => {
  const obstacle = signal<PushObstacle | null>(null);
  let items: PushBrowserView[];
  let done: unknown[];
  let allowed: boolean;
  let page: ComponentFixture<NotifiedBrowsers>;

  beforeEach(() => {
    [items, done, allowed] = [[], [], true];
    obstacle.set(null);
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        {
          provide: ApiClient,
          useValue: {
            pushBrowsers: async () => ({ server_key: 'key', items }),
            testAlert: async (place: OwnAlertChannel) => {
              done.push(place);
              return { state: 'failed', answer: '410 gone' };
            },
          },
        },
        {
          provide: BrowserPush,
          useValue: {
            obstacle,
            lookAgain: () => obstacle.set(null),
            turnOn: async (key: string, names: boolean) => {
              done.push(['on', key, names]);
              items = [{ ...HERE, names_pcs: names }];
              return allowed ? HERE : undefined;
            },
            turnOff: async ({ id }: PushBrowserView) => {
              done.push(['off', id]);
              if (id === 'b2') throw new ApiError('not_found', 'there is no such browser', null);
              items = [];
            },
          },
        },
      ],
    });
  });

  async function open(): Promise<HTMLElement> {
    page = TestBed.createComponent(NotifiedBrowsers);
    const list = TestBed.runInInjectionContext(() =>
      apiResource({ loader: () => TestBed.inject(ApiClient).pushBrowsers() }),
    );
    page.componentRef.setInput('list', list);
    await page.whenStable();
    return page.nativeElement as HTMLElement;
  }
  async function press(name: string): Promise<void> {
    const root = page.nativeElement as HTMLElement;
    const all = [...root.querySelectorAll('button')];
    const button = all.find(({ textContent }) => textContent.trim().startsWith(name));
    if (!button) throw new Error(`no button ${name}`);
    button.click();
    await page.whenStable();
  }
  const text = () => (page.nativeElement as HTMLElement).textContent.replace(/\s+/g, ' ');

  it('is turned on with the server’s key, and off again', async () => {
    await open();
    let turned = 0;
    page.componentInstance.turnedOn.subscribe(() => (turned += 1));
    expect(text()).toContain('Off');
    await press('Notify this browser');
    expect(turned).toBe(1);
    expect(done).toEqual([['on', 'key', false]]);
    expect(text()).toContain('Firefox on Android this browser');
    await press('Turn off');
    expect(done.at(-1)).toEqual(['off', 'b1']);
    expect(text()).not.toContain('Firefox');
  });

  it('says at an address of this computer that it reaches nothing else', async () => {
    const root = await open();
    expect(location.hostname).toBe('localhost');
    expect(text()).toContain('It reaches this computer only, and while this browser runs');
    expect(text()).not.toContain('phone or computer');
    expect(root.querySelector('a')?.getAttribute('href')).toBe('/settings/devices');
  });

  it('says that the browser did not allow it', async () => {
    await open();
    allowed = false;
    await press('Notify this browser');
    expect(text()).toContain('The browser did not allow it.');
  });

  it('says once that it is blocked, and looks again when somebody has allowed it', async () => {
    obstacle.set('blocked');
    await open();
    await press('Check again');
    expect(text()).not.toContain('blocks notifications');
    await press('Notify this browser');
    expect(text()).toContain('On');
  });

  it('names the PC from now on where that is chosen', async () => {
    items = [HERE];
    const root = await open();
    root.querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
    await page.whenStable();
    expect(done).toEqual([['on', 'key', true]]);
  });

  it('sends a test and shows what the push service said', async () => {
    items = [HERE];
    await open();
    await press('Send a test');
    expect(done).toEqual([{ channel_id: 'push', address: 'b1' }]);
    expect(text()).toContain('Not delivered: 410 gone');
  });

  it('lists other browsers as data, and says what went wrong', async () => {
    items = [HERE, OTHER];
    const root = await open();
    expect(root.querySelector('b')).toBeNull();
    expect(text()).toContain('U+202E');
    await press('Remove');
    expect(text()).toContain('there is no such browser');
  });

  it.each([
    ['insecure', 'Notifications need HTTPS'],
    ['home_screen', 'add kenny to the home screen first'],
    ['unsupported', 'This browser has no notifications'],
    ['blocked', 'This browser blocks notifications'],
  ] as const)('says why it cannot: %s', async (why, words) => {
    obstacle.set(why);
    await open();
    expect(text()).toContain(words);
    expect(text()).not.toContain('Turn on');
  });
});
