import { API_PATHS } from '@kenny/contract';
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
/** The settings, by the path that they begin with. */
const SETTINGS = '/settings/';
/** How long an answer takes on a slow server, to the page's own animations. */
const SLOW_MS = 1_500;
const LATER = `document.getAnimations().forEach((one) => {
  one.currentTime = Number(one.currentTime) + ${SLOW_MS};
})`;
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
      await oneAfterTheOther(page, DRAWN, 'shift');
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

  it.each(
    (Object.keys(SIZES) as (keyof typeof SIZES)[]).flatMap((size) =>
      (['no-preference', 'reduce'] as const).map((motion) => [size, motion] as const),
    ),
  )(
    'the settings of a slow server, on a %s, reduced motion: %s',
    world.telling(async (size: keyof typeof SIZES, reducedMotion: 'reduce' | 'no-preference') => {
      const context = await browser.newContext({ viewport: SIZES[size], reducedMotion });
      const page = await context.newPage();
      const probe = await PageProbe.of(page);
      await logIn(page, installation.api);
      await oneAfterTheOther(page, `${DRAWN}.then(() => ${LATER}).then(() => ${DRAWN})`, 'pop');
      const faults: string[] = [];
      for (const one of pages.filter(({ path }) => path.startsWith(SETTINGS))) {
        await openPage(page, installation.api.url, one);
        await page.waitForLoadState('networkidle');
        const what = `layout shift of a slow server, ${one.name}, ${size}, motion: ${reducedMotion}`;
        try {
          const value = await probe.layoutShift();
          target({ what, value, unit: '', atMost: SHEET_AT_MOST, judged: 'exact' });
        } catch (fault) {
          faults.push(String(fault));
        }
      }
      await context.close();
      expect(faults).toEqual([]);
    }),
    120_000,
  );

  it(
    'a button stays where it is while my other logins come',
    world.telling(async () => {
      const others = await browser.newContext();
      await logIn(await others.newPage(), installation.api);
      const page = await (await browser.newContext({ viewport: SIZES.desk })).newPage();
      await logIn(page, installation.api);
      let answer: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => (answer = resolve));
      await page.route(`**${API_PATHS.ownSessions}*`, async (route) => {
        await asked;
        await route.continue();
      });
      await page.goto(`${installation.api.url}/settings/me`);
      const button = page.getByRole('button', { name: 'Log in on another device' });
      const before = await button.boundingBox();
      answer();
      await page.getByRole('button', { name: 'End all my other logins' }).waitFor();
      expect(await button.boundingBox()).toEqual(before);
      await others.close();
    }),
    60_000,
  );
});

/**
 * Each answer of the API reaches the page once what came before it has been seen there. Of what was
 * asked for at once, the first or the last comes first.
 */
async function oneAfterTheOther(page: Page, seen: string, next: 'shift' | 'pop'): Promise<void> {
  const waiting: (() => Promise<void>)[] = [];
  let atWork = false;
  // What the page has given up, on its way to another one or closed, holds up nothing.
  const givenUp = (): void => undefined;
  const look = () => page.evaluate(seen).catch(givenUp);
  const answerAll = async (): Promise<void> => {
    atWork = true;
    await look();
    for (let answer = waiting[next](); answer; answer = waiting[next]()) {
      await answer().catch(givenUp);
      await look();
    }
    atWork = false;
  };
  await page.route('**/api/**', (route) => {
    waiting.push(async () => {
      await route.continue();
      await (await route.request().response())?.finished();
    });
    if (!atWork) void answerAll();
  });
}
