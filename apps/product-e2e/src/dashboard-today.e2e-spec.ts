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
import { livedIn, type LivedIn } from './harness/lived-in-fleet.js';
import { hasCount } from './harness/seen.js';
import { seedHistory } from './harness/seeded-history.js';
import { aWorld } from './harness/world.js';

const world = aWorld();

describeInBrowser('the page of today', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let lived: LivedIn;
  let complaints: Complaints;
  const chart = () => page.getByRole('img', { name: /^Fleet health/ });
  /** It is drawn when it comes into view: before that there is no picture to look for. */
  const drawn = async () => {
    await page.getByRole('figure', { name: /^Fleet health/ }).scrollIntoViewIfNeeded();
    await chart().waitFor();
  };
  const matters = () => page.getByRole('list', { name: 'What needs you' }).locator('> li');

  beforeAll(async () => {
    installation = await Installation.prepare(world, 'today');
    await installation.startServer();
    lived = await livedIn(world, installation.api);
    await seedHistory(installation.dataDir, installation.api, {
      days: 30,
      filling: { agentId: lived.agentId, full: 97, perDay: 0.4 },
    });
    browser = await openBrowser(executable);
    page = await browser.newPage();
    complaints = Complaints.of(page, installation.api.url);
    await logIn(page, installation.api);
    complaints.take([/401/]);
  });
  afterAll(() => browser?.close());

  it(
    'is where one begins, and says in one sentence what needs somebody',
    world.telling(async () => {
      await page.getByRole('heading', { level: 1, name: /attention/ }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/today');
      expect(await matters().count()).toBeLessThanOrEqual(6);
      const [first] = await matters().allInnerTexts();
      expect(first).toContain('Front desk');
      await page.getByText('C: is full in about 8 days').waitFor();
    }),
  );

  it(
    'draws the month with its numbers, and reads them out by the arrow keys',
    world.telling(async () => {
      await drawn();
      await chart().focus();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.getByText(/^\w+ \w+: OK \d/).waitFor();
      await page.getByRole('button', { name: 'Show as table' }).click();
      await hasCount(page.getByRole('row'), 31);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Show as chart' }).click();
      await chart().waitFor();
    }),
  );

  it(
    'tells what became worse since this person was here',
    world.telling(async () => {
      const heading = page.getByRole('heading', { name: /^Since you were here/ });
      expect(await heading.count()).toBe(0);
      await page.evaluate(`for (const key of Object.keys(localStorage))
        if (key.startsWith('kenny.visit.'))
          localStorage.setItem(key, JSON.stringify({ seen: Date.now() - 3 * 86_400_000 }))`);
      await page.reload();
      await heading.waitFor();
      const lines = page
        .getByRole('region', { name: /^Since you were here/ })
        .getByRole('listitem');
      await lines.filter({ hasText: 'Front desk' }).first().waitFor();
      expect(await lines.count()).toBeLessThanOrEqual(5);
    }),
  );

  it.each(['light', 'dark'] as const)('is for everybody, at both widths, %s', (colorScheme) =>
    world.telling(async () => {
      await page.emulateMedia({ colorScheme });
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 1000 });
        await settled(page);
        await drawn();
        await page.evaluate('scrollTo(0, 0)');
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await sidewaysBy(page)).toBe(0);
        await keepPicture(page, `today-${colorScheme}-${width}`);
      }
    })(),
  );

  it(
    'takes away what is done, and goes to the next step',
    world.telling(async () => {
      await page.setViewportSize({ width: 1440, height: 1000 });
      const decide = page.getByRole('link', { name: /^Review/ });
      const before = await decide.count();
      for (const waiting of lived.waiting) {
        await installation.api.decide(await installation.api.approval(waiting.id), 'deny');
      }
      await decide.first().waitFor({ state: 'detached' });
      expect(before).toBeGreaterThan(0);
      await page.getByRole('link', { name: /^Open.*Front desk$/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Front desk' }).waitFor();
      await page.locator('kenny-section-card h2:focus', { hasText: 'Disk' }).waitFor();
    }),
  );

  it('breaks none of its own rules on the way', () => {
    expect(complaints.take()).toEqual([]);
  });
});
