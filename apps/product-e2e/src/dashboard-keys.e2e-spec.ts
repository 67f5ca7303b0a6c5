import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityFaults, describeInBrowser, logIn, openBrowser } from './harness/browser.js';
import { settled } from './harness/dashboard-pages.js';
import { Installation } from './harness/installation.js';
import { hasCount } from './harness/seen.js';
import { aWorld } from './harness/world.js';

const world = aWorld();

/** A PC is found and looked at, and a tool of it opened, by a few keys. */
describeInBrowser('the keys', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    installation = await Installation.up(world, 'keys');
    browser = await openBrowser(executable);
    page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await logIn(page, installation.api);
  });
  afterAll(() => browser?.close());

  const isFocused = async (target: Locator) => hasCount(target.and(page.locator(':focus')), 1);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const arriveAt = async (path: string) => {
    await page.waitForURL(installation.api.url + path);
    await settled(page);
  };

  it(
    'go to a page, into its search, to what it found, and to a tool of that PC',
    world.telling(async () => {
      await press('g', 'f');
      await arriveAt('/fleet');
      await press('ArrowDown');
      await isFocused(page.getByRole('link', { name: installation.agentId }));
      await press('/');
      await isFocused(page.getByLabel('Name, host or tag'));
      await page.keyboard.type(installation.agentId.slice(0, 4));
      await press('ArrowDown');
      await isFocused(page.getByRole('link', { name: installation.agentId }));
      await press('Enter');
      await arriveAt(`/fleet/${installation.agentId}`);
      await press('r');
      const picker = page.getByRole('dialog', { name: `Run a tool on ${installation.agentId}` });
      await picker.waitFor();
      await press('Escape');
      await hasCount(picker, 0);
    }),
  );

  it(
    'are listed by ?, for everybody, and do nothing meanwhile',
    world.telling(async () => {
      await press('g', 't');
      await arriveAt('/today');
      const opener = page.getByRole('link', { name: 'Fleet' }).first();
      await opener.focus();
      await press('?');
      const dialog = page.getByRole('dialog', { name: 'Keys' });
      await dialog.getByText('Run a tool on this PC').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await press('g', 'p');
      expect(page.url()).toBe(`${installation.api.url}/today`);
      await press('Escape');
      await hasCount(dialog, 0);
      await isFocused(opener);
    }),
  );

  it(
    'take filters as one stop of the Tab key',
    world.telling(async () => {
      await press('g', 'f');
      await arriveAt('/fleet');
      await press('/', 'Tab');
      const toolbar = page.getByRole('toolbar', { name: 'Health, system, agent and tags' });
      await isFocused(toolbar.getByRole('button', { name: /^All/ }));
      await press('ArrowRight', 'Tab');
      await hasCount(toolbar.locator(':focus'), 0);
      await press('Shift+Tab', 'Home');
      await isFocused(toolbar.getByRole('button', { name: /^All/ }));
      expect(await accessibilityFaults(page)).toEqual([]);
    }),
  );

  it(
    'lead from a tool to its PC in the palette, on any page',
    world.telling(async () => {
      await press('g', 's');
      await page.getByRole('heading', { name: 'Settings' }).waitFor();
      await press('Control+k');
      const field = page.getByRole('combobox');
      await field.fill('fs_disk_usage');
      await page.getByRole('option', { name: /^Show disk usage…/ }).waitFor();
      await press('Enter');
      await page.getByRole('option', { name: new RegExp(`^${installation.agentId}`) }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await press('Enter');
      await arriveAt(`/fleet/${installation.agentId}?tool=fs_disk_usage`);
      await isFocused(page.getByRole('heading', { name: 'Show disk usage' }));
      expect(await page.title()).toBe(`${installation.agentId} · kenny`);
    }),
  );
});
