import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, logIn, openBrowser } from './harness/browser.js';
import { Installation } from './harness/installation.js';
import { aWorld } from './harness/world.js';

const world = aWorld();

describeInBrowser('a link on another site', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let otherSite: Server;
  /** Where the links lead: set by each test. */
  let address = '';

  beforeAll(async () => {
    installation = await Installation.up(world, 'links');
    browser = await openBrowser(executable);
    otherSite = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<a href="${address}">a PC waits for your approval</a>`);
    });
    await new Promise<void>((listening) => otherSite.listen(0, '127.0.0.1', listening));
  });
  afterAll(async () => {
    await browser?.close();
    otherSite?.close();
  });

  /** By name, while the server is called by its number: two sites to a browser. */
  async function followLink(page: Page): Promise<void> {
    const { port } = otherSite.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/`);
    await page.getByRole('link').click();
  }

  it(
    'to an approval leads whoever is logged in to its page',
    world.telling(async () => {
      const { id } = await installation.api.ask('shell_exec', installation.agentId, {
        command: 'echo linked',
      });
      address = `${installation.api.url}/approvals/${id}`;
      const page = await browser.newPage();
      await logIn(page, installation.api);

      await followLink(page);

      await page.getByRole('button', { name: `Run on ${installation.agentId}` }).waitFor();
      expect(page.url()).toBe(address);
    }),
  );

  it(
    'leads everybody else to the login, and from there to its page',
    world.telling(async () => {
      address = `${installation.api.url}/fleet?q=this`;
      const stranger = await browser.newContext();
      const page = await stranger.newPage();

      await followLink(page);

      await page.getByLabel('Token').fill(installation.api.token);
      await page.keyboard.press('Enter');
      await page.getByRole('table').waitFor();
      expect(page.url()).toBe(address);
    }),
  );

  it(
    'leads to a page of the settings as to any other',
    world.telling(async () => {
      address = `${installation.api.url}/settings/me`;
      const page = await browser.newPage();
      await logIn(page, installation.api);

      await followLink(page);

      await page.getByRole('heading', { name: 'My logins' }).waitFor();
      expect(page.url()).toBe(address);
    }),
  );
});
