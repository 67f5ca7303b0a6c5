import type { Browser, Locator, Page } from 'playwright-core';
import {
  accessibilityFaults,
  describeInBrowser,
  drawn,
  logIn,
  openBrowser,
} from './harness/browser.js';
import { settled, sidewaysBy } from './harness/dashboard-pages.js';
import { eventually } from './harness/eventually.js';
import { Installation } from './harness/installation.js';
import { ModelService } from './harness/model-service.js';
import { hasCount } from './harness/seen.js';
import { aWorld } from './harness/world.js';

const world = aWorld();
const VIEW = { width: 1280, height: 720 };
const LONG = Array.from({ length: 60 }, (_, n) => `Paragraph ${n + 1} of what I found.`).join(
  '\n\n',
);

/** Nobody loses the place where they read, and what was opened is before their eyes. */
describeInBrowser('the place on a page', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const model = await ModelService.start(world, 'place-model', [
      {
        text: LONG,
        calls: [{ id: 'toolu_1', name: 'shell_exec', args: { command: 'echo place' } }],
      },
      { text: 'Then I leave it.' },
    ]);
    const { serverEnv } = model;
    installation = await Installation.up(world, 'place', { serverEnv });
    browser = await openBrowser(executable);
    page = await browser.newPage({ viewport: VIEW });
    await logIn(page, installation.api);
  });
  afterAll(() => browser?.close());

  const open = async (path: string) => {
    await page.goto(installation.api.url + path);
    await settled(page);
  };
  const pcPage = () => `/fleet/${installation.agentId}`;
  const place = async () => Math.round(Number(await page.evaluate('scrollY')));
  const isFocused = async (target: Locator) => hasCount(target.and(page.locator(':focus')), 1);
  /** Its top stands in the upper half of the window. */
  const isInView = (target: Locator) =>
    eventually('it is in view', async () => {
      const box = await target.boundingBox();
      if (!box || box.y < 0 || box.y > VIEW.height / 2) throw new Error(`it is at ${box?.y}`);
      return true;
    });

  it(
    'is kept when the time of the charts is changed; another page begins at its top',
    world.telling(async () => {
      await page.setViewportSize({ ...VIEW, height: 400 });
      await open(`${pcPage()}?part=charts`);
      const month = page.getByRole('link', { name: '30 days' });
      await month.waitFor();
      const before = 150;
      await eventually('it is further down', async () => {
        await page.evaluate(`scrollTo({ top: ${before}, behavior: 'instant' })`);
        await drawn(page);
        return (await place()) === before ? true : undefined;
      });
      await month.click();
      await page.waitForURL(/range=30d/);
      await page.locator('[aria-current=true]', { hasText: '30 days' }).waitFor();
      await settled(page);
      expect(await place()).toBe(before);
      await page.getByRole('link', { name: 'Fleet' }).click();
      // The page of a PC has tables of its own.
      await page.waitForURL('**/fleet');
      await page.getByRole('link', { name: installation.agentId }).waitFor();
      expect(await place()).toBe(0);
      await page.setViewportSize(VIEW);
    }),
  );

  it(
    'stays while one chooses a tool of this PC, whose form then has the focus',
    world.telling(async () => {
      await open(pcPage());
      await page.getByRole('button', { name: 'Run a tool…' }).click();
      const dialog = page.getByRole('dialog', { name: `Run a tool on ${installation.agentId}` });
      await dialog.waitFor();
      expect(await dialog.getByRole('option', { name: /^Settings/ }).count()).toBe(0);
      await dialog.getByRole('option', { name: /^Run a shell command shell_exec/ }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.type('disk');
      await dialog.getByRole('option', { name: /^Show disk usage fs_disk_usage/ }).waitFor();
      await hasCount(dialog.getByRole('option', { name: /shell_exec/ }), 0);
      await page.keyboard.press('Escape');
      await isFocused(page.getByRole('button', { name: 'Run a tool…' }));
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      await page.keyboard.type('fs_disk_usage');
      await page.keyboard.press('Enter');
      const heading = page.getByRole('heading', { name: 'Show disk usage' });
      await isInView(heading);
      await isFocused(heading);
    }),
  );

  it(
    'is that of the tool when its name far below is chosen',
    world.telling(async () => {
      await open(`${pcPage()}?part=tools`);
      await page.getByRole('heading', { name: 'How it is' }).click();
      await page.getByRole('link', { name: 'List running programs' }).click();
      const heading = page.getByRole('heading', { name: 'List running programs' });
      await heading.waitFor();
      await isFocused(heading);
      const box = await heading.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect(box?.y).toBeLessThan(VIEW.height);
    }),
  );

  it.each([VIEW, { width: 360, height: 740 }])(
    'is that of the sheet that was opened in a conversation, at $width px',
    (size) =>
      world.telling(async () => {
        await page.setViewportSize(size);
        const sheet = page.getByRole('heading', { name: /^Run a shell command on/ });
        if (size === VIEW) {
          await open('/chat');
          await page.getByRole('textbox', { name: /Ask about your PCs/ }).fill('What is there?');
          await page.keyboard.press('Enter');
        }
        const review = page.getByRole('link', { name: 'Review' });
        await review.click();
        await isInView(sheet);
        await isFocused(sheet);
        await page.getByText(/no rule blocks it/).waitFor();
        await isInView(sheet);
        expect(await page.getByRole('button', { name: 'Jump to latest' }).count()).toBe(0);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await sidewaysBy(page)).toBe(0);
        const before = await place();
        await page.keyboard.press('Escape');
        await review.waitFor();
        expect(before).toBeGreaterThan(100);
        expect(await place()).toBeGreaterThan(100);
      })(),
  );

  it(
    'is that of the sheet on its own page, and where it was on the way back',
    world.telling(async () => {
      await page.setViewportSize(VIEW);
      for (let n = 0; n < 12; n += 1) {
        const asked = await installation.api.ask('shell_exec', installation.agentId, {
          command: `echo ${n}`,
        });
        await installation.api.decide(asked, 'approve', 30);
      }
      await page.setViewportSize({ ...VIEW, height: 400 });
      await open('/approvals');
      const list = page.getByRole('list', { name: 'Recent decisions' });
      await list.getByRole('link').last().click();
      const sheet = page.getByRole('heading', { name: /^Run a shell command on/ });
      await isInView(sheet);
      await isFocused(sheet);
      const reviewed = await place();
      expect(reviewed).toBeLessThan(100);
      await page.goBack();
      await list.waitFor();
      await eventually('it is back', async () => {
        const back = await place();
        if (back < 100) throw new Error(`it is at ${back}`);
        return true;
      });
    }),
  );
});
