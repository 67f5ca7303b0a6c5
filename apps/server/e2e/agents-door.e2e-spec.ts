import {
  AGENT_SOCKET_PATH,
  API_PATHS,
  CLOSE_CODES,
  releaseManifestUrl,
  SERVER_FILES,
  WS_PATH,
  type ApprovalAnswer,
  type CreatedToken,
  type EnrollmentIssued,
  type InstallerIssued,
  type NetworkView,
} from '@kenny/contract';
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { get } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WebSocket } from 'ws';
import { PACKAGES_FOLDER, type PackagesFolder } from '../src/distribution/index.js';
import { AGAIN_MS } from '../src/network/agents-door.js';
import { ownAddresses } from '../src/network/own-addresses.js';
import { FakeClock } from '@kenny/testing';
import { aPackage } from '../test/a-package.js';
import { aRelease, publish } from '../test/a-release.js';
import { AServer } from '../test/a-server.js';
import { freePort } from '../test/free-port.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
/** Nobody is there (RFC 1112, 4), which is known at once. */
const ROUTER = '240.0.0.9';
const OLD = { os: 'windows', version: '0.1.0', arch: 'x86_64' } as const;
const all = ownAddresses().map(({ address }) => address);
const own = all.find((address) => address.includes('.'));
/** Any other one: of IPv6 where this machine has a single one of IPv4. */
const second = all.find((address) => address !== own);
const onNetwork = own === undefined ? describe.skip : describe;
if (own === undefined)
  console.log('No tests of the door for agents: this machine is on no network.');

onNetwork('the door for agents of a server that listens on its own machine only', () => {
  const address = own ?? '';
  let dataDir: string;
  let server: AServer;
  let port: number;

  beforeEach(async () => {
    [dataDir, port] = [newDir(), await freePort()];
    server = await AServer.start({ dataDir });
  });
  afterEach(() => server.stop());

  const view = async () => (await server.http<NetworkView>('GET', API_PATHS.serverNetwork)).body;
  const open = (body: object = {}, token?: string) =>
    server.http<NetworkView>('PUT', API_PATHS.serverNetwork, { address, port, ...body }, token);
  const installer = async (more: object = {}) => {
    await aPackage(server.app.get<PackagesFolder>(PACKAGES_FOLDER), 'a package');
    await server.http('POST', API_PATHS.agents, { agent_id: 'mum' });
    const path = API_PATHS.agentInstaller('mum');
    return (await server.http<InstallerIssued>('POST', path, { os: 'linux', ...more })).body;
  };
  const authority = async () => (await view()).authority ?? '';
  const connected = (id: string, ca: string) =>
    server.connected(id, { meta: OLD, url: `wss://${address}:${port}${AGENT_SOCKET_PATH}`, ca });
  const updateOf = async (id: string) => {
    const { body } = await server.http<ApprovalAnswer>('POST', API_PATHS.agentUpdate(id), {});
    return String(body.approval.args['url']);
  };

  /** Of a path at the door, with the token of an admin: none of it counts there. */
  function status(path: string, ca: string, at = port): Promise<number> {
    const headers = { authorization: `Bearer ${server.admin}` };
    return new Promise((resolve, reject) => {
      get({ host: address, port: at, path, ca, headers, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      }).on('error', reject);
    });
  }

  it('is closed until an admin opens it, and then is where PCs are told to connect', async () => {
    expect(await view()).toMatchObject({
      ...{
        reachable: false,
        door: null,
        agent_url: expect.stringMatching(/^ws:..127\./) as string,
      },
      addresses: expect.arrayContaining([expect.objectContaining({ address })]) as unknown[],
    });
    const opened = await open();
    expect(opened).toMatchObject({
      ...{ status: 200 },
      body: {
        ...{ reachable: true, agent_url: `wss://${address}:${port}${AGENT_SOCKET_PATH}` },
        door: { address, port, open: true, problem: null },
      },
    });
    const [row] = await server.audit('kind=setting');
    expect(row).toMatchObject({ target: 'address for other PCs', args: { action: 'open', port } });
    const file = join(dataDir, SERVER_FILES.network);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(opened.body)).not.toContain('PRIVATE KEY');
    expect(readFileSync(file, 'utf8')).toContain('PRIVATE KEY');
  });

  it('serves agents, with a certificate that only they trust, and nobody else', async () => {
    await open();
    const ca = await authority();
    await expect(status(API_PATHS.healthz, '')).rejects.toThrow(/certificate/);
    expect(await status(API_PATHS.healthz, ca)).toBe(200);
    const others = ['/', '/login', '/today', API_PATHS.fleet, API_PATHS.me, '/mcp', '/api/docs'];
    others.push('/d/../api/fleet', '/healthz/', '//api/fleet', '/d/x/../../api/fleet', '/x.js');
    for (const path of others) expect([path, await status(path, ca)]).toEqual([path, 404]);
    const url = `wss://${address}:${port}`;
    const refused = new WebSocket(url + WS_PATH, { ca });
    expect(await new Promise((resolve) => refused.on('error', resolve))).toMatchObject({
      message: expect.stringContaining('404') as string,
    });
    const socket = new WebSocket(url + AGENT_SOCKET_PATH, { ca });
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    socket.send('{"type":"nothing"}');
    expect(await closed).toBe(CLOSE_CODES.protocol);
  });

  it('is what installers are fetched from, and what they bring along', async () => {
    await open();
    const body = await installer();
    expect(body.url).toMatch(new RegExp(`^https://${address}:${port}/d/`));
    expect(await status(new URL(body.short_url).pathname, await authority())).toBe(200);
    // As it is typed on the PC, but for running what comes.
    const fetching = body.command.replace('| sudo sh', '');
    const stdout = await run('sh', ['-c', fetching]);
    expect(stdout).toContain(`wss://${address}:${port}${AGENT_SOCKET_PATH}`);
    expect(stdout.replace(/\s/g, '')).toContain((await authority()).trim().split('\n')[1] ?? '?');
  });

  it('lets the form of the page behind an installer link be sent there', async () => {
    await open();
    const body = await installer();
    const { origin } = new URL(body.url);
    const sent = ['-fsSk', '-X', 'POST', '-H', `Origin: ${origin}`, body.url];
    expect(await run('curl', sent)).toContain(`wss://${address}:${port}`);
  });

  it('is open again after a restart, for the PCs that know its authority', async () => {
    await open();
    const ca = await authority();
    await server.stop();
    server = await AServer.start({ dataDir });
    expect(await status(API_PATHS.healthz, ca)).toBe(200);
    const next = await freePort();
    expect((await open({ port: next })).status).toBe(200);
    expect(await status(API_PATHS.healthz, ca, next)).toBe(200);
    await expect(status(API_PATHS.healthz, ca)).rejects.toThrow(/ECONNREFUSED/);
  });

  const withTwo = second === undefined ? it.skip : it;
  withTwo(
    'stays open at the addresses that PCs were told before, until an admin closes one',
    async () => {
      await open();
      const ca = await authority();
      const other = { address: second, port: await freePort() };
      const moved = await open(other);
      const [told, earlier] = [
        { ...other, open: true },
        { address, port, open: true },
      ];
      expect(moved.body).toMatchObject({ reachable: true, door: told, earlier: [earlier] });
      expect(await status(API_PATHS.healthz, ca)).toBe(200);
      await publish(server, aRelease());
      await connected('dials-the-first', ca);
      expect(await updateOf('dials-the-first')).toMatch(`https://${address}:${port}/`);

      await server.stop();
      server = await AServer.start({ dataDir });
      expect(await view()).toMatchObject({ door: told, earlier: [earlier] });
      expect(await status(API_PATHS.healthz, ca)).toBe(200);
      const close = (which: string) =>
        server.http<NetworkView>('DELETE', `${API_PATHS.serverNetwork}?address=${which}`);
      expect((await close('198.51.100.7')).status).toBe(404);
      const left = await close(String(second));
      expect(left.body).toMatchObject({ reachable: true, door: earlier, earlier: [] });
      expect(await status(API_PATHS.healthz, ca)).toBe(200);
      expect((await close(address)).body).toMatchObject({ door: null, earlier: [] });
      await expect(status(API_PATHS.healthz, ca)).rejects.toThrow(/ECONNREFUSED/);
    },
  );

  it('is told again at an address without a break for the PCs that are there', async () => {
    await open();
    await server.connected('stays', {
      ...{ meta: OLD, url: `wss://${address}:${port}${AGENT_SOCKET_PATH}`, ca: await authority() },
    });
    const router = { address: ROUTER, behind_router: address, port: await freePort() };
    await open(router);
    const again = await open();
    const earlier = [expect.objectContaining({ address: ROUTER })];
    expect(again.body).toMatchObject({ door: { address, port }, earlier });
    expect(await server.http('GET', API_PATHS.agent('stays'))).toMatchObject({
      body: { online: true },
    });
  });

  describe('behind a router', () => {
    /** What an agent there says that it dialled. */
    const dialled = async (at: number, ca: string) => {
      const url = `wss://${address}:${at}${AGENT_SOCKET_PATH}`;
      const headers = { host: `${ROUTER}:${at}` };
      await server.connected('elsewhere', { meta: OLD, url, ca, headers });
    };

    it('has the router’s name for PCs, and says that it was not reached through it', async () => {
      await open();
      const shared = await open({ address: ROUTER, behind_router: address });
      expect(JSON.stringify([shared.status, shared.body])).toMatch(/^\[409,.*Choose another port/);
      const at = await freePort();
      const opened = await open({
        ...{ address: ROUTER, behind_router: address, port: at },
      });
      expect(opened.body).toMatchObject({
        ...{ reachable: true, agent_url: `wss://${ROUTER}:${at}${AGENT_SOCKET_PATH}` },
        door: {
          ...{ address: ROUTER, behind_router: address, port: at, open: true },
          problem: expect.stringContaining('did not answer') as string,
        },
      });
      const ca = await authority();
      expect((await installer()).url).toMatch(new RegExp(`^https://${ROUTER}:${at}/d/`));
      await publish(server, aRelease());
      await dialled(at, ca);
      expect(await updateOf('elsewhere')).toMatch(`https://${ROUTER}:${at}/`);

      await server.stop();
      server = await AServer.start({ dataDir });
      expect((await view()).door).toMatchObject({ address: ROUTER, open: true });
      expect(await status(API_PATHS.healthz, ca, at)).toBe(200);
    });

    it('leads an installer to the address that its link is opened at', async () => {
      await open();
      const { url, command } = await installer();
      const at = await freePort();
      await open({ address: ROUTER, behind_router: address, port: at });
      const inside = await run('sh', ['-c', command.replace('| sudo sh', '')]);
      expect(inside).toContain(`wss://${address}:${port}${AGENT_SOCKET_PATH}`);
      expect(inside).not.toContain(ROUTER);
      const through = new URL(`${new URL(url).pathname}/install.sh`, `https://${ROUTER}:${at}`);
      const resolved = ['-fsSk', '--connect-to', `${ROUTER}:${at}:${address}:${at}`, through.href];
      expect(await run('curl', resolved)).toContain(`wss://${ROUTER}:${at}${AGENT_SOCKET_PATH}`);
    });

    it('does not take what is no name of a router, and listens at nothing but our own', async () => {
      const names = [
        'localhost',
        '127.0.0.1',
        'router',
        'a_b.example',
        '-x.example',
        'x.example/d',
      ];
      for (const name of [...names, '', address]) {
        const refused = await open({ address: name, behind_router: address });
        expect([name, refused.status]).toEqual([name, 400]);
      }
      expect((await open({ address: ROUTER, behind_router: '198.51.100.7' })).status).toBe(400);
      expect((await view()).door).toBeNull();
      // Known nowhere (RFC 6761); without a resolver that is not known either.
      const unknown = await open({ address: 'family.invalid', behind_router: address });
      expect(JSON.stringify(unknown.body)).toMatch(/does not know the name|did not answer/);
    });
  });

  it('opens by itself once what is in its way is gone', async () => {
    await open();
    const ca = await authority();
    await server.stop();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(port, address, resolve));
    const clock = new FakeClock();
    server = await AServer.start({ dataDir, clock });
    expect((await view()).door).toMatchObject({ open: false });
    await new Promise((resolve) => taken.close(resolve));
    clock.advance(AGAIN_MS);
    const opened = async (): Promise<NetworkView> => {
      const now = await view();
      return now.door?.open ? now : opened();
    };
    expect((await opened()).door).toMatchObject({ problem: null });
    expect(await status(API_PATHS.healthz, ca)).toBe(200);
  });

  it('is where PCs that dial it are updated from, and others are not', async () => {
    await open();
    const ca = await authority();
    await publish(server, aRelease());
    await connected('dials-it', ca);
    await server.connected('on-this-machine', { meta: OLD });
    const url = await updateOf('dials-it');
    expect(url).toMatch(`https://${address}:${port}/`);
    for (const file of [url, releaseManifestUrl(url)])
      expect(await status(new URL(file).pathname, ca)).toBe(200);
    expect(await updateOf('on-this-machine')).toMatch('http://127.0.0.1:');
  });

  it('stays for the PCs it has when the server is configured to be reached elsewhere', async () => {
    await open();
    const ca = await authority();
    await server.stop();
    server = await AServer.start({ dataDir, env: { KENNY_PUBLIC_URL: 'https://kenny.example' } });
    expect(await view()).toMatchObject({
      ...{ agent_url: `wss://kenny.example${AGENT_SOCKET_PATH}`, reachable: true },
      ...{ authority: null, door: { open: true } },
    });
    expect((await installer()).url).toMatch(/^https:..kenny\.example\/d\//);
    await publish(server, aRelease());
    await connected('dials-it', ca);
    await server.connected('dials-the-name', { meta: OLD, headers: { host: 'kenny.example' } });
    expect(await updateOf('dials-it')).toMatch(`https://${address}:${port}/`);
    expect(await updateOf('dials-the-name')).toMatch('https://kenny.example/');
  });

  it('is for single PCs where the server is reachable as it was configured', async () => {
    await server.stop();
    server = await AServer.start({ dataDir, env: { KENNY_PUBLIC_URL: 'https://kenny.example' } });
    expect((await open()).body).toMatchObject({
      ...{ agent_url: `wss://kenny.example${AGENT_SOCKET_PATH}`, door: { address } },
    });
    const at = `${address}:${port}`;
    const there = await installer({ at });
    expect(there.authority).toContain('BEGIN CERTIFICATE');
    expect(there.url).toMatch(`https://${at}/d/`);
    const usual = await installer();
    expect([usual.url.startsWith('https://kenny.example/d/'), usual.authority]).toEqual([
      true,
      null,
    ]);
    const byHand = { agent_id: 'dad', at };
    const { body } = await server.http<EnrollmentIssued>('POST', API_PATHS.agents, byHand);
    expect(body.server_url).toBe(`wss://${at}${AGENT_SOCKET_PATH}`);
    expect(body.install.linux).toContain(`wss://${at}${AGENT_SOCKET_PATH}`);
    const nowhere = { os: 'linux', at: '198.51.100.7:8443' };
    expect((await server.http('POST', API_PATHS.agentInstaller('mum'), nowhere)).status).toBe(400);
  });

  it('says in words why it cannot be opened, and leaves the one that is open', async () => {
    await open();
    const ca = await authority();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, address, resolve));
    const busy = await open({ port: (taken.address() as AddressInfo).port });
    expect(busy.status).toBe(409);
    expect(JSON.stringify(busy.body)).toContain('in use by another program');
    taken.close();
    expect((await open({ address: '198.51.100.7' })).status).toBe(400);
    expect((await open({ port: 0 })).status).toBe(400);
    expect(await status(API_PATHS.healthz, ca)).toBe(200);
    expect((await view()).door).toMatchObject({ address, port, open: true });
  });

  it('says at a start that its port is taken, and the server runs', async () => {
    await open();
    await server.stop();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(port, address, resolve));
    server = await AServer.start({ dataDir });
    taken.close();
    expect((await view()).door).toMatchObject({
      ...{ open: false, problem: expect.stringContaining('in use by another program') as string },
    });
    expect((await open()).body.door).toMatchObject({ open: true, problem: null });
  });

  it('is closed by an admin, and opened by nobody else', async () => {
    const created = await server.http<CreatedToken>('POST', API_PATHS.tokens, {
      ...{ operator: { id: 'bo' }, name: 'test', scope: 'operator' },
    });
    expect((await open({}, created.body.token)).status).toBe(403);
    expect((await server.http('DELETE', API_PATHS.serverNetwork)).status).toBe(404);
    await open();
    const ca = await authority();
    const closed = await server.http<NetworkView>('DELETE', API_PATHS.serverNetwork);
    expect(closed.body).toMatchObject({ reachable: false, door: null });
    await expect(status(API_PATHS.healthz, ca)).rejects.toThrow(/ECONNREFUSED/);
  });
});

async function run(program: string, args: string[]): Promise<string> {
  return (await promisify(execFile)(program, args)).stdout;
}
