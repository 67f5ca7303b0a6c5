import { API_PATHS, type AlertChoices } from '@kenny/contract';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, logIn, openBrowser } from './harness/browser.js';
import { eventually } from './harness/eventually.js';
import { forEverybody } from './harness/for-everybody.js';
import { Installation } from './harness/installation.js';
import { aWorld } from './harness/world.js';

/** How many pixels right of their own edge the texts of the hints begin, each number once. */
const HINT_INDENTS = `[...new Set([...document.querySelectorAll('mat-hint')].flatMap((hint) => {
  const text = [...hint.childNodes].find((one) => one.nodeType === 3 && one.data.trim() !== '');
  if (!text) return [];
  const range = document.createRange();
  const from = text.data.search(/\\S/);
  range.setStart(text, from);
  range.setEnd(text, from + 1);
  return Math.round(range.getBoundingClientRect().left - hint.getBoundingClientRect().left);
}))]`;

const world = aWorld();
const SECRET = 'tk_made_up_0123456789';

describeInBrowser('alerts in a real browser', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let phone: Server;
  const arrived: string[] = [];

  beforeAll(async () => {
    phone = createServer((request, response) => {
      request.setEncoding('utf8');
      let body = '';
      request.on('data', (part: string) => (body += part));
      request.on('end', () => {
        arrived.push(body);
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => phone.listen(0, '127.0.0.1', resolve));
    installation = await Installation.prepare(world, 'alerts');
    await installation.startServer();
    browser = await openBrowser(executable);
    page = await browser.newPage();
    await logIn(page, installation.api);
  });
  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => phone.close(resolve));
  });

  it(
    'adds a channel whose secret is never shown, chooses it, and gets a test',
    world.telling(async () => {
      await page.goto(`${installation.api.url}/settings/alerts`);
      await page.getByText('No channel yet').waitFor();
      await forEverybody(page, 'settings-alerts-empty');
      await page.getByRole('button', { name: 'Add channel' }).click();
      await forEverybody(page, 'settings-alerts-mail');
      expect(await page.evaluate(HINT_INDENTS)).toEqual([0]);
      await page.getByLabel('Kind').selectOption('ntfy');
      await page.getByLabel('Name').fill('Phones');
      const { port } = phone.address() as AddressInfo;
      await page.getByLabel('Server, as https://ntfy.sh').fill(`http://127.0.0.1:${port}`);
      await page.getByLabel('Access token').fill(SECRET);
      await page.getByText('In your own network?').click();
      await page.getByLabel('Addresses in your network').fill('127.0.0.1');
      const channel = page.getByRole('form', { name: 'Channel' });
      await channel.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Change Phones' }).waitFor();
      expect(await page.content()).not.toContain(SECRET);

      // Whoever adds a channel wants to use it.
      await page.getByLabel('Topic').fill('kenny-anna');
      await page.getByRole('button', { name: 'Send a test to Phones' }).click();
      await page.getByText('Delivered.').waitFor();
      expect(arrived.map((body) => JSON.parse(body) as object)).toEqual([
        expect.objectContaining({ topic: 'kenny-anna', title: 'Test of kenny alerts' }),
      ]);
      await page.getByText('All 11 kinds of alerts').click();
      await page.getByRole('checkbox', { name: 'Blocked by the safety check' }).uncheck();
      await page.getByText('10 of 11 kinds of alerts').waitFor();
      await page.getByRole('radio', { name: 'Everything that needs a look' }).check();
      await page.getByLabel('Only PCs with these tags').fill('family, club');
      await page.getByLabel('Only PCs with these tags').blur();
      await page.getByText('Once a week').click();
      await page.getByRole('checkbox', { name: 'Weekly mail' }).check();
      await page.getByText('It needs a mail channel').waitFor();
      await page.getByLabel('Day').selectOption({ label: 'Monday' });
      await page.getByLabel('Time', { exact: true }).fill('18:30');
      await page.getByRole('checkbox', { name: 'Also send one to the owners' }).check();
      const zone = page.getByRole('combobox', { name: 'Time zone' });
      await zone.fill('york');
      await page.getByRole('option', { name: 'America/New York' }).waitFor();
      await forEverybody(page, 'settings-alerts-zone');
      await zone.fill('new york');
      await page.getByRole('option', { name: 'America/New York' }).click();
      await forEverybody(page, 'settings-alerts-open');
      await page.getByText('Saved.').waitFor();
      await eventually('the server has all of it', async () => {
        const { body } = await installation.api.get<AlertChoices>(API_PATHS.alertChoices);
        const { muted, health_from, tags, channels } = body;
        const { weekly, weekly_day, weekly_at, weekly_owners, time_zone } = body;
        const mail = [weekly, weekly_day, weekly_at, weekly_owners, time_zone].join();
        const all = [muted, health_from, tags, channels.map(({ address }) => address), mail];
        const chosen =
          'guard_hit,warn,family,club,kenny-anna,true,monday,18:30,true,America/New_York';
        return all.join() === chosen ? true : undefined;
      });
      await page.reload();
      await page.getByText('Worked').waitFor();
      await forEverybody(page, 'settings-alerts');
    }),
    120_000,
  );
});
