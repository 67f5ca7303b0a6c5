import { API_PATHS } from '@kenny/contract';
import type { Browser, Page } from 'playwright-core';
import {
  accessibilityFaults,
  describeInBrowser,
  keepPicture,
  logIn,
  openBrowser,
} from './harness/browser.js';
import { Complaints } from './harness/complaints.js';
import { settled, sidewaysBy } from './harness/dashboard-pages.js';
import { Installation } from './harness/installation.js';
import { livedIn } from './harness/lived-in-fleet.js';
import { aWorld } from './harness/world.js';

const world = aWorld();
const PHONE = { width: 360, height: 800 };
const DESK = { width: 1440, height: 900 };

/** Runs in the page: what of the table scrolls by itself. */
const SCROLLING_INSIDE = `
  [...document.querySelectorAll('[role=table] *')]
    .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))
    .filter((one) => one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.tagName)`;

describeInBrowser('the fleet and the screen of a PC', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let complaints: Complaints;
  let agentId: string;

  beforeAll(async () => {
    installation = await Installation.up(world, 'fleet-page');
    ({ agentId } = await livedIn(world, installation.api));
    browser = await openBrowser(executable);
    page = await browser.newPage({ viewport: DESK });
    complaints = Complaints.of(page, installation.api.url);
    await logIn(page, installation.api);
  });
  afterAll(() => browser?.close());

  const open = async (path: string): Promise<void> => {
    await page.goto(installation.api.url + path);
    await settled(page);
  };
  const names = () => page.locator('.row .name').allInnerTexts();

  it(
    'keeps its order in the address, where the way back leads to the order before',
    world.telling(async () => {
      await open('/fleet');
      await page.getByRole('table', { name: 'PCs, worst first' }).waitFor();
      const worstFirst = await names();
      await page.getByRole('button', { name: 'PC', exact: true }).press('Enter');
      await page.getByRole('table', { name: 'PCs, by name' }).waitFor();
      expect(page.url()).toContain('sort=name');
      const byName = await names();
      expect(byName).not.toEqual(worstFirst);
      expect([...byName].sort((a, b) => a.localeCompare(b))).toEqual(byName);
      await page.reload();
      await page.getByRole('table', { name: 'PCs, by name' }).waitFor();
      await page.goBack();
      await page.getByRole('table', { name: 'PCs, worst first' }).waitFor();
      await page.getByRole('link', { name: 'Add a PC' }).waitFor();
    }),
  );

  it.each(['light', 'dark'] as const)('says on a phone what is wrong with each, %s', (scheme) =>
    world.telling(async () => {
      await page.emulateMedia({ colorScheme: scheme });
      for (const size of [DESK, PHONE]) {
        await page.setViewportSize(size);
        await open('/fleet');
        const wrong = page.getByRole('row').filter({ hasText: 'Front desk' }).getByText('97 %');
        await wrong.waitFor();
        await keepPicture(page, `fleet-${size.width}-${scheme}`);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await sidewaysBy(page)).toBe(0);
      }
    })(),
  );

  it.each(['light', 'dark'] as const)('shows the last picture of a screen, %s', (scheme) =>
    world.telling(async () => {
      await installation.api.tool('screen_capture', agentId, {});
      await page.emulateMedia({ colorScheme: scheme });
      for (const size of [DESK, PHONE]) {
        await page.setViewportSize(size);
        await open(`/fleet/${agentId}?part=screen`);
        await page.getByRole('button', { name: 'Show the last one' }).press('Enter');
        const picture = page.getByRole('img', { name: 'Screen of Front desk' });
        await picture.waitFor();
        await picture.evaluate('(image) => image.decode()');
        await picture.scrollIntoViewIfNeeded();
        await keepPicture(page, `screen-${size.width}-${scheme}`);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await sidewaysBy(page)).toBe(0);
      }
    })(),
  );

  it(
    'scrolls a long fleet with the page, and comes back to where one was',
    world.telling(async () => {
      await page.setViewportSize(DESK);
      for (let room = 10; room < 50; room += 1) {
        const pc = { agent_id: `room-${room}`, name: `Room ${room}`, os: 'linux' };
        expect((await installation.api.post(API_PATHS.agents, pc)).status).toBe(201);
      }
      await open('/fleet?sort=name');
      const last = page.getByRole('link', { name: 'Room 49', exact: true });
      expect(await last.count()).toBe(0);
      expect(await page.evaluate(SCROLLING_INSIDE)).toEqual([]);
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await last.waitFor();
      const heads = page.getByRole('columnheader', { name: 'Health' });
      expect(((await heads.boundingBox())?.y ?? -1) >= 0).toBe(true);
      await last.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Room 49' }).waitFor();
      await page.goBack();
      await last.waitFor();
    }),
  );

  it(
    'opens the menu of the person, and gives the focus back',
    world.telling(async () => {
      await page.setViewportSize(DESK);
      await open('/fleet');
      const you = page.getByRole('button', { name: /^You/ });
      await you.press('Enter');
      await page.getByRole('menu').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await keepPicture(page, 'you-menu');
      await page.keyboard.press('Escape');
      await you.and(page.locator(':focus')).waitFor();
    }),
  );

  it('breaks none of its own rules on the way', () => {
    expect(complaints.take()).toEqual([]);
  });
});
