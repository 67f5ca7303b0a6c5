import { AGENT_SOCKET_PATH, API_PATHS, PACKAGE_FILES, type PackageList } from '@kenny/contract';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { WebSocket } from 'ws';
import { describeInBrowser, logIn, openBrowser } from './harness/browser.js';
import { freshCheckout } from './harness/checkout.js';
import { forEverybody } from './harness/for-everybody.js';
import { Installation } from './harness/installation.js';
import { aWorld, freePort } from './harness/world.js';

const run = promisify(execFile);
const world = aWorld();
const PATIENCE_MS = 120_000;
const PACKAGES = `**${API_PATHS.serverPackages}`;

describeInBrowser('a checkout in which nothing was packaged yet', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let config: string;

  beforeAll(async () => {
    config = world.makeFolder('config');
    installation = await Installation.prepare(world, 'installer', {
      program: freshCheckout(world),
      // The release key of whoever runs these tests is none of their business.
      serverEnv: { XDG_CONFIG_HOME: config },
    });
    await installation.startServer();
    browser = await openBrowser(executable);
    page = await browser.newPage();
    await logIn(page, installation.api);
  });
  afterAll(() => browser?.close());

  const packages = async () =>
    (await installation.api.get<PackageList>(API_PATHS.serverPackages)).body;

  /** The page is told the same again and again for as long as somebody looks at it. */
  async function held(look: () => Promise<void>): Promise<void> {
    const now = await packages();
    await page.route(PACKAGES, (route) => route.fulfill({ json: now }));
    await look();
    await page.unroute(PACKAGES);
  }

  it(
    'builds the installer when a PC is first added, and goes on by itself',
    world.telling(async () => {
      await page.goto(`${installation.api.url}/settings/add`);
      await page.getByRole('radio', { name: /In this house/ }).check();
      await page.getByText('Details: network and port 8443').click();
      await page.getByLabel('Port', { exact: true }).fill(String(await freePort()));
      await page.getByLabel('Name (can be changed later)').fill('Mum’s laptop');
      await page.getByRole('radio', { name: /^Linux/ }).check();
      await page.getByText('takes a few minutes the first time').first().waitFor();
      await forEverybody(page, 'installer-choice');
      await page.getByRole('button', { name: 'Add this PC' }).click();
      await page.getByText('Step 2 of 4: Making the executable').waitFor();
      await held(() => forEverybody(page, 'installer-building'));
      await page.getByText('Run this command on the PC').waitFor({ timeout: PATIENCE_MS });
      await page.locator('.address strong').waitFor();
      await page.getByText('A release key was made').waitFor();
      await forEverybody(page, 'installer-done');
    }),
    2 * PATIENCE_MS,
  );

  it(
    'hands out what it has built, to the line that is shown',
    world.telling(async () => {
      const line = (await page.locator('code.line').first().textContent()) ?? '';
      const fetched = async (command: string) => (await run('sh', ['-c', command])).stdout;
      const script = await fetched(line.replace(' | sudo sh', ''));
      const built = join(world.folder, 'checkout/dist/linux');
      const { archive } = JSON.parse(readFileSync(join(built, PACKAGE_FILES.manifest), 'utf8')) as {
        archive: { name: string; sha256: string };
      };
      expect(script).toContain(archive.sha256);
      const bytes = readFileSync(join(built, archive.name));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(archive.sha256);
      expect(existsSync(join(config, 'kenny-release/release.key'))).toBe(true);
    }),
    PATIENCE_MS,
  );

  it(
    'says why the server refuses what says that it is the PC',
    world.telling(async () => {
      const socket = new WebSocket(installation.api.url.replace('http', 'ws') + AGENT_SOCKET_PATH);
      await new Promise((resolve) => (socket.onopen = resolve));
      const meta = {
        ...{ hostname: 'MUM', os: 'linux', version: '0.1.0', arch: 'x86_64', tools: [] },
        ...{ features: [], remote_control: true, service: true },
      };
      const frame = { type: 'register', agent_id: 'mums-laptop', protocol: '0.1', meta };
      socket.send(JSON.stringify({ ...frame, client_nonce: Buffer.alloc(32).toString('base64') }));
      await page.getByText('A connection was refused:').waitFor();
      await page.getByText('It named itself mums-laptop.').waitFor();
    }),
    PATIENCE_MS,
  );
});
