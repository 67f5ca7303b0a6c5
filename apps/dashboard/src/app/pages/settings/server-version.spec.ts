import { TestBed } from '@angular/core/testing';
import type { UpdatesView } from '@kenny/contract/web';
import { HOUR_MS } from '@kenny/kernel';
import { UPDATES } from '../../../../test/updates';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { ServerVersion } from './server-version';

const FEED = 'https://kenny.example/newest.json';
const ON = { ...UPDATES, feed: FEED, looked_at: new Date(Date.now() - HOUR_MS).toISOString() };

describe('whether there is a newer kenny', () => {
  let asked: unknown[];
  let answer: () => Promise<UpdatesView>;

  beforeEach(() => {
    [asked, answer] = [[], () => Promise.resolve(ON)];
    const checkForUpdates = () => (asked.push('check'), answer());
    const lookForUpdates = (body: object) => (asked.push(body), answer());
    TestBed.configureTestingModule({
      providers: [{ provide: ApiClient, useValue: { checkForUpdates, lookForUpdates } }],
    });
  });

  async function show(view: UpdatesView) {
    const fixture = TestBed.createComponent(ServerVersion);
    fixture.componentRef.setInput('view', view);
    fixture.componentInstance.changed.subscribe((now) => {
      fixture.componentRef.setInput('view', now);
    });
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    const text = () => element.textContent.replaceAll(/\s+/g, ' ').trim();
    const button = (words: string) =>
      [...element.querySelectorAll('button')].find((one) => one.textContent.includes(words));
    const press = async (words: string) => {
      button(words)?.click();
      await fixture.whenStable();
    };
    const write = async (address: string) => {
      const field = element.querySelector('input');
      if (!field) throw new Error('there is no field');
      field.value = address;
      field.dispatchEvent(new Event('input'));
      await fixture.whenStable();
    };
    return { element, text, button, press, write };
  }

  it('says that nothing is newer, and when it looked', async () => {
    const { text } = await show(ON);
    expect(text()).toMatch(/^kenny 0\.2\.0 runs here\.\s*✓ No newer version\. Looked 1 h ago/);
    expect(text()).toContain(`Once a day it looks at ${FEED}.`);
  });

  it('names a newer version as text, with its link', async () => {
    const newer = { version: '<b>0.3.0</b>', url: 'https://kenny.example/0.3.0', notes: 'Fixes.' };
    const { element, text } = await show({ ...ON, newer });
    expect(text()).toContain('Version <b>0.3.0</b> is out');
    expect(text()).toContain('Looked 1 h ago');
    expect(text()).not.toContain('No newer version');
    expect(element.querySelector('a')?.getAttribute('href')).toBe(newer.url);
    expect(element.querySelector('b')).toBeNull();
  });

  it('looks when asked to, and shows at once what it found', async () => {
    const { text, press } = await show(ON);
    answer = () => Promise.resolve({ ...ON, trouble: 'kenny.example did not answer.' });
    await press('Check now');
    expect(asked).toEqual(['check']);
    expect(text()).toContain(
      'kenny could not look for newer versions. kenny.example did not answer.',
    );
    expect(text()).not.toContain('✓');
  });

  it('says so when it has looked just now', async () => {
    const { element, text, press } = await show(ON);
    answer = () => Promise.reject(new ApiError('rate_limited', 'Look again in 40 s.', null));
    await press('Check now');
    expect(text()).toContain('Look again in 40 s.');
    expect(text()).toContain('✓ No newer version.');
    expect(element.querySelector('kenny-error')).toBeNull();
    answer = () => Promise.reject(new ApiError('unavailable', 'The server is away.', null));
    await press('Check now');
    expect(element.querySelector('kenny-error')?.textContent).toContain('The server is away.');
  });

  it('is turned on with an address, and off again', async () => {
    const { text, button, press, write } = await show(UPDATES);
    expect(text()).toContain('Whether there is a newer version is not known: kenny does not look');
    expect(button('Check now')).toBeUndefined();
    await press('Set an address');
    await write('kenny.example');
    expect(button('Save and look')?.disabled).toBe(true);
    await write(` ${FEED} `);
    await press('Save and look');
    expect(text()).toContain('✓ No newer version.');
    expect(button('Save and look')).toBeUndefined();
    answer = () => Promise.resolve(UPDATES);
    await press('Change');
    await press('Turn off');
    expect(asked).toEqual([{ feed: FEED }, { feed: '' }]);
    expect(text()).toContain('kenny does not look');
  });

  it('keeps what was written when it is refused', async () => {
    const { text, element, press, write } = await show(UPDATES);
    answer = () => Promise.reject(new ApiError('validation', 'feed: is none', null));
    await press('Set an address');
    await write(FEED);
    await press('Save and look');
    expect(text()).toContain('feed: is none');
    expect(element.querySelector('input')?.value).toBe(FEED);
  });

  it('is not changed here where the environment decides', async () => {
    const { text, button } = await show({ ...ON, fixed: true });
    expect(text()).toContain('KENNY_RELEASE_FEED on the server says');
    expect(button('Change')).toBeUndefined();
    expect(button('Check now')).toBeDefined();
  });
});
