import { API_PATHS, WORKER_FILE, type AlertChoices } from '@kenny/contract';
import { PushService, type PushedMessage } from '@kenny/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { describeInBrowser, keepPicture, logIn, openBrowser } from './harness/browser.js';
import { eventually } from './harness/eventually.js';
import { forEverybody } from './harness/for-everybody.js';
import { Installation } from './harness/installation.js';
import { aWorld } from './harness/world.js';

const world = aWorld();
const PHONE = { width: 360, height: 740 };
/** A headless browser has no push service: it subscribes at ours, by the hand of this test. */
const SUBSCRIBES = `
  let mine = null;
  PushManager.prototype.getSubscription = async () => mine;
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (!userVisibleOnly) throw new Error('not allowed');
    const { endpoint, ...keys } = await kennySubscribes(applicationServerKey);
    return (mine = {
      options: {},
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => ((mine = null), true),
    });
  };`;

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly silent: boolean;
}

describeInBrowser('kenny on a phone', (executable) => {
  let installation: Installation;
  let service: PushService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let cdp: CDPSession;
  let registrationId: string | undefined;

  beforeAll(async () => {
    service = await PushService.start();
    const ca = join(world.makeFolder('push-ca'), 'ca.pem');
    writeFileSync(ca, service.ca);
    const serverEnv = { KENNY_PUSH_HOSTS: service.host, NODE_EXTRA_CA_CERTS: ca };
    installation = await Installation.up(world, 'push', { serverEnv });
    const { body } = await installation.api.get<AlertChoices>(API_PATHS.alertChoices);
    await installation.api.put(API_PATHS.alertChoices, { ...body, quiet: false });
    browser = await openBrowser(executable);
    context = await browser.newContext({ viewport: PHONE });
    await context.grantPermissions(['notifications'], { origin: installation.api.url });
    await context.exposeFunction('kennySubscribes', (key: string) => service.subscribe(key));
    await context.addInitScript(SUBSCRIBES);
    page = await context.newPage();
    cdp = await context.newCDPSession(page);
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      registrationId = registrations.at(-1)?.registrationId ?? registrationId;
    });
    await cdp.send('ServiceWorker.enable');
    await logIn(page, installation.api);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** What the browser gets from its push service. */
  async function deliver({ text: data }: PushedMessage): Promise<void> {
    const id = await eventually('the worker is registered', async () => registrationId);
    const { url: origin } = installation.api;
    await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: id, data });
  }
  async function inWorker<T>(script: string): Promise<T> {
    const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers();
    return worker.evaluate<T>(script);
  }
  const shown = () =>
    inWorker<Shown[]>(`self.registration.getNotifications().then((all) =>
      all.map(({ title, body, silent }) => ({ title, body, silent })))`);
  const tap = () =>
    inWorker(`self.registration.getNotifications().then(([notification]) =>
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`);
  const elsewhere = () => page.goto('about:blank');

  it(
    'can be installed: a manifest, icons, and a worker only where somebody wants one',
    world.telling(async () => {
      await page.goto(`${installation.api.url}/settings/alerts`);
      const { errors, manifest, data } = await manifestOf();
      expect(errors).toEqual([]);
      expect(manifest).toContain('/manifest.webmanifest');
      const { icons, display, name } = JSON.parse(data ?? '{}') as {
        readonly [key: string]: unknown;
        readonly icons: readonly { readonly src: string; readonly sizes: string }[];
      };
      expect([display, name]).toEqual(['standalone', 'kenny']);
      for (const { src } of icons) {
        const { ok, headers } = await fetch(installation.api.url + src);
        expect([ok, headers.get('content-type')]).toEqual([true, 'image/png']);
      }
      expect(await page.evaluate('navigator.serviceWorker.getRegistration()')).toBeUndefined();
    }),
  );
  async function manifestOf() {
    const { errors, url: manifest, data } = await cdp.send('Page.getAppManifest');
    return { errors, manifest, data };
  }

  it(
    'is notified once somebody has turned it on, and gets a test',
    world.telling(async () => {
      await page.goto(`${installation.api.url}/settings/alerts`);
      await page.getByRole('button', { name: 'Notify this browser' }).click();
      await page.getByText('this browser').last().waitFor();
      await forEverybody(page, 'settings-alerts-push');
      await page.setViewportSize(PHONE);
      await page.getByRole('button', { name: 'Send a test to this browser' }).click();
      await page.getByText('Sent. It appears in a moment.').waitFor();
      await deliver(await service.next());
      await eventually('the test is shown', async () => {
        const [one] = await shown();
        return one?.title === 'Notifications reach you here' ? one : undefined;
      });
      await inWorker(`self.registration.getNotifications().then((all) =>
        all.forEach((one) => one.close()))`);
    }),
    60_000,
  );

  it(
    'leads from a notification to the sheet, where it is approved, and to what came of it',
    world.telling(async () => {
      await elsewhere();
      const approval = await installation.api.ask('shell_exec', installation.agentId, {
        command: 'echo from-the-phone',
      });
      const message = await service.next();
      expect(message.text).not.toContain('from-the-phone');
      await deliver(message);
      await eventually('it is shown', async () => (await shown())[0]);
      expect(await shown()).toEqual([
        { title: 'Approval waiting', body: 'High risk', silent: false },
      ]);

      await page.goto(`${installation.api.url}/settings/me`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await eventually('the page hears its worker', async () => {
        if (page.url().endsWith(approval.id)) return true;
        if ((await shown()).length > 0) await tap();
        return undefined;
      });
      await page.getByText('echo from-the-phone').first().waitFor();
      await keepPicture(page, 'phone-sheet-360');
      // The line above the buttons leads to what has not been on the screen yet, and then to the
      // name; how much of it was there while the sheet was drawn differs.
      const toName = page.getByRole('button', { name: 'type the PC’s name first' });
      const toRead = page.getByRole('button', { name: /^To run it, (?:read|see) / });
      await eventually('only the name is missing', async () => {
        if ((await toName.count()) > 0) return true;
        for (const line of await toRead.all()) await line.click({ timeout: 5_000 });
        return undefined;
      });
      await toName.click();
      await page.keyboard.type(installation.agentId);
      await page.getByRole('button', { name: `Run on ${installation.agentId}` }).click();
      await page.getByText('Done').waitFor();
      await page.getByText('from-the-phone').last().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
      expect(await shown()).toEqual([]);
    }),
    60_000,
  );

  it(
    'replaces a notification silently once it was decided elsewhere, and shows none beside the page',
    world.telling(async () => {
      const decided = await service.next();
      expect(decided.text).toContain('"decided"');
      await elsewhere();
      const approval = await installation.api.ask('shell_exec', installation.agentId, {
        command: 'echo second',
      });
      await deliver(await service.next());
      await eventually('it is shown', async () => (await shown())[0]);
      await installation.api.decide(approval, 'deny');
      await deliver(await service.next());
      await eventually('it is replaced', async () => {
        const all = await shown();
        return all[0]?.title === 'No longer waits for approval' ? all : undefined;
      });
      expect(await shown()).toMatchObject([{ silent: true }]);

      await page.goto(`${installation.api.url}/fleet`);
      await page.bringToFront();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await deliver(decided);
      await installation.api.ask('shell_exec', installation.agentId, { command: 'echo third' });
      await deliver(await service.next());
      await page.getByText('Approval needed').first().waitFor();
      expect((await shown()).map(({ title }) => title)).not.toContain('Approval waiting');
    }),
    60_000,
  );

  it(
    'says that it is not connected, with a page of its own, and never an old one',
    world.telling(async () => {
      const { url } = installation.api;
      const policy = (await fetch(url + WORKER_FILE)).headers;
      expect(policy.get('cache-control')).toBe('no-cache');
      await page.goto(`${url}/fleet`);
      await context.setOffline(true);
      await page.goto(`${url}/fleet`);
      await page.getByRole('heading', { name: 'Not connected' }).waitFor();
      expect(await page.evaluate('document.scripts.length')).toBe(0);
      await forEverybody(page, 'offline');
      await context.setOffline(false);
      await page.getByRole('link', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'PCs', level: 1 }).or(page.locator('h1')).waitFor();
      expect(
        await inWorker<string[]>(`caches.keys().then(async (names) =>
        (await Promise.all(names.map(async (name) => (await caches.open(name)).keys())))
          .flat().map(({ url }) => new URL(url).pathname)
          .filter((path) => !/-[A-Za-z0-9]{8}\\.(js|css)$/.test(path)))`),
      ).toEqual(['/offline.html', '/offline.css']);
    }),
    60_000,
  );
});
