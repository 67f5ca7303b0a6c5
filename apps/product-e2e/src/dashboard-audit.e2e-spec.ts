import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults, describeInBrowser, logIn, openBrowser } from './harness/browser.js';
import { aViewer, forEverybody } from './harness/for-everybody.js';
import { Installation } from './harness/installation.js';
import { hasCount } from './harness/seen.js';
import { aWorld } from './harness/world.js';

const world = aWorld();
const HOSTILE = '=cmd|<img src=x onerror=alert(1)>\u202Etxt.exe';

describeInBrowser('the audit log in a real browser', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    installation = await Installation.up(world, 'audit');
    const { api, agentId } = installation;
    const asked = await api.ask('shell_exec', agentId, { command: `echo '${HOSTILE}'` });
    await api.decide(asked, 'approve', 30);
    await api.decide(await api.ask('shell_exec', agentId, { command: 'echo no' }), 'deny');
    await api.tool('fs_list', agentId, { path: '/tmp' });
    browser = await openBrowser(executable);
    page = await browser.newPage();
    await logIn(page, api);
  });
  afterAll(() => browser?.close());

  const open = (path: string) => page.goto(installation.api.url + path);
  const rows = () => page.getByRole('listitem');
  const exportAs = async (format: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: format }).click();
  };

  it(
    'shows who asked for what, with arguments as text and nothing else',
    world.telling(async () => {
      await open('/audit?tool=shell_exec');
      const row = rows().filter({ hasText: 'Run a shell command' }).last();
      await row.locator('summary').focus();
      await page.keyboard.press('Enter');
      await row.getByText('onerror=alert(1)').first().waitFor();
      await row.getByText('U+202E').first().waitFor();
      expect(await row.locator('img').count()).toBe(0);
      await row
        .getByRole('link', { name: /see the approval/i })
        .first()
        .waitFor();
      await page.getByRole('link', { name: 'Show every step' }).waitFor();
      await forEverybody(page, 'audit');
      await row.getByRole('link', { name: 'Everything by admin' }).click();
      await page.waitForURL(/actor=/);
    }),
    120_000,
  );

  it(
    'keeps its filters in the address, and finds a text in arguments',
    world.telling(async () => {
      await page.setViewportSize({ width: 1440, height: 1000 });
      await open('/audit');
      await rows().first().waitFor();
      await page.getByRole('button', { name: 'More filters' }).click();
      await page.getByLabel('Outcome').selectOption('Refused or failed');
      await page.getByRole('searchbox', { name: 'Search' }).fill('echo NO');
      await page.keyboard.press('Enter');
      await page.waitForURL(/ok=false/);
      await page.waitForURL(/q=echo/);
      await rows().filter({ hasText: 'Denied' }).first().waitFor();
      const address = page.url();
      await page.reload();
      await rows().filter({ hasText: 'Denied' }).first().waitFor();
      expect(page.url()).toBe(address);
      expect(await rows().filter({ hasText: 'List a folder' }).count()).toBe(0);
      await page
        .getByRole('searchbox', { name: 'Search' })
        .fill('denied the request to run a shell');
      await page.waitForURL(/q=denied/);
      await rows().filter({ hasText: 'Denied' }).first().waitFor();
      await page.getByRole('searchbox', { name: 'Search' }).fill('nowhere at all');
      await page.keyboard.press('Enter');
      await page.getByText('No matching entries.').waitFor();
    }),
    60_000,
  );

  it(
    'shows on a phone what happened first, and has the filters behind one button that counts them',
    world.telling(async () => {
      await page.setViewportSize({ width: 360, height: 640 });
      await open('/audit?pc=nobody&kind=call');
      const filters = page.getByRole('button', { name: 'Filters 2 in use' });
      await filters.waitFor();
      expect(await page.getByLabel('Person').isVisible()).toBe(false);
      await filters.click();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.waitForURL(({ search }) => search === '');
      await page.getByRole('button', { name: 'Filters', exact: true }).click();
      await page.getByRole('heading', { name: /^Today/ }).waitFor();
      const box = await rows().first().boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(640 - 48);
    }),
    60_000,
  );

  it(
    'opens at its old address too, with its filters and the place in the page',
    world.telling(async () => {
      await open('/record?tool=fs_list#latest');
      await rows().first().waitFor();
      const { pathname, search, hash } = new URL(page.url());
      expect([pathname, search, hash]).toEqual(['/audit', '?tool=fs_list', '#latest']);
      expect(await rows().filter({ hasText: 'Run a shell command' }).count()).toBe(0);
    }),
    60_000,
  );

  it(
    'tells of new rows while it is open, and shows them when asked to',
    world.telling(async () => {
      await open('/audit?tool=fs_list');
      await rows().first().waitFor();
      const before = await rows().count();
      await installation.api.tool('fs_list', installation.agentId, { path: '/' });
      await page.getByRole('button', { name: 'Show 1 new row' }).click();
      await hasCount(rows(), before + 1);
      await page.getByRole('switch', { name: 'Live' }).click();
      // The same again would be told in one row.
      await installation.api.tool('fs_list', installation.agentId, { path: '/var' });
      await rows()
        .nth(before + 1)
        .waitFor();
    }),
    60_000,
  );

  it(
    'verifies the chain, and hands out the rows as a file that no spreadsheet runs',
    world.telling(async () => {
      await open('/audit?tool=shell_exec');
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText('No change found.').waitFor();
      await page.getByRole('button', { name: 'What this means' }).click();
      await page.getByText('A row that was never written cannot be missed').waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), exportAs('CSV')]);
      const text = readFileSync(await download.path(), 'utf8');
      expect(text).toContain('shell_exec');
      expect(text).not.toContain('fs_list');
      expect(text.split(/\r\n/).every((line) => !/(^|,)"?[=+@]/.test(line))).toBe(true);
      expect(download.suggestedFilename()).toBe('kenny-audit.csv');
      expect(await page.getByText('These are not all rows').count()).toBe(0);
      await open('/audit?kind=export');
      await rows().filter({ hasText: 'audit' }).first().waitFor();
    }),
    60_000,
  );

  it(
    'says that a file was cut, and saves what follows part by part until there is no more',
    world.telling(async () => {
      await open('/audit?tool=fs_list');
      await rows().nth(1).waitFor();
      const all = await rows().count();
      // The real server cuts as it does after 100,000 rows, which nobody has here.
      const exports = '**/api/audit/export*';
      await page.route(exports, (route) =>
        route.continue({ url: `${route.request().url()}&limit=${all - 1}` }),
      );
      const save = async (pressed: () => Promise<void>) => {
        const [download] = await Promise.all([page.waitForEvent('download'), pressed()]);
        return { file: download.suggestedFilename(), path: await download.path() };
      };
      const seqs = (path: string) =>
        [...readFileSync(path, 'utf8').matchAll(/^\{"seq":(\d+)/gm)].map(([, seq]) => Number(seq));
      const first = await save(() => exportAs('JSON lines'));
      await page.getByText('These are not all rows.').waitFor();
      await forEverybody(page, 'audit-cut');
      const second = await save(() => page.getByRole('button', { name: 'Save part 2' }).click());
      await page.getByText('now you have all rows').waitFor();
      expect([first.file, second.file]).toEqual(['kenny-audit.jsonl', 'kenny-audit-2.jsonl']);
      const found = [...seqs(first.path), ...seqs(second.path)];
      expect(found).toHaveLength(all);
      expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
      await page.unroute(exports);
    }),
    60_000,
  );

  it(
    'shows the logs of PCs and of the server',
    world.telling(async () => {
      await open('/audit');
      await page.getByRole('tab', { name: 'Server log' }).click();
      await page.waitForURL(/tab=server/);
      await page
        .getByText(/^Connected\./)
        .first()
        .waitFor();
      await page.getByText(/^kenny \S+ started\.$/).waitFor();
      await forEverybody(page, 'audit-server');
      await open('/audit?tab=agents');
      await page
        .getByText(/Nothing like that was noted/)
        .or(page.getByRole('group', { name: /^Lines of/ }))
        .first()
        .waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    }),
    60_000,
  );

  it(
    'watches the gate: how many, how fast, how many approved, and by whom',
    world.telling(async () => {
      await page.setViewportSize({ width: 1440, height: 1000 });
      await open('/audit?tab=gate');
      await page.getByRole('rowheader', { name: 'admin' }).waitFor();
      const person = page.getByRole('row').filter({ hasText: 'admin' });
      expect((await person.getByRole('cell').allTextContents()).at(0)).toBe('2');
      expect((await person.getByRole('cell').allTextContents()).at(-2)).toBe('50 %');
      await forEverybody(page, 'audit-gate');
    }),
    60_000,
  );

  it(
    'is for viewers too, without the gate',
    world.telling(async () => {
      const theirs = await aViewer(browser, installation.api);
      await theirs.goto(`${installation.api.url}/audit?tab=gate`);
      await theirs.getByRole('listitem').first().waitFor();
      expect(await theirs.getByRole('tab', { name: 'Decisions' }).count()).toBe(0);
      await theirs.context().close();
    }),
    60_000,
  );
});
