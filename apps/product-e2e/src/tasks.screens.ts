import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describeInBrowser, logIn, openBrowser } from './harness/browser.js';
import { openPage } from './harness/dashboard-pages.js';
import { Installation } from './harness/installation.js';
import { livedIn } from './harness/lived-in-fleet.js';
import { agentsOf, ONE_AT_A_TIME, seededTasks } from './harness/seeded-tasks.js';
import { aWorld, WORKSPACE } from './harness/world.js';

/** Takes the pictures of `docs/guides/tasks.md`. */
const world = aWorld();
const FOLDER = join(WORKSPACE, 'docs/guides/screens');
const PC = 'front-desk';

describeInBrowser('pictures of the guide to tasks', (executable) => {
  let browser: Browser;
  afterAll(() => browser?.close());

  it(
    'are taken of the list and of a task that waits for a person',
    world.telling(async () => {
      mkdirSync(FOLDER, { recursive: true });
      const installation = await Installation.prepare(world, 'guide-tasks', {
        serverEnv: ONE_AT_A_TIME,
      });
      agentsOf(world, installation, PC);
      await installation.startServer();
      await livedIn(world, installation.api);
      const { atWork } = await seededTasks(installation, PC);
      browser = await openBrowser(executable);
      const context = await browser.newContext({
        ...{ viewport: { width: 1280, height: 1000 }, locale: 'en-GB', timezoneId: 'UTC' },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await logIn(page, installation.api);
      const pages = [
        { name: 'tasks', path: '/tasks' },
        { name: 'task', path: `/tasks/${atWork}` },
      ];
      for (const one of pages) {
        expect(await openPage(page, installation.api.url, one)).toBe(true);
        await page.waitForLoadState('networkidle');
        const path = join(FOLDER, `${one.name}.png`);
        await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
      }
    }),
    300_000,
  );
});
