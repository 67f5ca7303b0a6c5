import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { UpdatesView } from '@kenny/contract/web';
import { HOUR_MS, MINUTE_MS } from '@kenny/kernel';
import { showUpdates, UPDATES } from '../../../../test/updates';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { PageClock } from '../../core/time/clock';
import { AskFirst, type Question } from '../../ui/ask-first';
import { ServerVersion } from './server-version';

const FEED = 'https://kenny.example/newest.json';
const ON = { ...UPDATES, feed: FEED, looked_at: new Date(Date.now() - HOUR_MS).toISOString() };

describe('whether there is a newer kenny', () => {
  let asked: unknown[];
  let answer: () => Promise<UpdatesView>;
  let alive: () => Promise<void>;
  let sure: boolean;
  const now = signal(Date.now());

  beforeEach(() => {
    [asked, answer] = [[], () => Promise.resolve(ON)];
    const checkForUpdates = () => (asked.push('check'), answer());
    const lookForUpdates = (body: unknown) => (asked.push(body), answer());
    const installUpdate = () => (asked.push('install'), answer());
    const me = () => alive();
    const api = { checkForUpdates, lookForUpdates, installUpdate, me };
    sure = true;
    alive = () => Promise.resolve();
    const ask = (question: Question) => (asked.push(question.title), Promise.resolve(sure));
    TestBed.configureTestingModule({
      providers: [
        { provide: ApiClient, useValue: api },
        { provide: AskFirst, useValue: { ask } },
        { provide: PageClock, useValue: { now } },
      ],
    });
  });

  async function show(view: UpdatesView) {
    const shown = await showUpdates(ServerVersion, view);
    let count = 0;
    shown.part.updated.subscribe(() => (count += 1));
    return { ...shown, updated: () => count };
  }

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

  describe('of a kenny that runs from a checkout', () => {
    const HERE: UpdatesView = {
      ...{ ...UPDATES, runs_as: 'autostart', looked_at: ON.looked_at },
      source: { address: 'https://git.example/kenny', committed_at: ON.looked_at },
    };
    const newer = { version: '0.3.0 of 2026-11-30', url: null, notes: '2 changes.' };

    it('says how old it is, and that it looks only when asked', async () => {
      const { text, button } = await show(HERE);
      expect(text()).toContain('Its newest change was made 1 h ago');
      expect(text()).toContain('only when you ask: https://git.example/kenny');
      expect(button('Check now')).toBeDefined();
      expect(button('Update kenny')).toBeUndefined();
    });

    it('looks once a day from when somebody says so, until they say otherwise', async () => {
      const { text, press } = await show(HERE);
      answer = () => Promise.resolve({ ...HERE, feed: 'git' });
      await press('Look once a day');
      expect(text()).toContain('once a day where it came from');
      answer = () => Promise.resolve(HERE);
      await press('Only when I ask');
      expect(asked).toEqual([{ feed: 'git' }, { feed: '' }]);
      expect(text()).toContain('only when you ask');
    });

    it('has no button for what a feed of its own names, which git does not bring', async () => {
      const { text, button } = await show({ ...HERE, newer, feed: FEED });
      expect(text()).toContain('is out');
      expect(button('Update kenny')).toBeUndefined();
    });

    it('asks first, and changes nothing when somebody thinks better of it', async () => {
      const { press, button } = await show({ ...HERE, newer });
      sure = false;
      await press('Update kenny');
      expect(asked).toEqual(['Update kenny?']);
      expect(button('Update kenny')).toBeDefined();
    });

    it('is updated, and tells when it is back', async () => {
      const { text, press, updated } = await show({ ...HERE, newer });
      await press('Update kenny');
      expect(asked).toEqual(['Update kenny?', 'install']);
      expect(text()).toContain('kenny is being updated. This takes a few minutes.');
      alive = () => Promise.reject(new ApiError('unreachable', 'away', null));
      await passes(10 * MINUTE_MS);
      expect(text()).toContain('kenny is being updated.');
      await passes(11 * MINUTE_MS);
      expect(text()).toContain('kenny is not back yet.');
      alive = () => Promise.resolve();
      expect(updated()).toBe(0);
      await passes(MINUTE_MS);
      expect(updated()).toBe(1);
    });

    it('says why it cannot be updated', async () => {
      const { text, press } = await show({ ...HERE, newer });
      answer = () => Promise.reject(new ApiError('conflict', 'a.ts was changed by hand.', null));
      await press('Update kenny');
      expect(text()).toContain('a.ts was changed by hand.');
      expect(text()).not.toContain('is being updated');
    });

    it('says how the last update went', async () => {
      const at = ON.looked_at;
      const { text } = await show({ ...HERE, last_update: { at, trouble: null } });
      expect(text()).toContain('Last updated here 1 h ago');
      const failed = await show({ ...HERE, last_update: { at, trouble: '<b>npm ci</b> ended.' } });
      expect(failed.text()).toContain('did not work, so kenny is as before. <b>npm ci</b> ended.');
    });

    async function passes(ms: number): Promise<void> {
      now.update((then) => then + ms);
      TestBed.tick();
      // The answer of the server.
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
      TestBed.tick();
    }
  });

  it('does not offer a look where it looks nowhere', async () => {
    const { text, button } = await show(UPDATES);
    expect(text()).toContain('kenny does not look for newer versions yet.');
    expect(button('Check now')).toBeUndefined();
  });
});
