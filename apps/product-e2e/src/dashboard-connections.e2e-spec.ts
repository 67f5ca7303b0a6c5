import { MCP_PATH } from '@kenny/contract';
import { unzip } from '@kenny/testing';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, logIn, openBrowser } from './harness/browser.js';
import { aViewer, anOperator, forEverybody } from './harness/for-everybody.js';
import { Installation } from './harness/installation.js';
import { MCP_CLIENTS } from './harness/mcp-clients.js';
import { aWorld, WORKSPACE } from './harness/world.js';

const world = aWorld();

interface DesktopConfig {
  mcpServers: { kenny: { command: string; args: string[]; env: Record<string, string> } };
}

interface DesktopManifest {
  server: { mcp_config: { args: string[]; env: Record<string, string> } };
}

/** A client that has started that program, as one on a desktop does. */
async function startedBy(
  name: string,
  args: string[],
  env: Record<string, string>,
): Promise<Client> {
  const client = new Client({ name, version: '3' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }),
  );
  return client;
}

describeInBrowser('connections in a real browser', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let firstToken = '';

  beforeAll(async () => {
    installation = await Installation.prepare(world, 'connections');
    await installation.startServer();
    browser = await openBrowser(executable);
    page = await browser.newPage();
    await logIn(page, installation.api);
    await page.goto(`${installation.api.url}/settings/connections`);
  });
  afterAll(() => browser?.close());

  const lines = async () => (await page.locator('code.line').textContent()) ?? '';
  const make = () => page.getByRole('button', { name: 'Create connection' }).click();

  it(
    'leads to the page that lets other devices reach this server, and to guides and back',
    world.telling(async () => {
      await page.getByRole('link', { name: 'Let other devices reach it' }).click();
      await page.getByRole('heading', { name: 'Phone and other devices' }).waitFor();
      await forEverybody(page, 'devices');
      await page.goto(`${installation.api.url}/guides/other-devices`);
      await page.getByRole('heading', { name: 'Reach kenny from your phone' }).waitFor();
      await forEverybody(page, 'guide');
      await page.goto(`${installation.api.url}/guides/install-server#choose-how-to-use-tls`);
      await page.locator('h2:focus', { hasText: 'Choose how to use TLS' }).waitFor();
      await page.goto(`${installation.api.url}/guides/nobody-wrote-it`);
      await page.getByRole('heading', { name: 'No such guide' }).waitFor();
      await page.goto(`${installation.api.url}/settings/connections`);
    }),
  );

  it(
    'turns green when a real client calls with the command that the page shows',
    world.telling(async () => {
      await page.getByText('No program is connected yet.').waitFor();
      await forEverybody(page, 'connections');
      await page.getByRole('radio', { name: 'Claude Code' }).check();
      await page.getByRole('radio', { name: 'Only look' }).check();
      await make();
      await page.getByText('Waiting for Claude Code').waitFor();
      await forEverybody(page, 'connections-waiting');
      const shown = /kenny (\S+) --header "Authorization: Bearer (kny_\S+)"$/.exec(await lines());
      const [, url = '', token = ''] = shown ?? [];
      firstToken = token;
      expect(url).toBe(installation.api.url + MCP_PATH);
      for (const [name, connect] of MCP_CLIENTS.filter(([name]) => name === 'SDK 1')) {
        const client = await connect(url, token, join(world.folder, name));
        await page.getByText('Claude Code is connected').waitFor({ timeout: 20_000 });
        await page.getByText(/^It called \d+ s ago\.$/).waitFor();
        await page.getByText('It calls itself product-e2e 1.').waitFor();
        await client.close();
      }
      await forEverybody(page, 'connections-green');
      await page.getByRole('button', { name: 'Done' }).click();
      await page.locator('code.line').waitFor({ state: 'detached' });
      expect(await page.content()).not.toContain(token);
    }),
    120_000,
  );

  it(
    'turns green with the file for Claude Desktop, started as it says, and the token of the page',
    world.telling(async () => {
      await page.getByRole('radio', { name: 'Claude Desktop' }).check();
      await make();
      await page.getByText('Waiting for Claude Desktop').waitFor();
      await forEverybody(page, 'connections-desktop');
      const begun = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).click();
      const saved = await begun;
      expect(saved.suggestedFilename()).toBe('kenny.mcpb');
      const folder = join(world.folder, 'installed');
      await mkdir(folder);
      for (const { name, content } of unzip(await readFile(await saved.path()))) {
        await writeFile(join(folder, name), content);
      }
      const token = (await page.locator('code.line').first().textContent()) ?? '';
      const settled = (text: string) =>
        text.replaceAll('${__dirname}', folder).replaceAll('${user_config.token}', token);
      const manifest = await readFile(join(folder, 'manifest.json'), 'utf8');
      const { args, env } = (JSON.parse(settled(manifest)) as DesktopManifest).server.mcp_config;
      const client = await startedBy('claude-desktop', args, env);
      await page.getByText('Claude Desktop is connected').waitFor({ timeout: 20_000 });
      await page.getByText(/^It calls itself claude-desktop/).waitFor();
      await client.close();
      await page.getByRole('button', { name: 'Done' }).click();
    }),
    120_000,
  );

  it(
    'turns green with the configuration of a desktop program, run as it stands',
    world.telling(async () => {
      await page.getByRole('radio', { name: 'Claude Desktop' }).check();
      await make();
      await page.getByText('Another way').click();
      const config = (await page.getByText('"mcpServers"').textContent()) ?? '';
      const { kenny } = (JSON.parse(config) as DesktopConfig).mcpServers;
      const [, bridge, ...args] = kenny.args;
      expect([kenny.command, bridge]).toEqual(['npx', 'mcp-remote']);
      // The bridge that npx would fetch, from here.
      const program = join(WORKSPACE, 'node_modules/mcp-remote/dist/proxy.js');
      const env = { ...kenny.env, MCP_REMOTE_CONFIG_DIR: join(world.folder, 'bridge') };
      const client = await startedBy('desktop', [program, ...args], env);
      await page.getByText('Claude Desktop is connected').waitFor({ timeout: 20_000 });
      await page.getByText(/^It calls itself desktop/).waitFor();
      await client.close();
      await page.getByRole('button', { name: 'Done' }).click();
    }),
    120_000,
  );

  it(
    'ends a connection: its client is out',
    world.telling(async () => {
      const row = page.getByRole('listitem').filter({ hasText: 'Claude Code of' });
      await row.getByText('product-e2e 1').waitFor();
      await row.getByRole('button', { name: /^End/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End connection' }).click();
      // Behind an open dialog no row has a role.
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await row.waitFor({ state: 'detached' });
      for (const [name, connect] of MCP_CLIENTS.filter(([name]) => name === 'SDK 1')) {
        const again = connect(
          installation.api.url + MCP_PATH,
          firstToken,
          join(world.folder, name),
        );
        await expect(again).rejects.toThrow('That token is not valid');
      }
    }),
  );

  it(
    'tells an operator whom to ask, and shows the lines; a viewer has no such page',
    world.telling(async () => {
      const theirs = await anOperator(browser, installation.api);
      await theirs.goto(`${installation.api.url}/settings/connections`);
      await theirs.getByText('Only an admin can make tokens.').waitFor();
      await theirs.getByRole('button', { name: 'Download' }).waitFor();
      await forEverybody(theirs, 'connections-operator');
      await theirs.getByRole('radio', { name: 'Claude Code' }).check();
      await theirs.getByText('Bearer kny_…').waitFor();
      await theirs.context().close();
      const viewer = await aViewer(browser, installation.api);
      await viewer.goto(`${installation.api.url}/settings`);
      await viewer.getByRole('link', { name: 'Server', exact: true }).waitFor();
      expect(await viewer.getByRole('link', { name: 'Connections' }).count()).toBe(0);
      await viewer.context().close();
    }),
  );
});
