import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  accessibilityFaults,
  describeInBrowser,
  keepPicture,
  logIn,
  openBrowser,
  rulesIn,
} from './harness/browser.js';
import { Complaints } from './harness/complaints.js';
import {
  dashboardPages,
  openPage,
  settled,
  sidewaysBy,
  type DashboardPage,
} from './harness/dashboard-pages.js';
import { Installation } from './harness/installation.js';
import { livedIn, type LivedIn } from './harness/lived-in-fleet.js';
import { agentsOf, ONE_AT_A_TIME, seededTasks } from './harness/seeded-tasks.js';
import { record } from './harness/targets.js';
import { aWorld } from './harness/world.js';

const world = aWorld();
/** The tasks are about this one. */
const PC = 'front-desk';
const WIDTHS = [360, 1440];
const THEMES = ['light', 'dark'] as const;

describeInBrowser('every page of the dashboard', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let lived: LivedIn;
  let pages: DashboardPage[];
  let complaints: Complaints;
  const faults: string[] = [];
  let looked = 0;

  beforeAll(async () => {
    installation = await Installation.prepare(world, 'access', { serverEnv: ONE_AT_A_TIME });
    agentsOf(world, installation, PC);
    await installation.startServer();
    lived = await livedIn(world, installation.api);
    browser = await openBrowser(executable);
    context = await browser.newContext({ reducedMotion: 'reduce' });
    page = await context.newPage();
    complaints = Complaints.of(page, installation.api.url);
    await page.goto(`${installation.api.url}/login`);
    await look('login');
    await logIn(page, installation.api);
    const tasks = await seededTasks(installation, PC);
    const subjects = { agentId: lived.agentId, approvalId: lived.waiting[0]?.id ?? '', tasks };
    pages = dashboardPages(subjects);
    complaints.take([/401/]);
  });
  afterAll(() => browser?.close());

  /** Judges what is on the screen as everybody sees it: in both themes, at both widths. */
  async function look(name: string): Promise<void> {
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        const where = `${name}, ${colorScheme}, ${width} px`;
        const sideways = await sidewaysBy(page);
        if (sideways > 0) faults.push(`${where}: ${sideways} px too wide`);
        for (const fault of await accessibilityFaults(page, rulesIn(colorScheme)))
          faults.push(`${where}: ${fault}`);
        await keepPicture(page, `${name}-${colorScheme}-${width}`);
        looked += 1;
      }
    }
  }

  /** Of a window of 1280 pixels: 200 % is one of 640 (WCAG 1.4.4 and 1.4.10). */
  async function lookAtTwiceTheSize(name: string): Promise<void> {
    await page.setViewportSize({ width: 640, height: 450 });
    await settled(page);
    const sideways = await sidewaysBy(page);
    if (sideways > 0) faults.push(`${name}, twice the size: ${sideways} px too wide`);
    await page.locator('h1').first().scrollIntoViewIfNeeded();
  }

  /** Its words and borders are still there. */
  async function lookInColoursOfTheSystem(name: string): Promise<void> {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
    await keepPicture(page, `${name}-forced-colours`);
    // Contrast is the system's own then, and axe reckons with colours that are not shown.
    for (const fault of await accessibilityFaults(page, 'exceptContrast'))
      faults.push(`${name}, the system's: ${fault}`);
    await page.emulateMedia({ forcedColors: 'none' });
  }

  it(
    'is for everybody, in both themes and the system’s colours, at 360 and 1440 px and twice the size',
    world.telling(async () => {
      for (const one of pages) {
        if (!(await openPage(page, installation.api.url, one))) {
          process.stdout.write(`\nNot tested: ${one.path}: there is no such page.\n`);
          continue;
        }
        await look(one.name);
        await lookAtTwiceTheSize(one.name);
        await lookInColoursOfTheSystem(one.name);
      }
      record({
        ...{ what: 'all pages: axe violations and sideways scrolling', value: faults.length },
        ...{ unit: 'faults', atMost: 0, judged: 'exact', note: `${looked} views` },
      });
      expect(faults).toEqual([]);
    }),
    300_000,
  );

  it(
    'is for everybody with its dialogs open',
    world.telling(async () => {
      faults.length = 0;
      await openPage(page, installation.api.url, { name: 'fleet', path: '/fleet' });
      await page.keyboard.press('Control+k');
      await page.keyboard.type('an');
      await look('palette');
      await page.keyboard.press('Escape');
      for (const { id, risk } of lived.waiting) {
        await openPage(page, installation.api.url, { name: 'sheet', path: `/approvals/${id}` });
        await page.getByText(/no rule blocks it/).waitFor();
        await look(`sheet-${risk}`);
      }
      expect(faults).toEqual([]);
    }),
    300_000,
  );

  it('breaks none of its own rules on the way', () => {
    expect(complaints.take()).toEqual([]);
  });
});
