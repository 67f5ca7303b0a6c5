import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults, findChromium, openBrowser } from './harness/browser.js';
import { Complaints, SERVER_AWAY } from './harness/complaints.js';
import { Installation } from './harness/installation.js';
import { aWorld } from './harness/world.js';

const world = aWorld();
const chromium = findChromium();
const inBrowser = 'path' in chromium ? describe : describe.skip;
if ('missing' in chromium) console.log(`No tests of the dashboard: ${chromium.missing}.`);

inBrowser('the dashboard in a real browser', () => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    installation = await Installation.up(world, 'dashboard');
    browser = await openBrowser('path' in chromium ? chromium.path : '');
    page = await browser.newPage();
    complaints = Complaints.of(page, installation.api.url);
  });
  afterAll(() => browser?.close());

  it(
    'asks who is there, and goes on to what was asked for',
    world.telling(async () => {
      await page.goto(`${installation.api.url}/fleet?q=this`);
      await page.getByLabel('Token').waitFor();
      // Nobody is asked who is there: the server has written into the page that nobody is.
      expect(complaints.take()).toEqual([]);
      await page.getByLabel('Token').fill('kny_wrong-wrong-wrong');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByLabel('Token').fill(installation.api.token);
      await page.keyboard.press('Enter');
      await page.getByRole('table').waitFor();
      expect(page.url()).toContain('/fleet?q=this');
    }),
  );

  it.each(['light', 'dark'] as const)(
    'shows the PC, to everybody, at both widths, %s',
    (colorScheme) =>
      world.telling(async () => {
        await page.emulateMedia({ colorScheme });
        for (const width of [360, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await page.getByRole('link', { name: installation.agentId }).waitFor();
          expect(await accessibilityFaults(page)).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        }
      })(),
  );

  it(
    'opens the PC with the keyboard alone, and shows its sections',
    world.telling(async () => {
      await page.getByRole('link', { name: installation.agentId }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: installation.agentId }).waitFor();
      await page.getByText(/of \d\d? checks needs? attention|All \d\d? checks are fine/).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Control+k');
      // At once, before the field can have the focus: nothing of it may be lost.
      await page.keyboard.type('fleet');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/fleet');
      await page.getByRole('link', { name: installation.agentId }).waitFor();
    }),
  );

  it(
    'says that the connection is lost, keeps what it knows, and comes back by itself',
    world.telling(async () => {
      await installation.server?.stop();
      await page.getByText('No connection to the server.').waitFor();
      expect(await page.getByRole('link', { name: installation.agentId }).count()).toBe(1);
      await installation.startServer();
      await page.getByText('No connection to the server.').waitFor({ state: 'detached' });
    }),
  );

  it('breaks none of its own rules on the way', () => {
    // Nobody is logged in yet: that is what the first question is for.
    const whoIsThere = /status of 401/;
    expect(complaints.take([whoIsThere, ...SERVER_AWAY])).toEqual([]);
  });
});
