import {
  API_PATHS,
  SERVER_FILES,
  type ServerFacts,
  type TailscaleTurned,
  type TailscaleView,
} from '@kenny/contract';
import { ADDRESS_FAULT_POINTS } from '@kenny/kernel';
import { FakeTailscale, TailscaleWords } from '@kenny/testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { Api } from './harness/api.js';
import { describeInBrowser, logIn, openBrowser } from './harness/browser.js';
import { eventually } from './harness/eventually.js';
import { forEverybody } from './harness/for-everybody.js';
import { SERVER_PROGRAM } from './harness/installation.js';
import type { Program } from './harness/program.js';
import { aWorld, freePort, WORKSPACE } from './harness/world.js';

/** Other devices reach kenny by a button on a page (ADR 0108), with a `tailscale` that answers as the real one does. */
const world = aWorld();
const NAME = 'kenny-pc.tail1234.ts.net';
const ADDRESS = `https://${NAME}`;
const BUILD_MS = 120_000;

let port: number;
let dataDir: string;
let tailscale: FakeTailscale;
let words: TailscaleWords;

async function prepare(name: string): Promise<void> {
  port = await freePort();
  dataDir = join(world.makeFolder(name), 'data');
  words = new TailscaleWords(NAME, port);
  tailscale = new FakeTailscale(world.makeFolder(`${name}/bin`));
}

const env = () => ({
  ...{ KENNY_DATA_DIR: dataDir, KENNY_PORT: String(port) },
  PATH: [tailscale.folder, process.env['PATH']].join(delimiter),
});

function apiOf(): Api {
  const token = readFileSync(join(dataDir, SERVER_FILES.firstToken), 'utf8').trim();
  return new Api(`http://127.0.0.1:${port}`, token);
}

const publicUrl = async (api: Api) =>
  (await api.get<ServerFacts>(API_PATHS.server)).body.public_url;

describeInBrowser('the page for other devices, at what npm start starts', (executable) => {
  let browser: Browser;
  let page: Page;
  let program: Program;
  let api: Api;

  beforeAll(async () => {
    await prepare('button');
    const args = ['tools/run/start.mjs'];
    program = world.start({ name: 'npm start', args, cwd: WORKSPACE, env: env() });
    await program.says(/Ctrl\+C/, BUILD_MS);
    api = apiOf();
    browser = await openBrowser(executable);
    page = await browser.newPage();
    await logIn(page, api);
  }, BUILD_MS + 30_000);
  afterAll(() => browser?.close());

  it(
    'goes on by itself while Tailscale is installed and set up',
    world.telling(async () => {
      await page.goto(`${api.url}/settings/devices`);
      await page.getByRole('link', { name: 'Get Tailscale, and log in' }).waitFor();
      await page.getByText('Or with one line in a terminal').click();
      await page.getByText(/^curl .*install\.sh/).waitFor();
      await forEverybody(page, 'devices-not-installed');
      tailscale.says({ ...words.ready(), [words.status]: words.is({ CertDomains: null }) });
      await page.getByText(/HTTPS Certificates/).waitFor();
      tailscale.nowSays({ [words.status]: words.is() });
      await page.getByRole('button', { name: 'Turn on' }).waitFor();
      await forEverybody(page, 'devices-ready');
    }),
    60_000,
  );

  it(
    'starts kenny again under its new address with one press, and leads the browser there',
    world.telling(async () => {
      // Nobody here has that name: where the page leads is seen, and goes no further.
      const led = page.waitForRequest((request) => request.url().startsWith(ADDRESS));
      await page.route(`${ADDRESS}/**`, (route) => route.abort());
      await page.getByRole('button', { name: 'Turn on' }).click();
      expect(new URL((await led).url()).searchParams.get('to')).toBe('/settings/devices');
      await program.says(new RegExp(`kenny is restarting[^]*Open\\s+${ADDRESS}`));
      expect(await publicUrl(api)).toBe(ADDRESS);
      expect((await api.get<TailscaleView>(API_PATHS.serverTailscale)).body.state).toBe('shared');
      expect(tailscale.asked()).toContain(words.share);
    }),
    90_000,
  );

  it(
    'is also opened on its own computer, with the address for the phone, and turned off there',
    world.telling(async () => {
      await page.goto(`${api.url}/login`);
      await logIn(page, api);
      await page.goto(`${api.url}/settings/devices`);
      await page.getByRole('img', { name: 'kenny’s address as a QR code' }).waitFor();
      await page.getByText(ADDRESS).first().waitFor();
      await forEverybody(page, 'devices-on');
      await page.getByRole('button', { name: 'Turn off…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
      // This browser is logged in at the old address still.
      await page.getByRole('button', { name: 'Turn on' }).waitFor();
      expect(await publicUrl(api)).toBe(api.url);
      expect(tailscale.asked()).toContain(words.unshare);
      program.interrupt();
      expect((await program.ended()).code).toBe(0);
    }),
    90_000,
  );
});

describe('a server that is killed while it is turned on', () => {
  const hook = join(WORKSPACE, 'apps/product-e2e/hooks/kill-at-fault-point.mjs');

  it.each(ADDRESS_FAULT_POINTS)(
    'is there after it, and needs one press more at most: %s',
    world.telling(async (point: string) => {
      await prepare(point);
      tailscale.says(words.ready());
      const armed = world.makeFolder(`${point}/armed`);
      const serve = () =>
        world.start({
          name: 'server',
          args: ['--import', hook, SERVER_PROGRAM, 'serve'],
          cwd: world.folder,
          env: { ...env(), ARMED_FAULTS: armed },
        });
      const first = serve();
      await first.says(/listening on/);
      writeFileSync(join(armed, point), '');
      const api = apiOf();
      await expect(api.post(API_PATHS.serverTailscale, {})).rejects.toThrow('fetch failed');
      expect((await first.ended()).signal).toBe('SIGKILL');
      const second = serve();
      await second.says(/listening on/);
      const kept = point === 'server.address_kept';
      expect(await publicUrl(api)).toBe(kept ? ADDRESS : api.url);
      const { body } = await api.post<TailscaleTurned>(API_PATHS.serverTailscale, {});
      expect(body).toMatchObject({ restarts: !kept, view: { state: 'shared', on: true } });
      if (kept) await second.stop();
      else await eventually('it ends to be started again', () => second.ended());
    }),
    90_000,
  );
});
