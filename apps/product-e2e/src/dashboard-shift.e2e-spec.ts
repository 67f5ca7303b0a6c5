import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, logIn, openBrowser } from './harness/browser.js';
import { dashboardPages, openPage, type DashboardPage } from './harness/dashboard-pages.js';
import { Installation } from './harness/installation.js';
import { livedIn } from './harness/lived-in-fleet.js';
import { PageProbe } from './harness/page-probe.js';
import { agentsOf, ONE_AT_A_TIME, seededTasks } from './harness/seeded-tasks.js';
import { target } from './harness/targets.js';
import { aWorld } from './harness/world.js';

/** Nobody presses what was not there a moment ago: what comes late pushes nothing away. */
const world = aWorld();
/** The tasks are about this one. */
const PC = 'front-desk';
const AT_MOST = 0.1;
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))';
/** Where somebody decides. */
const SHEET_AT_MOST = 0.02;
const SIZES = {
  desk: { width: 1440, height: 900 },
  phone: { width: 360, height: 740 },
} as const;

describeInBrowser('pages that stand still while they load', (executable) => {
  let browser: Browser;
  let installation: Installation;
  let pages: DashboardPage[];
  let changed: DashboardPage;

  beforeAll(async () => {
    installation = await Installation.prepare(world, 'shift', { serverEnv: ONE_AT_A_TIME });
    agentsOf(world, installation, PC);
    await installation.startServer();
    const { agentId, waiting, fleet } = await livedIn(world, installation.api);
    const tasks = await seededTasks(installation, PC);
    pages = dashboardPages({ agentId, approvalId: waiting[0]?.id ?? '', tasks });
    await fleet.leave(waiting[2]?.agent_id ?? '');
    changed = { name: 'approval', path: `/approvals/${waiting[2]?.id}` };
    browser = await openBrowser(executable);
  }, 300_000);
  afterAll(() => browser?.close());

  it.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
    'on a %s',
    world.telling(async (size: keyof typeof SIZES) => {
      const context = await browser.newContext({ viewport: SIZES[size] });
      const page = await context.newPage();
      const probe = await PageProbe.of(page);
      await logIn(page, installation.api);
      const faults: string[] = [];
      for (const one of pages) {
        if (!(await openPage(page, installation.api.url, one))) continue;
        await page.waitForLoadState('networkidle');
        const value = Math.round((await probe.layoutShift()) * 1_000) / 1_000;
        const what = `layout shift, ${one.name}, ${size}`;
        try {
          target({ what, value, unit: '', atMost: AT_MOST, judged: 'exact' });
        } catch (fault) {
          faults.push(String(fault));
        }
      }
      await context.close();
      expect(faults).toEqual([]);
    }),
    120_000,
  );

  it.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
    'the confirm sheet, when its parts come one after the other, on a %s',
    world.telling(async (size: keyof typeof SIZES) => {
      const context = await browser.newContext({ viewport: SIZES[size] });
      const page = await context.newPage();
      const probe = await PageProbe.of(page);
      await logIn(page, installation.api);
      await oneAfterTheOther(page);
      await openPage(page, installation.api.url, changed);
      await page.getByText('Since the request').waitFor();
      await page.waitForLoadState('networkidle');
      target({
        what: `layout shift, approval in parts, ${size}`,
        value: await probe.layoutShift(),
        ...{ unit: '', atMost: SHEET_AT_MOST, judged: 'exact' },
      });
      await context.close();
    }),
    120_000,
  );
});

/** Each answer of the API reaches the page once what came before it has been drawn. */
async function oneAfterTheOther(page: Page): Promise<void> {
  let before: Promise<unknown> = Promise.resolve();
  await page.route('**/api/**', async (route) => {
    const passOn = async (): Promise<void> => {
      await route.continue();
      await (await route.request().response())?.finished();
      await page.evaluate(DRAWN);
    };
    // What the page has given up, on its way to another one or closed, holds up nothing.
    const passed = before.then(passOn).catch(() => undefined);
    before = passed;
    await passed;
  });
}
