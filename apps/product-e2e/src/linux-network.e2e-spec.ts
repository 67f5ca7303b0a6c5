import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '@kenny/testing';
import type { Browser, Page } from 'playwright-core';
import { generate } from 'selfsigned';
import { Api } from './harness/api.js';
import { describeInBrowser, keepPicture, logIn, openBrowser } from './harness/browser.js';
import { eventually } from './harness/eventually.js';
import { SERVER_PROGRAM } from './harness/installation.js';
import { linuxPackageIsThere, PACKAGE_MS } from './harness/linux-package.js';
import { Pc } from './harness/pc.js';
import type { Program } from './harness/program.js';
import { hasCount } from './harness/seen.js';
import { TwoNetworks, whyNoNetworks } from './harness/two-networks.js';
import { aWorld } from './harness/world.js';

/**
 * The second PC of a fleet: on another machine, with one cable to the server and nothing else. What
 * the page shows is typed there. Then what goes wrong in a home: no way there, a clock that is wrong,
 * somebody else who answers.
 */
const reason = whyNoNetworks();
if (reason !== undefined)
  process.stdout.write(`\nNot tested: a PC on another network: ${reason}.\n`);

const PORT = 8787;
/** Until a lost connection is noticed, and the longest wait between two attempts. */
const BACK_MS = 150_000;
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
/** As of a PC whose battery for the clock is empty. */
const OLD_CLOCK = `LD_PRELOAD=${FAKETIME} FAKETIME=-3000d`;
/** Answers everything, with a certificate of its own, by what would be run. */
const STRANGER = `
  const { readFileSync } = require('node:fs');
  const [port, address] = process.argv.slice(1);
  const pair = { cert: readFileSync('cert.pem'), key: readFileSync('key.pem') };
  require('node:https')
    .createServer(pair, (_, answer) => answer.end('touch /tmp/taken-in'))
    .listen(Number(port), address, () => console.log('the stranger is there'));`;

describeInBrowser('a PC on another network', (executable) => {
  (reason === undefined ? describe : describe.skip)('with one cable to the server', () => {
    const world = aWorld();
    const api = new Api(`http://127.0.0.1:${PORT}`, `kny_${randomBytes(24).toString('hex')}`);
    let networks: TwoNetworks;
    let pc: Pc;
    let server: Program;
    let browser: Browser;
    let page: Page;
    /** The line of a PC that does not get so far. */
    let next = '';
    let noFaketime: string | undefined;

    beforeAll(async () => {
      await linuxPackageIsThere(world);

      networks = new TwoNetworks(world);
      noFaketime = existsSync(FAKETIME) ? undefined : installPackages('libfaketime');
      await startServer();
      pc = await Pc.start(world, 'pc', networks.pc);
      await pc.does('rm -f /usr/bin/node /usr/local/bin/node');
      browser = await openBrowser(networks.atServer(executable));
      page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    }, PACKAGE_MS + 60_000);
    afterAll(() => browser?.close());

    /** On the server's machine, as `npm start` leaves it: it listens on this computer alone. */
    async function startServer(): Promise<void> {
      server = world.start({
        ...networks.onServer([SERVER_PROGRAM, 'serve']),
        ...{ name: 'server', cwd: world.folder },
        env: {
          KENNY_DATA_DIR: join(world.folder, 'data'),
          KENNY_PORT: String(PORT),
          KENNY_OPERATOR_TOKEN: api.token,
        },
      });
      await server.says(/listening on/, 60_000);
    }

    /** On the page, as a person does. @returns the line to type */
    async function addPc(name: string, address: string, router?: string): Promise<string> {
      await page.goto(`${api.url}/settings/add`);
      await page.getByLabel('Name (can be changed later)').fill(name);
      await page.getByRole('radio', { name: /^Linux/ }).check();
      const place = router === undefined ? /In this house/ : /through your router/;
      await page.getByRole('radio', { name: place }).check();
      await page.getByText(/^Details: network and port \d+/).click();
      const own = page.getByRole('radio', { name: new RegExp(address) });
      // With a single address there is nothing to choose.
      if ((await own.count()) > 0) await own.check();
      if (router !== undefined) await page.getByLabel(/^The router’s name/).fill(router);
      await page.getByRole('button', { name: 'Add this PC' }).click();
      await page.getByText('Run this command on the PC').waitFor();
      const line = (await page.locator('code.line').first().textContent()) ?? '';
      // Root needs no sudo, and a bare PC has none.
      return line.replace(/ \| sudo sh$/, ' | sh');
    }

    it(
      'has no other way out than the cable',
      world.telling(async () => {
        const routes = await pc.does('ip route show table main');
        expect(routes.trim().split('\n')).toEqual([expect.stringMatching(/ dev lan0 /)]);
      }),
    );

    it(
      'is added by the line that the page shows, and the page turns green',
      world.telling(async () => {
        await logIn(page, api);
        const line = await addPc('Mum’s laptop', networks.serverAddress);
        expect(line).toContain(`https://${networks.serverAddress}:`);
        const { code, text } = await pc.run(line);
        expect([text, code]).toEqual([expect.stringMatching(/sees this PC as mums-laptop\n$/), 0]);
        await page.getByText(/laptop is connected/).waitFor();
        await keepPicture(page, 'network-green');
        next = await addPc('Dad’s PC', networks.serverAddress);
      }),
      120_000,
    );

    it(
      'is added in another house, through the router, once that forwards the port',
      world.telling(async () => {
        const house = networks.anotherHouse();
        const line = await addPc('Grandpa’s PC', house.homeAddress, house.routerAddress);
        await page.getByText(/203\.0\.113\.1 did not answer on port \d+ from here/).waitFor();
        const port = Number(/203\.0\.113\.1:(\d+)/.exec(line)?.[1]);
        await house.forward(port);
        const far = await Pc.start(world, 'far', house.pc);
        const { code, text } = await far.run(line);
        expect([text, code]).toEqual([expect.stringMatching(/sees this PC as grandpas-pc\n$/), 0]);
        await page.getByText(/PC is connected/).waitFor();
        // Once it forwards, nothing is to be said of it.
        await addPc('Uncle’s PC', house.homeAddress, house.routerAddress);
        await hasCount(page.getByText('did not answer'), 0);
      }),
      120_000,
    );

    it(
      'says that there is no way to the server while the cable is out, and is back with it',
      world.telling(async () => {
        networks.cable('down');
        expect((await pc.run(next)).text).toMatch(
          /^curl: \(7\) Failed to connect to 198\.51\.100\.1/,
        );
        await page.goto(`${api.url}/fleet/mums-laptop`);
        await page.getByText('Offline').first().waitFor({ timeout: BACK_MS });
        await saysWhy(/last end +there is no way from here to the server/);
        networks.cable('up');
        await saysWhy(/connected +yes/);
        await page.getByText('Connected', { exact: true }).waitFor();
      }),
      3 * BACK_MS,
    );

    it(
      'asks for its clock where that says that the certificate is not valid yet',
      world.telling(async () => {
        if (noFaketime !== undefined) {
          return void console.log(`a wrong clock was not tried: ${noFaketime}`);
        }
        const { code, text } = await pc.run(`export ${OLD_CLOCK}; ${next}`);
        expect(code).not.toBe(0);
        expect(text).toMatch(/certificate is not yet valid/);
        expect(text).toMatch(/the package cannot be fetched: .+ This PC's clock says .+20\d\d/);
      }),
      60_000,
    );

    it(
      'is not taken in by somebody else who answers in the place of the server',
      world.telling(async () => {
        const door = Number(/:(\d+)\//.exec(next)?.[1]);
        await server.stop();
        const pem = await generate([{ name: 'commonName', value: networks.serverAddress }]);
        const folder = world.makeFolder('stranger');
        writeFileSync(join(folder, 'cert.pem'), pem.cert);
        writeFileSync(join(folder, 'key.pem'), pem.private);
        const stranger = world.start({
          ...networks.onServer(['-e', STRANGER, String(door), networks.serverAddress]),
          ...{ name: 'stranger', cwd: folder },
        });
        await stranger.says(/is there/);
        expect((await pc.run(next)).text).toMatch(/public key does not match pinned public key/);
        expect((await pc.run('cat /tmp/taken-in')).code).not.toBe(0);
        await saysWhy(/last end +what answers there has a certificate that this PC does not know/);
        await stranger.stop();
        await startServer();
        await saysWhy(/connected +yes/);
      }),
      3 * BACK_MS,
    );

    /** What somebody reads who asks the PC itself. */
    const saysWhy = (words: RegExp) =>
      eventually(
        `the PC says ${String(words)}`,
        async () => {
          const said = await pc.does('kenny-agent status');
          if (!words.test(said)) throw new Error(said);
          return true;
        },
        BACK_MS,
      );
  });
});
