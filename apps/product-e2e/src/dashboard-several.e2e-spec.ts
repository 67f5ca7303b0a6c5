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

/** One tool on three PCs: one with a real agent, one that is played, one that is switched off. */
const world = aWorld();
const PHONE = { width: 360, height: 800 };
const DESK = { width: 1440, height: 900 };
const PCS = 'this-pc,workshop,old-tower';

describeInBrowser('one tool on several PCs', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    installation = await Installation.up(world, 'run-page');
    await livedIn(world, installation.api);
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
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) });

  async function lookedAt(name: string): Promise<void> {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const size of [DESK, PHONE]) {
        await page.setViewportSize(size);
        await keepPicture(page, `${name}-${size.width}-${scheme}`);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await sidewaysBy(page)).toBe(0);
      }
    }
    await page.setViewportSize(DESK);
  }

  it(
    'chooses PCs in the fleet by key, and a tool that all of them have',
    world.telling(async () => {
      await open('/fleet');
      for (const name of ['this-pc', 'Workshop', 'Old tower']) {
        await page.getByRole('link', { name, exact: true }).press('x');
        await page.getByRole('checkbox', { name: `Select ${name}`, checked: true }).waitFor();
      }
      await page.getByText('3 selected').waitFor();
      await lookedAt('select');
      await page.getByRole('button', { name: 'Run a tool', exact: true }).press('Enter');
      await page.getByRole('heading', { name: 'Run a tool on 2 PCs' }).waitFor();
      await lookedAt('run-tools');
      await page.getByLabel('Find a fix or tool').fill('read a file');
      await page.getByRole('link', { name: 'Read a file' }).first().press('Enter');
      await page.getByText('This PC is offline').waitFor();
    }),
  );

  it(
    'reads on all of them, shows each answer as it comes, and whose PC is offline',
    world.telling(async () => {
      await open(`/run?pc=${PCS}&tool=fs_list`);
      await page.getByLabel('Folder').fill(world.folder);
      await page.getByRole('button', { name: 'Run on 2 PCs' }).press('Enter');
      await page.getByText('2 done · 1 not run').waitFor();
      await row('Old tower').getByText('Not run').waitFor();
      await row('this-pc').getByText('Done').waitFor();
      await page.getByRole('button', { name: 'this-pc', exact: true }).press('Enter');
      await page.getByText('Request ID').first().waitFor();
      await lookedAt('run-read');
      await page.getByLabel('Find in results').fill('run-page');
      await page.getByText('1 of 3 PCs').waitFor();
      await row('this-pc').getByText('run-page').first().waitFor();
      await keepPicture(page, 'run-found');
    }),
  );

  it(
    'makes one request per PC for a change, and leads from sheet to sheet and back',
    world.telling(async () => {
      await open(`/run?pc=${PCS}&tool=shell_exec`);
      await page.getByLabel('Command').fill('echo side by side');
      await page.getByRole('button', { name: 'Ask to run on 2 PCs' }).press('Enter');
      await page.getByText('2 waiting for approval · 1 not run').waitFor();
      expect(await page.getByRole('link', { name: /^Review the request/ }).count()).toBe(2);
      await lookedAt('run-change');
      await page.getByRole('link', { name: 'Review the request for this-pc' }).press('Enter');
      await page.getByText('2 requests wait for approval, each for its own.').waitFor();
      await page.getByLabel('Type this-pc to run').fill('this-pc');
      await lookedAt('run-sheet');
      await page.getByRole('button', { name: 'Run on this-pc' }).click();
      await page.getByText('1 request waits for approval, each for its own.').waitFor();
      await page.getByText('side by side').first().waitFor();
      await page.getByRole('link', { name: 'Next: Workshop' }).press('Enter');
      await page.getByLabel('Type Workshop to run').waitFor();
      await page.keyboard.press('Escape');
      await page
        .getByRole('link', { name: 'Review the request for Workshop' })
        .and(page.locator(':focus'))
        .waitFor();
      await row('this-pc').getByText('side by side').waitFor();
      await page.getByText('1 done · 1 waiting for approval · 1 not run').waitFor();
    }),
  );

  it('breaks none of its own rules on the way', () => {
    expect(complaints.take()).toEqual([]);
  });
});
