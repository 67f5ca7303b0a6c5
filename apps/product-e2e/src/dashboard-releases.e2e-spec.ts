import { API_PATHS, type ReleaseView } from '@kenny/contract';
import { signRelease } from '@kenny/handshake';
import { serverSignatures } from '@kenny/handshake/server';
import { aTelemetry } from '@kenny/testing';
import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, logIn, openBrowser } from './harness/browser.js';
import { FakeFleet } from './harness/fake-fleet.js';
import { forEverybody } from './harness/for-everybody.js';
import { Installation } from './harness/installation.js';
import { aWorld } from './harness/world.js';

const world = aWorld();
const PC = 'workshop';
const OLD = '0.1.0';
const NEW = '0.10.0';
const FOLD = 'For whoever builds kenny';

describeInBrowser('agent releases in a real browser', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    installation = await Installation.prepare(world, 'releases');
    await installation.startServer();
    const fleet = new FakeFleet(world, installation.api);
    const meta = { os: 'linux', version: OLD, arch: 'x86_64', service: true } as const;
    await fleet.join([{ id: PC, name: 'Workshop', meta }]);
    fleet.agent(PC).send(aTelemetry(PC).with('disk').with('memory').frame());
    for (const version of ['0.9.0', NEW]) await publish(version);
    browser = await openBrowser(executable);
    page = await browser.newPage();
    await logIn(page, installation.api);
  });
  afterAll(() => browser?.close());

  const signer = serverSignatures().createSigner(Buffer.alloc(32, 9));

  function signed(version: string) {
    const file = Buffer.from(`an agent ${version}`);
    const manifest = signRelease(
      {
        ...{ version, os: 'linux', arch: 'x86_64', size: file.length },
        sha256: createHash('sha256').update(file).digest('hex'),
      },
      signer,
    );
    return { file, manifest };
  }

  async function publish(version: string): Promise<void> {
    const { file, manifest } = signed(version);
    const query = new URLSearchParams({ manifest: JSON.stringify(manifest) });
    const { url, token } = installation.api;
    const answer = await fetch(`${url}${API_PATHS.releases}?${query.toString()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(file),
    });
    const said = await answer.text();
    if (answer.status !== 201) throw new Error(`publishing answered ${answer.status}: ${said}`);
    expect(JSON.parse(said)).toMatchObject({ version } satisfies Partial<ReleaseView>);
  }

  async function goOn(): Promise<void> {
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  it(
    'lists them newest first, each with what it is for, its hash and who published it',
    world.telling(async () => {
      await page.goto(`${installation.api.url}/settings/releases`);
      await page.getByRole('button', { name: 'Update 1 PC…' }).waitFor();
      await page.getByText(FOLD).click();
      const rows = page.getByRole('list', { name: 'Releases' }).getByRole('listitem');
      await rows.first().waitFor();
      expect(await rows.locator('strong').allTextContents()).toEqual([NEW, '0.9.0']);
      await page.getByRole('heading', { name: 'Published updates' }).scrollIntoViewIfNeeded();
      await forEverybody(page, 'settings-releases');
    }),
    120_000,
  );

  it(
    'offers a PC the newest one, and asks a person for it on the sheet',
    world.telling(async () => {
      await page.goto(`${installation.api.url}/fleet/${PC}`);
      const update = page.getByRole('button', { name: `Update to ${NEW}…` });
      await update.waitFor();
      await forEverybody(page, 'pc-update');
      await update.click();
      await page.getByRole('dialog').getByText(NEW).first().waitFor();
      await goOn();
      await page.getByRole('heading', { name: `on ${PC}` }).waitFor();
      await page.getByText(NEW).first().waitFor();
      await forEverybody(page, 'pc-update-sheet');
    }),
    120_000,
  );

  it(
    'lets somebody look at the sheet first: Esc withdraws, and only what this click has asked for',
    world.telling(async () => {
      const update = page.getByRole('button', { name: `Update to ${NEW}…` });
      const cancel = page.getByRole('button', { name: 'Cancel' });
      await cancel.waitFor();
      await page.keyboard.press('Escape');
      await update.waitFor();
      const waits = page.getByRole('link', { name: /^Approvals/ }).getByText('1');
      await waits.waitFor({ state: 'detached' });

      await update.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      expect(await waits.count()).toBe(0);

      await update.click();
      await goOn();
      await page.getByRole('button', { name: 'Keep for later' }).click();
      await waits.waitFor();
      // What waits already is opened, and asked for no second time.
      await update.click();
      await page.getByRole('button', { name: 'Later' }).waitFor();
      expect(await cancel.count()).toBe(0);
      await page.keyboard.press('Escape');
      await page.getByRole('list', { name: 'Waiting' }).getByText(NEW).first().waitFor();
    }),
    120_000,
  );

  it(
    'takes a release of an admin from the page, and says why it does not take one',
    world.telling(async () => {
      const { file, manifest } = signed('0.11.0');
      const choose = async (executableName: string, content: Buffer) => {
        await page.getByLabel('The executable').setInputFiles({
          ...{ name: executableName, mimeType: 'application/octet-stream', buffer: content },
        });
        await page.getByLabel('Its manifest').setInputFiles({
          ...{ name: `${executableName}.manifest.json`, mimeType: 'application/json' },
          buffer: Buffer.from(JSON.stringify(manifest)),
        });
      };
      await page.goto(`${installation.api.url}/settings/releases`);
      await page.getByText(FOLD).click();
      await page.getByRole('button', { name: 'Publish an update' }).click();
      const act = page.getByRole('button', { name: 'Publish 0.11.0 for Linux (x86_64)' });
      // As long as the right one, but another: only the server can see it.
      await choose('kenny-agent', Buffer.from('x'.repeat(file.length)));
      await act.click();
      const form = page.getByRole('form', { name: 'Publish a release' });
      await form.getByRole('alert').waitFor();
      await forEverybody(page, 'settings-publish');
      await choose('kenny-agent', file);
      await act.click();
      await form.waitFor({ state: 'detached' });
      const rows = page.getByRole('list', { name: 'Releases' }).getByRole('listitem');
      await rows.filter({ hasText: '0.11.0' }).waitFor();
    }),
    120_000,
  );
});
