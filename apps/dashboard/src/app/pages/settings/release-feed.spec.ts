import { TestBed } from '@angular/core/testing';
import type { UpdatesView } from '@kenny/contract/web';
import { showUpdates, UPDATES } from '../../../../test/updates';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { ReleaseFeed } from './release-feed';

const FEED = 'https://kenny.example/newest.json';
const ON = { ...UPDATES, feed: FEED };

describe('where kenny looks for a newer one', () => {
  let asked: unknown[];
  let answer: () => Promise<UpdatesView>;

  beforeEach(() => {
    [asked, answer] = [[], () => Promise.resolve(ON)];
    const lookForUpdates = (body: object) => (asked.push(body), answer());
    TestBed.configureTestingModule({
      providers: [{ provide: ApiClient, useValue: { lookForUpdates } }],
    });
  });

  const show = (view: UpdatesView) => showUpdates(ReleaseFeed, view);

  it('is folded, and says that nobody needs an address', async () => {
    const { element, text } = await show(UPDATES);
    expect(element.querySelector('details')?.open).toBe(false);
    expect(text()).toContain('Nowhere: there is no public address for that yet, and you need none');
  });

  it('is turned on with an address, and off again', async () => {
    const { text, button, press, write } = await show(UPDATES);
    await write('kenny.example');
    expect(button('Save and look')?.disabled).toBe(true);
    await write(` ${FEED} `);
    await press('Save and look');
    expect(text()).toContain(`Once a day it looks at ${FEED}.`);
    answer = () => Promise.resolve(UPDATES);
    await press('Turn off');
    expect(asked).toEqual([{ feed: FEED }, { feed: '' }]);
    expect(text()).toContain('Nowhere');
    expect(button('Turn off')).toBeUndefined();
  });

  it('keeps what was written when it is refused', async () => {
    const { text, element, press, write } = await show(UPDATES);
    answer = () => Promise.reject(new ApiError('validation', 'feed: is none', null));
    await write(FEED);
    await press('Save and look');
    expect(text()).toContain('feed: is none');
    expect(element.querySelector('input')?.value).toBe(FEED);
  });

  it('is not changed here where the environment decides', async () => {
    const { text, element } = await show({ ...ON, fixed: true });
    expect(text()).toContain('KENNY_RELEASE_FEED on the server says');
    expect(element.querySelector('form')).toBeNull();
  });
});
