import {
  API_PATHS,
  PACKAGE_FILES,
  type ChatSettings,
  type FleetAgent,
  type MeView,
  type TokenList,
} from '@kenny/contract';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { Api } from './harness/api.js';
import {
  accessibilityFaults,
  describeInBrowser,
  keepPicture,
  logIn,
  openBrowser,
} from './harness/browser.js';
import { eventually } from './harness/eventually.js';
import { aViewer, forEverybody } from './harness/for-everybody.js';
import { AGENT_PROGRAM, Installation } from './harness/installation.js';
import { hasCount } from './harness/seen.js';
import { aWorld, freePort } from './harness/world.js';

const world = aWorld();
const PC = 'new-pc';
const NAME = "Anna's <b>PC</b>";

describeInBrowser('settings in a real browser', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    installation = await Installation.prepare(world, 'settings');
    await installation.startServer();
    browser = await openBrowser(executable);
    page = await browser.newPage();
    await logIn(page, installation.api);
  });
  afterAll(() => browser?.close());

  const open = (path: string) => page.goto(installation.api.url + path);

  it(
    'says what the server is, as the server says it',
    world.telling(async () => {
      await open('/settings');
      await page.waitForURL('**/settings/pcs');
      expect(await page.title()).toBe('PCs · Settings · kenny');
      await page.getByText('No PCs yet.').first().waitFor();
      await forEverybody(page, 'settings-no-pcs');
      await page.getByRole('link', { name: 'Server', exact: true }).click();
      await page.getByText('This server works.').waitFor();
      await page.getByText('Addresses, keys and technical details').click();
      await page.getByText('SQLite, one file').waitFor();
      await page.getByText(installation.api.url).first().waitFor();
      await forEverybody(page, 'settings-empty');
    }),
  );

  it(
    'turns automatic backups off and on, and says that nothing is backed up meanwhile',
    world.telling(async () => {
      await open('/settings/backups');
      const box = page.getByRole('checkbox', { name: 'Back up automatically, once a day' });
      await box.uncheck();
      await page.getByText('Nothing is backed up by itself.').waitFor();
      await forEverybody(page, 'settings-backups-off');
      await open('/settings/server');
      await page.getByText('Off: nothing is backed up automatically.').waitFor();
      await open('/settings/backups');
      await box.check();
      await page.getByText('Nothing is backed up by itself.').waitFor({ state: 'detached' });
      await page.getByText('At any time of day').click();
      await page.getByRole('checkbox', { name: 'Only after a certain time of day' }).check();
      await page.getByLabel('Daily backups to keep').fill('14');
      await forEverybody(page, 'settings-backups-plan');
      const form = page.getByRole('form', { name: 'When, and how many' });
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/^After 03:00 .* 14 daily and 4 weekly backups are kept/).waitFor();
      await open('/settings/server');
      await page.getByText('This server works.').waitFor();
    }),
  );

  it(
    'adds a PC: a line to type, and green as soon as a real agent has enrolled with it',
    world.telling(async () => {
      await page.getByRole('link', { name: 'PCs', exact: true }).click();
      await page.getByRole('link', { name: 'Add a PC' }).click();
      // The server listens on its own machine only: no other PC could use what it hands out.
      await page.getByText('Where is it used?').waitFor();
      await page.getByRole('radio', { name: /through your router/ }).check();
      await page.getByText('Your router has to forward port').waitFor();
      await forEverybody(page, 'settings-network');
      const before = page.viewportSize();
      await page.setViewportSize({ width: 1440, height: 720 });
      const next = await page.getByRole('button', { name: 'Add this PC' }).boundingBox();
      expect(next && next.y + next.height).toBeLessThanOrEqual(720);
      if (before) await page.setViewportSize(before);
      await page.getByRole('radio', { name: /In this house/ }).check();
      await page.getByText('Details: network and port 8443').click();
      await page.getByLabel('Port', { exact: true }).fill(String(await freePort()));
      await page.getByText('· permanent').click();
      await page.getByLabel('PC ID').fill('../etc');
      await page.getByText('beginning with a letter or digit').waitFor();
      expect(await page.getByRole('button', { name: 'Add this PC' }).isEnabled()).toBe(false);
      expect(await page.getByRole('radio', { name: /macOS · not possible/ }).isEnabled()).toBe(
        false,
      );
      await page.getByLabel('Name (can be changed later)').fill(NAME);
      await page.getByLabel('PC ID').fill(PC);
      await page.getByRole('radio', { name: /set up by hand/ }).check();
      await page.getByRole('radio', { name: 'Linux, by hand' }).check();
      await forEverybody(page, 'settings-add');
      await page.getByRole('button', { name: 'Add this PC' }).click();
      await page.getByText(`Waiting for ${NAME}`).waitFor();
      await page.getByText(/^23 h( \d+ min)? left$/).waitFor();
      await forEverybody(page, 'settings-waiting');
      const shown = page.locator('code.line', { hasText: "--agent-id '" });
      const lines = (await shown.textContent()) ?? '';
      const authority = page.locator('code.line', { hasText: 'BEGIN CERTIFICATE' });
      writeFileSync(join(world.folder, PACKAGE_FILES.tlsCa), (await authority.textContent()) ?? '');
      const flags = [...lines.matchAll(/(--[\w-]+) '([^']*)'/g)].flatMap(([, name, value]) => [
        name ?? '',
        value ?? '',
      ]);
      const folder = ['--state-dir', join(installation.dataDir, PC)];
      const agent = (name: string, args: string[]) =>
        world.start({
          name,
          args: [AGENT_PROGRAM, ...args, ...folder],
          cwd: world.folder,
          env: {},
        });
      await agent('enroll', ['enroll', ...flags]).exited;
      agent('agent', ['run']);
      await page.getByText(`${NAME} is connected`).waitFor({ timeout: 60_000 });
      await hasCount(page.locator('code.line'), 0);
      await forEverybody(page, 'settings-green');
      await page.getByRole('link', { name: `Open ${NAME}` }).click();
      await page.getByRole('heading', { name: NAME }).waitFor();
    }),
    120_000,
  );

  it(
    'makes a token that works, shows it once, and ends it when it is revoked',
    world.telling(async () => {
      await open('/settings/people');
      await page.getByRole('button', { name: 'New token' }).click();
      await page.getByLabel('Person').fill('Bea');
      await page.getByLabel('Name of the token').fill('phone');
      await page.getByLabel('What is it for?').selectOption('viewer');
      await page.getByText('Expiry and PCs').click();
      await page.getByLabel('Only these PCs').fill(`${PC} nobody`);
      await page.getByText('Not in the fleet: nobody').waitFor();
      await page.getByLabel('Only these PCs').fill(PC);
      await page
        .getByText(`Can see how the PCs are and change nothing · only ${NAME} · until`)
        .waitFor();
      await forEverybody(page, 'settings-token');
      await page.getByRole('button', { name: 'Create token' }).click();
      const token = (await page.locator('.secret code').textContent()) ?? '';
      await forEverybody(page, 'settings-secret');
      const bea = new Api(installation.api.url, token);
      const me = (await bea.get<MeView>(API_PATHS.me)).body;
      expect(me).toMatchObject({ id: 'bea', scope: 'viewer', agents: [PC], decide: false });
      await page.reload();
      await page.getByRole('list', { name: 'People' }).waitFor();
      expect(await page.content()).not.toContain(token);
      await revokeNewest();
      expect((await bea.get(API_PATHS.me)).status).toBe(401);
    }),
    120_000,
  );

  async function revokeNewest(): Promise<void> {
    const { items } = (await installation.api.get<TokenList>(API_PATHS.tokens)).body;
    const row = page.getByRole('listitem').filter({ hasText: 'phone' });
    await row.getByRole('button', { name: /Revoke/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Bea · phone').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    const still = (await installation.api.get<TokenList>(API_PATHS.tokens)).body.items;
    expect(still).toHaveLength(items.length);
    await row.getByRole('button', { name: /Revoke/ }).click();
    await dialog.getByRole('button', { name: 'Revoke access' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.waitFor({ state: 'detached' });
  }

  it(
    'sets how the chat answers, forgets what is remembered, and stores a key that is never shown',
    world.telling(async () => {
      const key = 'made-up-key-of-nobody-0123456789';
      const text = 'Backups <b>run</b> on Sundays.';
      await installation.api.post(API_PATHS.chatMemory, { text });
      await open('/settings/me');
      await page.getByLabel('Model', { exact: true }).selectOption({ label: 'Claude Haiku 4.5' });
      await page.getByLabel('Thinking').selectOption({ label: 'High' });
      await page.getByLabel('Use what kenny remembers about you').check();
      await eventually('the server has all of it', async () => {
        const { body } = await installation.api.get<ChatSettings>(API_PATHS.chatSettings);
        const { chat_model, reasoning_effort, memory } = body;
        const all = [chat_model, reasoning_effort, memory.enabled];
        return all.join() === 'claude-haiku-4-5,high,true' ? true : undefined;
      });
      await open('/settings/server');
      await page.getByText('Chat has no API key yet, so it cannot answer.').waitFor();
      await page.getByLabel('API key', { exact: true }).fill(key);
      await page.getByRole('button', { name: 'Save key' }).click();
      await page.getByText('Chat works, with the API key that was saved here.').waitFor();
      await page.reload();
      await page.getByText('Chat works, with the API key that was saved here.').waitFor();
      expect(await page.content()).not.toContain(key);
      await open('/settings/me');
      await page.getByText(text).waitFor();
      expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('claude-haiku-4-5');
      await page.getByRole('heading', { name: 'Your chat' }).scrollIntoViewIfNeeded();
      await forEverybody(page, 'settings-chat');
      await page.getByRole('button', { name: 'Forget soft_001' }).click();
      const dialog = page.getByRole('dialog');
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Forget' }).click();
      await page.getByText('kenny remembers nothing about you.').waitFor();
      await open('/settings/server');
      await page.getByRole('button', { name: 'Remove stored key' }).click();
      await dialog.getByRole('button', { name: 'Remove key' }).click();
      await page.getByText('Chat has no API key yet, so it cannot answer.').waitFor();
    }),
    120_000,
  );

  it(
    'has heads over the columns of the PCs, and none over the cards of a phone',
    world.telling(async () => {
      const head = page.getByText('Owner and tags', { exact: true });
      await open('/settings/pcs');
      await page.setViewportSize({ width: 1440, height: 900 });
      await head.waitFor();
      await page.setViewportSize({ width: 360, height: 740 });
      await head.waitFor({ state: 'hidden' });
      await page.setViewportSize({ width: 1440, height: 900 });
    }),
  );

  it(
    'removes a PC only when its name has been typed',
    world.telling(async () => {
      await open('/settings/pcs');
      await page.getByRole('button', { name: `More for ${PC}` }).click();
      await page.getByRole('menuitem', { name: 'Install again…' }).waitFor();
      await keepPicture(page, 'settings-pc-menu');
      await page.getByRole('menuitem', { name: 'Remove…' }).click();
      const dialog = page.getByRole('dialog');
      const act = dialog.getByRole('button', { name: 'Remove PC' });
      expect(await act.isEnabled()).toBe(false);
      const field = dialog.getByLabel(`Type ${NAME}`);
      await field.fill('another');
      await dialog.getByText('This does not match.').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await field.fill(NAME.toUpperCase());
      await keepPicture(page, 'settings-remove');
      await act.click();
      await page.getByText('No PCs yet.').first().waitFor();
      await eventually('the server has forgotten it', async () => {
        const { status } = await installation.api.get<FleetAgent>(API_PATHS.agent(PC));
        return status === 404 ? true : undefined;
      });
    }),
  );

  it(
    'lists the pages in one row on a phone, where the open one is seen',
    world.telling(async () => {
      const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
      const phone = await context.newPage();
      await logIn(phone, installation.api);
      const list = phone.getByRole('navigation', { name: 'Settings' });
      for (const name of ['Me', 'PCs', 'Alerts', 'Backups']) {
        await phone.goto(`${installation.api.url}/settings/${name.toLowerCase()}`);
        const box = await list.getByRole('link', { name, exact: true }).boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
        expect((await list.boundingBox())?.height).toBeLessThan(60);
      }
      await context.close();
    }),
  );

  it(
    'tells somebody who is no admin who can do more',
    world.telling(async () => {
      const theirs = await aViewer(browser, installation.api);
      await theirs.goto(`${installation.api.url}/settings/server`);
      await theirs.getByText('This server works.').waitFor();
      await theirs.getByRole('link', { name: 'Me', exact: true }).click();
      await theirs.getByRole('heading', { name: 'This browser' }).waitFor();
      const logins = theirs.getByRole('list', { name: 'My logins' });
      await logins.getByText('this browser').waitFor();
      expect(await logins.getByRole('listitem').count()).toBe(1);
      expect(await accessibilityFaults(theirs)).toEqual([]);
      expect(await theirs.getByRole('link', { name: 'People and access' }).count()).toBe(0);
      await theirs.goto(`${installation.api.url}/settings/people`);
      await theirs.getByText('Only an admin can change these settings.').waitFor();
      await theirs.goto(`${installation.api.url}/settings/add`);
      await theirs.getByText('Only an admin can add PCs.').waitFor();
      expect(await accessibilityFaults(theirs)).toEqual([]);
      await theirs.context().close();
    }),
  );
});
