import { TestBed } from '@angular/core/testing';
import type { UpdatesView } from '@kenny/contract/web';
import { HOUR_MS } from '@kenny/kernel';
import { showUpdates, UPDATES } from '../../../../test/updates';
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
    TestBed.configureTestingModule({
      providers: [{ provide: ApiClient, useValue: { checkForUpdates } }],
    });
  });

  const show = (view: UpdatesView) => showUpdates(ServerVersion, view);

  it('says that nothing is newer, and when it looked', async () => {
    const { text } = await show(ON);
    expect(text()).toMatch(
      /^kenny 0\.2\.0 runs on this server\.\s*✓ No newer version\. Looked 1 h ago/,
    );
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

  it('does not offer a look where it looks nowhere', async () => {
    const { text, button } = await show(UPDATES);
    expect(text()).toContain('Whether there is a newer one cannot be seen from here.');
    expect(button('Check now')).toBeUndefined();
  });
});
