import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, drawn, logIn, openBrowser } from './harness/browser.js';
import { CardRun } from './harness/card-run.js';
import { whyNoPc } from './harness/pc.js';
import { aWorld, WORKSPACE } from './harness/world.js';

/**
 * Takes the frames of the README's moving picture; `tools/gen/screens.mjs` puts them together. A
 * frame is named by its place and by how long it stands, in ms.
 */
const world = aWorld();
const FOLDER = join(WORKSPACE, '.test-results/run-frames');
/** One of them is a picture of the guide as well. */
const PICTURES = join(WORKSPACE, 'docs/guides/screens');
const STILL = { animations: 'disabled', caret: 'hide' } as const;
const reason = whyNoPc();

describeInBrowser('the moving picture', (executable) => {
  let browser: Browser;
  afterAll(() => browser?.close());

  (reason === undefined ? it : it.skip)(
    'is taken of one card, from the question to the PC that is fine again',
    world.telling(async () => {
      rmSync(FOLDER, { recursive: true, force: true });
      mkdirSync(FOLDER, { recursive: true });
      const run = await CardRun.start(world);
      const { api } = run.installation;
      browser = await openBrowser(executable);
      const context = await browser.newContext({
        ...{ viewport: { width: 1080, height: 720 }, locale: 'en-GB', timezoneId: 'UTC' },
        reducedMotion: 'reduce',
      });
      const [today, page] = [await context.newPage(), await context.newPage()];
      await logIn(today, api);
      await page.goto(`${api.url}/chat`);

      let taken = 0;
      const take = async (of: Page, ms: number): Promise<void> => {
        const path = join(FOLDER, `${String(taken++).padStart(2, '0')}-${ms}.png`);
        await of.screenshot({ path, ...STILL });
      };
      await run.showsTrouble(today);
      await today.bringToFront();
      await today.locator('kenny-chart-canvas canvas').waitFor();
      await drawn(today);
      await take(today, 2500);
      await page.bringToFront();
      await run.write(page);
      await take(page, 1500);
      await run.send(page);
      await page.screenshot({ path: join(PICTURES, 'chat.png'), ...STILL });
      await take(page, 3500);
      await run.review(page);
      await take(page, 3000);
      await run.typeName(page);
      await take(page, 2000);
      await run.approve(page);
      await take(page, 2000);
      await run.showsCheck(page);
      await take(page, 4000);
      await run.showsPeace(today);
      await today.bringToFront();
      await drawn(today);
      await take(today, 4000);
      await run.model.mustBeContent();
    }),
    300_000,
  );
});
