import { API_PATHS, type CreatedToken } from '@kenny/contract';
import { aTelemetry } from '@kenny/testing';
import type { Browser, Page } from 'playwright-core';
import {
  accessibilityFaults,
  describeInBrowser,
  keepPicture,
  logIn,
  openBrowser,
} from './harness/browser.js';
import { settled } from './harness/dashboard-pages.js';
import { FakeFleet } from './harness/fake-fleet.js';
import { Installation } from './harness/installation.js';
import { hasCount } from './harness/seen.js';
import { target } from './harness/targets.js';
import { aWorld } from './harness/world.js';

/** What happens to everybody one day, while a page is open. Each state says what it is. */
const world = aWorld();
const PC = 'anna-laptop';
/** Long enough to open a sheet on a slow machine, short enough to wait for. */
const TTL_S = 20;
const LOST = 'No connection to the server.';

describeInBrowser('an open page', (executable) => {
  let installation: Installation;
  let fleet: FakeFleet;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    installation = await Installation.prepare(world, 'states', {
      serverEnv: { KENNY_APPROVAL_TTL_SECS: String(TTL_S) },
    });
    await installation.startServer();
    fleet = new FakeFleet(world, installation.api);
    browser = await openBrowser(executable);
    page = await (await browser.newContext()).newPage();
    await logIn(page, installation.api);
  });
  afterAll(() => browser?.close());

  const open = async (path: string): Promise<void> => {
    await page.goto(installation.api.url + path);
    await settled(page);
  };
  const ask = (command: string) => installation.api.ask('shell_exec', PC, { command });

  it(
    'says how to begin when there is no PC, and shows the first one by itself',
    world.telling(async () => {
      await open('/fleet');
      await page.getByText('No PCs yet.').waitFor();
      await keepPicture(page, 'state-empty-fleet');
      await fleet.join([{ id: PC, name: 'Anna’s laptop' }]);
      fleet.agent(PC).send(aTelemetry(PC).collected(new Date().toISOString()).frame());
      await page.getByRole('link', { name: 'Anna’s laptop' }).waitFor();
      await page.getByText(/^1 PC\b/).waitFor();
      await keepPicture(page, 'state-one-pc');
    }),
  );

  it(
    'says when the PC that it shows went away, and when it is back',
    world.telling(async () => {
      await open(`/fleet/${PC}`);
      await page.getByRole('heading', { name: 'Anna’s laptop' }).waitFor();
      await fleet.leave(PC);
      await page.getByText('Offline').first().waitFor();
      await keepPicture(page, 'state-pc-away');
      await fleet.connect(PC);
      await page.getByText('Offline').waitFor({ state: 'detached' });
    }),
  );

  it(
    'says within 3 s that the network is gone and how old it is, and comes back by itself',
    world.telling(async () => {
      await open('/fleet');
      await page.getByRole('link', { name: 'Anna’s laptop' }).waitFor();
      const lost = performance.now();
      await page.context().setOffline(true);
      await page.getByText(LOST).waitFor();
      target({
        ...{ what: 'network gone to banner', value: performance.now() - lost, unit: 'ms' },
        ...{ atMost: 3_000, judged: 'gross' },
      });
      await page.getByText('What you see').waitFor();
      expect(await page.getByRole('link', { name: 'Anna’s laptop' }).count()).toBe(1);
      await keepPicture(page, 'state-offline');
      await page.context().setOffline(false);
      await page.getByText(LOST).waitFor({ state: 'detached' });
    }),
  );

  it(
    'survives a restart of the server, with what changed meanwhile',
    world.telling(async () => {
      await open('/fleet');
      await installation.server?.stop();
      await page.getByText(LOST).waitFor();
      await installation.startServer();
      await page.getByText(LOST).waitFor({ state: 'detached' });
      await page.getByText('1 PC · 1 offline').waitFor();
      await fleet.connect(PC);
      await page.getByText('1 PC · 1 offline').waitFor({ state: 'detached' });
    }),
  );

  it(
    'says on the sheet that it is too late to decide',
    world.telling(async () => {
      const { id } = await ask('echo late');
      await open(`/approvals/${id}`);
      await page.getByRole('button', { name: 'Run on Anna’s laptop' }).waitFor();
      await page
        .getByText('Expired')
        .first()
        .waitFor({ timeout: (TTL_S + 30) * 1_000 });
      await hasCount(page.getByRole('button', { name: 'Run on Anna’s laptop' }), 0);
      await keepPicture(page, 'state-expired');
    }),
    120_000,
  );

  it(
    'says on the sheet that somebody else has decided',
    world.telling(async () => {
      const asked = await ask('echo elsewhere');
      await open(`/approvals/${asked.id}`);
      await page.getByRole('button', { name: 'Run on Anna’s laptop' }).waitFor();
      await installation.api.decide(asked, 'deny');
      await page.getByText('denied by you').waitFor();
      await hasCount(page.getByRole('button', { name: 'Run on Anna’s laptop' }), 0);
    }),
  );

  it(
    'says that a PC is gone for good',
    world.telling(async () => {
      await open(`/fleet/${PC}`);
      await page.getByRole('heading', { name: 'Anna’s laptop' }).waitFor();
      await fleet.leave(PC);
      expect((await installation.api.delete(API_PATHS.agent(PC))).status).toBe(204);
      await page
        .getByText(/no PC|not here|removed|unknown/i)
        .first()
        .waitFor();
      await keepPicture(page, 'state-pc-removed');
      await open('/fleet');
      await page.getByText('No PCs yet.').waitFor();
    }),
  );

  it(
    'says that a page cannot be loaded while the server is away, and opens it afterwards',
    world.telling(async () => {
      // A browser that has never been on that page, nor fetched it ahead.
      const context = await browser.newContext();
      const fresh = await context.newPage();
      await logIn(fresh, installation.api);
      await fresh.getByRole('heading', { level: 1 }).waitFor();
      await installation.server?.stop();
      await fresh.getByRole('link', { name: 'Audit log' }).click();
      await fresh.getByText('Not connected. That page could not be loaded.').waitFor();
      await keepPicture(fresh, 'state-page-not-loaded');
      await installation.startServer();
      await hasCount(fresh.getByText('Not connected.'), 0);
      await fresh.getByRole('button', { name: 'Try again' }).click();
      await fresh.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
      await context.close();
    }),
  );

  it(
    'says what a login may not open, instead of loading without end',
    world.telling(async () => {
      const { body } = await installation.api.post<CreatedToken>(API_PATHS.tokens, {
        operator: { id: 'vera' },
        ...{ name: 'viewer', scope: 'viewer' },
      });
      await page.context().clearCookies();
      await logIn(page, installation.api.as(body.token));
      for (const path of ['/approvals', '/approvals/apr_1', '/chat']) {
        await open(path);
        await page.getByRole('heading', { name: 'No access to this page' }).waitFor();
        await page.getByText('ask an admin for a token').waitFor();
      }
      expect(await accessibilityFaults(page)).toEqual([]);
    }),
  );

  it(
    'asks who is there once its session is over, and goes back to where it was',
    world.telling(async () => {
      const { body } = await installation.api.post<CreatedToken>(API_PATHS.tokens, {
        operator: { id: 'anna' },
        ...{ name: 'browser', scope: 'operator' },
      });
      await page.context().clearCookies();
      await logIn(page, installation.api.as(body.token));
      await open('/approvals?state=denied');
      expect((await installation.api.delete(API_PATHS.token(body.id))).status).toBe(204);
      await page.getByText('You were logged out: your token was revoked.').waitFor();
      await keepPicture(page, 'state-session-over');
      await page.getByLabel('Token').fill(installation.api.token);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/approvals\?state=denied$/);
    }),
  );
});
