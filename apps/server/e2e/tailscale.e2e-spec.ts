import {
  API_PATHS,
  EXIT_CODES,
  SERVER_FILES,
  type AuditList,
  type CreatedToken,
  type ExitCode,
  type ServerFacts,
  type TailscaleTurned,
  type TailscaleView,
} from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import { FakeTailscale, TAILSCALE_DENIES, TailscaleWords } from '@kenny/testing';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Invocation } from '../src/cli/invocation.js';
import { serve } from '../src/cli/local/serve.js';
import { startServer } from '../src/server.js';
import { AServer } from '../test/a-server.js';
import { CliWorld } from '../test/cli-world.js';
import { databaseEnv } from '../test/database-in.js';
import { freePort } from '../test/free-port.js';
import { ABrowser } from '../test/push-world.js';
import { NO_MODEL_SERVICE } from '../test/settings-world.js';
import { tempDirs } from '../test/temp-dir.js';

/** Other devices reach kenny by a button (ADR 0108). */

const newDir = tempDirs();
const NAME = 'kenny-pc.tail1234.ts.net';
const ADDRESS = `https://${NAME}`;
const PATH = API_PATHS.serverTailscale;

let dataDir: string;
let port: number;
let words: TailscaleWords;
let tailscale: FakeTailscale;
const env = () => ({ KENNY_PORT: String(port), PATH: tailscale.folder });

beforeEach(async () => {
  [dataDir, port] = [newDir(), await freePort()];
  words = new TailscaleWords(NAME, port);
  tailscale = new FakeTailscale(newDir());
});

describe('an admin who wants kenny on their phone', () => {
  let server: AServer;
  const start = async (more: Record<string, string> = {}) => {
    server = await AServer.start({ dataDir, env: { ...env(), ...more } });
  };
  afterEach(() => server.stop());
  const view = async () => (await server.http<TailscaleView>('GET', PATH)).body;
  const press = (method: 'POST' | 'DELETE' = 'POST') => server.http<TailscaleTurned>(method, PATH);
  const kept = () => existsSync(join(dataDir, SERVER_FILES.address));

  it('is told that Tailscale is not installed, and the one line that installs it', async () => {
    await start();
    expect(await view()).toMatchObject({
      ...{ state: 'not_installed', on: false, blocked: null, address: null },
      command: expect.stringContaining('install.sh') as string,
    });
    expect(await press()).toMatchObject({ status: 409 });
    expect(kept()).toBe(false);
  });

  it('presses once: Tailscale leads here, the address is kept, and kenny starts again', async () => {
    tailscale.says(words.ready());
    await start();
    expect(await view()).toMatchObject({ state: 'ready', address: ADDRESS, on: false });
    const restarting = new Promise((resolve) =>
      server.restart.addEventListener('abort', resolve, { once: true }),
    );
    const { status, body } = await press();
    expect(status).toBe(200);
    expect(body).toMatchObject({ restarts: true, link: null, view: { state: 'shared', on: true } });
    await restarting;
    const look = [words.status, words.config];
    expect(tailscale.asked()).toEqual([...look, ...look, words.share]);
    const [row] = await server.audit('kind=setting');
    expect(row).toMatchObject({ target: 'tailscale', args: { action: 'on', address: ADDRESS } });
    // A second press changes nothing that is there.
    expect(await press()).toMatchObject({ status: 200, body: { restarts: true } });
    expect(tailscale.asked()).not.toContain(words.share);
  });

  it('has a link for the browser that asked, which is logged in at one address', async () => {
    tailscale.says(words.ready());
    await start();
    const browser = await ABrowser.logIn(server);
    const { body } = await browser.http<TailscaleTurned>('POST', PATH);
    expect(body.link).toMatch(new RegExp(`^${ADDRESS}/join#`));
  });

  it('is not needed a second time when kenny has its address', async () => {
    tailscale.says(words.ready());
    await start();
    await press();
    await server.stop();
    await start();
    expect((await server.http<ServerFacts>('GET', API_PATHS.server)).body.public_url).toBe(ADDRESS);
    expect(await view()).toMatchObject({ state: 'shared', on: true, public_url: ADDRESS });
    expect(await press()).toMatchObject({ status: 200, body: { restarts: false } });
    expect(server.restart.aborted).toBe(false);
  });

  it('pastes a line where Tailscale wants an administrator, and then it goes on', async () => {
    tailscale.says({ ...words.ready(), [words.share]: TAILSCALE_DENIES });
    await start();
    expect(await press()).toMatchObject({
      status: 200,
      body: {
        ...{ restarts: false },
        view: { state: 'needs_rights', command: `sudo tailscale ${words.share}`, on: false },
      },
    });
    expect(kept()).toBe(false);
    tailscale.nowSays({ [words.config]: words.shares() });
    expect(await view()).toMatchObject({ state: 'shared', on: false });
    expect(await press()).toMatchObject({ status: 200, body: { restarts: true } });
  });

  it('opens a page where Tailscale asks for consent first', async () => {
    const open = 'https://login.tailscale.com/f/serve?node=n1';
    tailscale.says({
      ...words.ready(),
      [words.share]: { stdout: `To enable, visit:\n\n ${open}\n`, hangs: true },
    });
    await start();
    expect((await press()).body).toMatchObject({
      ...{ restarts: false, view: { state: 'needs_consent', open } },
    });
    expect(kept()).toBe(false);
  });

  it('is not let where somebody else is shown under that name', async () => {
    tailscale.says({
      ...words.ready(),
      [words.config]: words.shares({ '/': { Proxy: 'http://127.0.0.1:1' } }),
    });
    await start();
    expect(await view()).toMatchObject({ state: 'shares_other' });
    expect((await press()).status).toBe(409);
    expect(tailscale.asked()).not.toContain(words.share);
  });

  it.each([
    ['demo', { KENNY_DEMO: '1' }, []],
    ['container', { KENNY_RUNS_AS: 'container' }, []],
    ['address', { KENNY_PUBLIC_URL: 'https://kenny.example' }, ['KENNY_PUBLIC_URL']],
  ])('sees how it would go and cannot press: %s', async (blocked, more, variables) => {
    tailscale.says(words.ready());
    await start(more);
    expect(await view()).toMatchObject({ blocked, variables, state: 'ready' });
    expect((await press()).status).toBe(409);
    expect(kept()).toBe(false);
    expect(tailscale.asked()).not.toContain(words.share);
    const [row] = await server.audit('kind=setting');
    expect(row).toMatchObject({ target: 'tailscale', ok: false, code: 'conflict' });
  });

  it('turns it off again, and Tailscale leads nowhere any more', async () => {
    tailscale.says(words.ready());
    await start();
    expect(await press('DELETE')).toMatchObject({ status: 404 });
    await press();
    await server.stop();
    await start();
    const restarting = new Promise((resolve) =>
      server.restart.addEventListener('abort', resolve, { once: true }),
    );
    expect(await press('DELETE')).toMatchObject({
      ...{ status: 200, body: { restarts: true, view: { on: false } } },
    });
    await restarting;
    expect(tailscale.asked()).toContain(words.unshare);
    expect(kept()).toBe(false);
    const [row] = await server.audit('kind=setting');
    expect(row).toMatchObject({ target: 'tailscale', args: { action: 'off' }, ok: true });
  });

  it('reaches all PCs and is an admin: nobody else may', async () => {
    tailscale.says(words.ready());
    await start();
    const asked = async (rights: object) => {
      const body = { operator: { id: 'ben' }, name: 'desk', ...rights };
      const { token } = (await server.http<CreatedToken>('POST', API_PATHS.tokens, body)).body;
      return (await server.http('POST', PATH, undefined, token)).status;
    };
    expect(await asked({ scope: 'operator' })).toBe(403);
    expect(await asked({ scope: 'admin', agents: ['pc1'] })).toBe(403);
    expect(tailscale.asked()).toEqual([]);
  });
});

it('ends the server with the code that starts it again, under its new address', async () => {
  tailscale.says(words.ready());
  const admin = `kny_${randomBytes(24).toString('hex')}`;
  const settings = {
    ...{ KENNY_DATA_DIR: dataDir, KENNY_OPERATOR_TOKEN: admin, KENNY_LOG_LEVEL: 'error' },
    ...{ KENNY_BACKUP_EVERY: 'off', ANTHROPIC_BASE_URL: NO_MODEL_SERVICE },
    ...databaseEnv(dataDir),
    ...env(),
  };
  const served = async (): Promise<[CliWorld, Promise<ExitCode>]> => {
    const world = new CliWorld(newDir(), systemClock);
    world.env = settings;
    const parts = { start: startServer, channel: undefined };
    const exit = serve(new Invocation(world.io(), {}), parts);
    await Promise.race([world.out.said('kenny is listening on '), exit]);
    return [world, exit];
  };
  const ask = async (method: string, path: string) => {
    const headers = { authorization: `Bearer ${admin}` };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
    return (await response.json()) as object;
  };
  const [, exit] = await served();
  expect(await ask('POST', PATH)).toMatchObject({ restarts: true });
  expect(await exit).toBe(EXIT_CODES.restart);
  const [world, end] = await served();
  expect(await ask('GET', API_PATHS.server)).toMatchObject({ public_url: ADDRESS });
  const { items } = (await ask('GET', '/api/audit?kind=setting')) as AuditList;
  expect(items[0]).toMatchObject({ target: 'tailscale', ok: true });
  world.stopping.abort();
  await end;
});
