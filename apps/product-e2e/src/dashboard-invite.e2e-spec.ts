import { API_PATHS, type AuditList, type MeView } from '@kenny/contract';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, logIn, openBrowser } from './harness/browser.js';
import { forEverybody } from './harness/for-everybody.js';
import { Installation } from './harness/installation.js';
import { aWorld } from './harness/world.js';

const world = aWorld();
const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true };

describeInBrowser('an invitation in a real browser', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let link: string;

  beforeAll(async () => {
    installation = await Installation.prepare(world, 'invite');
    await installation.startServer();
    browser = await openBrowser(executable);
    page = await browser.newPage();
    await logIn(page, installation.api);
  });
  afterAll(() => browser?.close());

  const visit = async (url: string) => {
    const theirs = await (await browser.newContext(PHONE)).newPage();
    await theirs.goto(url);
    return theirs;
  };

  it(
    'is made with a name and a card, and logs its person in without a secret on the screen',
    world.telling(async () => {
      await page.goto(`${installation.api.url}/settings/people`);
      await page.getByRole('button', { name: 'Invite a person' }).click();
      // The server of this test answers on its own machine only.
      await page.getByRole('radio', { name: 'At this computer' }).check();
      await page.getByLabel('Name', { exact: true }).fill('Mum');
      await page.getByRole('radio', { name: /can request changes/i }).check();
      await forEverybody(page, 'invite');
      await page.getByRole('button', { name: 'Make a link' }).click();
      link = (await page.locator('.secret .command code').textContent()) ?? '';
      expect(link.startsWith(`${installation.api.url}/join#kny_`)).toBe(true);
      await forEverybody(page, 'invite-link');
      const theirs = await visit(link);
      await theirs.getByRole('button', { name: 'Log in here' }).waitFor();
      expect(theirs.url()).toBe(`${installation.api.url}/join`);
      await forEverybody(theirs, 'invite-join');
      await theirs.setViewportSize(PHONE.viewport);
      await theirs.getByRole('button', { name: 'Log in here' }).click();
      await theirs.waitForURL('**/today');
      const me = (await (
        await theirs.request.get(installation.api.url + API_PATHS.me)
      ).json()) as MeView;
      expect(me).toMatchObject({ id: 'mum', name: 'Mum', scope: 'operator', decide: false });
      expect(await theirs.content()).not.toContain('kny_');
      await theirs.context().close();
    }),
    120_000,
  );

  it(
    'says that a used link is used, and what to do; the audit log has both',
    world.telling(async () => {
      const theirs = await visit(link);
      await theirs.getByRole('button', { name: 'Log in here' }).click();
      await theirs.getByText('This link was used already; it works once.').waitFor();
      await forEverybody(theirs, 'invite-used');
      const { items } = (await installation.api.get<AuditList>(`${API_PATHS.audit}?kind=login`))
        .body;
      const links = items.filter(({ target }) => target === 'link').map(({ ok }) => ok);
      expect(links).toEqual([false, true]);
      await theirs.context().close();
    }),
    60_000,
  );

  it(
    'gives another link, which ends with the access',
    world.telling(async () => {
      await page.getByRole('button', { name: 'Done', exact: true }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'Mum can request changes' });
      await row.getByRole('button', { name: /^New link/ }).click();
      await row.getByText('No other device can open a link yet.').waitFor();
      await forEverybody(page, 'new-link-here-only');
      await row.getByRole('button', { name: 'Make a link for this computer' }).click();
      const again = (await page.locator('.secret .command code').textContent()) ?? '';
      expect(again).not.toBe(link);
      await row.getByRole('button', { name: /^Revoke/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click();
      // Behind an open dialog no row has a role.
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await row.waitFor({ state: 'detached' });
      const theirs = await visit(again);
      await theirs.getByRole('button', { name: 'Log in here' }).click();
      await theirs.getByText('This link was replaced or revoked.').waitFor();
      await theirs.context().close();
    }),
    60_000,
  );
});
