import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, logIn, openBrowser } from './harness/browser.js';
import { dashboardPages, openPage } from './harness/dashboard-pages.js';
import { guideWorld, TODAY, type GuideWorld } from './harness/guide-world.js';
import { Installation } from './harness/installation.js';
import { aWorld, WORKSPACE } from './harness/world.js';

/** Takes the pictures of `docs/guides/dashboard.md`, on one day and with one fleet, whenever it is run. */
const world = aWorld();
const FOLDER = join(WORKSPACE, 'docs/guides/screens');
/** A little after the server's: what it says is not from the future. */
const READ_AT = new Date(TODAY.getTime() + 90_000);
const SIZE = { width: 1280, height: 800 };
/** At these, a picture of the dark theme, and one of a phone. */
const DARK = ['pc'];
const PHONE = ['approval'];

describeInBrowser('pictures of the guide', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let seeded: GuideWorld;

  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    installation = await Installation.prepare(world, 'guide');
    seeded = await guideWorld(world, installation);
    browser = await openBrowser(executable);
    const context = await browser.newContext({
      ...{ viewport: SIZE, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' },
    });
    page = await context.newPage();
    await page.clock.setFixedTime(READ_AT);
    // The header of an answer has this machine's day, which the pages would rightly complain about.
    await context.route(`${installation.api.url}/api/**`, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), date: READ_AT.toUTCString() };
      await route.fulfill({ response, headers });
    });
    await logIn(page, installation.api);
  }, 600_000);
  afterAll(() => browser?.close());

  const take = (name: string) =>
    page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled', caret: 'hide' });

  const notice = () => page.getByText('The clock of this computer is');

  it(
    'are taken of every page',
    world.telling(async () => {
      const subjects = { agentId: seeded.agentId, approvalId: seeded.approval.id };
      for (const one of dashboardPages(subjects)) {
        // Tasks and the chat have pictures of their own, with agents and a model at work; the guide
        // shows one part of a PC, and one page of the settings; `run.png` is the moving one of the README.
        if (/^\/(?:tasks|chat|run|settings\/|guides\/)|\?part=/.test(one.path)) continue;
        await page.emulateMedia({ colorScheme: 'light' });
        if (!(await openPage(page, installation.api.url, one))) continue;
        await page.waitForLoadState('networkidle');
        // An answer has come past the route above, with today's date.
        for (let again = 0; again < 3 && (await notice().count()) > 0; again += 1) {
          await page.reload({ waitUntil: 'networkidle' });
        }
        expect(await notice().count()).toBe(0);
        await take(one.name);
        if (DARK.includes(one.name)) {
          await page.emulateMedia({ colorScheme: 'dark' });
          await take(`${one.name}-dark`);
        }
        if (PHONE.includes(one.name)) {
          await page.setViewportSize({ width: 360, height: 740 });
          await take(`${one.name}-phone`);
          await page.setViewportSize(SIZE);
        }
      }
    }),
    300_000,
  );
});
