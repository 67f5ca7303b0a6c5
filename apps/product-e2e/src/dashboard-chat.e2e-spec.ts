import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelAnswer } from '@kenny/testing';
import type { Browser, Page } from 'playwright-core';
import {
  accessibilityFaults,
  describeInBrowser,
  keepPicture,
  logIn,
  openBrowser,
} from './harness/browser.js';
import { Complaints } from './harness/complaints.js';
import { sidewaysBy } from './harness/dashboard-pages.js';
import { Installation } from './harness/installation.js';
import { ModelService } from './harness/model-service.js';
import { hasValue } from './harness/seen.js';
import { aWorld } from './harness/world.js';

const world = aWorld();

const HOSTILE_NAME = '<img src=x onerror=alert(1)>\u202etxt';
const HOSTILE_TEXT =
  'Look: <script>alert(2)</script> ![x](https://evil.example/x.png) ' +
  '[your bank](https://evil.example/login) [go](javascript:alert(3))';
const BUSY = { type: 'authentication_error', message: 'invalid bearer token' };

const SAID = 'I change that. <img src=x onerror=alert(4)> \u202eApprove it.';

const change = (command: string, id: string): ModelAnswer => ({
  text: SAID,
  calls: [{ id, name: 'shell_exec', args: { command, reason: 'It hangs.' } }],
});

describeInBrowser('the chat in a real browser', (executable) => {
  let installation: Installation;
  let model: ModelService;
  let browser: Browser;
  let page: Page;
  let complaints: Complaints;
  const ran = join(world.makeFolder('lines'), 'ran');

  beforeAll(async () => {
    const folder = world.makeFolder('photos');
    writeFileSync(join(folder, HOSTILE_NAME.replaceAll('/', '')), '');
    mkdirSync(join(folder, 'old'));
    model = await ModelService.start(world, 'chat-model', [
      {
        text: 'I look at the folder.',
        calls: [{ id: 'toolu_list', name: 'fs_list', args: { path: folder } }],
      },
      {
        text: `The photos **fill** the disk:\n\n- 87 of 100 GB\n\n\`\`\`sh\ndu -sh\n\`\`\`\n\n${HOSTILE_TEXT}`,
        usage: { input_tokens: 1204, output_tokens: 96 },
        chunkSize: 7,
      },
      change(`echo approved >> ${ran}`, 'toolu_yes'),
      { text: 'It runs again.' },
      change(`echo denied >> ${ran}`, 'toolu_no'),
      { text: 'Then I leave it.' },
      change(`echo restarted >> ${ran}`, 'toolu_restart'),
      { text: 'It ran after the restart.' },
      { status: 401, error: BUSY },
    ]);
    const { serverEnv } = model;
    installation = await Installation.up(world, 'chat-page', { serverEnv });
    browser = await openBrowser(executable);
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    complaints = Complaints.of(page, installation.api.url);
    await logIn(page, installation.api);
    await page.goto(`${installation.api.url}/chat`);
  });
  afterAll(() => browser?.close());

  const composer = () => page.getByRole('textbox', { name: /Ask about your PCs|Reply/ });
  const ask = async (text: string) => {
    await composer().fill(text);
    await page.keyboard.press('Enter');
  };
  const review = () => page.getByRole('link', { name: 'Review' });
  const lines = () => readFileSync(ran, 'utf8').trim().split('\n');
  const approve = async () => {
    await review().click();
    await page.getByText(/no rule blocks it/).waitFor();
    // The words before the call, on the sheet too: text, and said to be the model's.
    await page.locator('summary', { hasText: 'What the model said before' }).click();
    const said = page.getByRole('region', { name: 'What the model said before' });
    await said.getByText('<img src=x onerror=alert(4)>').waitFor();
    expect(await said.textContent()).toContain('U+202E');
    expect(await said.locator('img').count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepPicture(page, 'chat-sheet');
    await page.getByLabel(`Type ${installation.agentId} to run`).fill(installation.agentId);
    await page.getByRole('button', { name: `Run on ${installation.agentId}` }).click();
  };

  it(
    'streams an answer with its calls, and shows what others wrote as text',
    world.telling(async () => {
      await page.getByRole('heading', { name: 'Chat' }).waitFor();
      await hasValue(page.getByLabel('PC', { exact: true }), installation.agentId);
      await ask('Why is the disk full?');
      await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
      const chip = page.locator('summary', { hasText: 'List a folder' });
      await chip.waitFor();
      expect(await chip.textContent()).toContain(`on ${installation.agentId}`);
      await page.locator('strong', { hasText: 'fill' }).waitFor();
      await page.locator('summary', { hasText: 'What it used' }).click();
      await page.getByText('Tokens: 1,204 in · 96 out').waitFor();
      await chip.click();
      await page.getByText('onerror=alert(1)').waitFor();
      await page.getByText('U+202E').first().waitFor();
      const talk = await page.locator('kenny-turn').textContent();
      expect(talk).toContain('<script>alert(2)</script>');
      expect(talk).toContain('![x](https://evil.example/x.png)');
      expect(talk).toContain('your bank (https://evil.example/login)');
      expect(await page.locator('kenny-turn img, kenny-turn script').count()).toBe(0);
      expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
      expect(complaints.take()).toEqual([]);
    }),
    120_000,
  );

  it.each(['light', 'dark'] as const)('is for everybody, at both widths, %s', (colorScheme) =>
    world.telling(async () => {
      await page.emulateMedia({ colorScheme });
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.getByText('Tokens: 1,204').waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await sidewaysBy(page)).toBe(0);
        await keepPicture(page, `chat-${colorScheme}-${width}`);
      }
    })(),
  );

  it(
    'stands still before a change, runs it once it was approved in the page, and goes on',
    world.telling(async () => {
      await ask('Restart the spooler.');
      await page.getByText(`Run a shell command on ${installation.agentId}?`).waitFor();
      await page.getByText(`echo approved >> ${ran}`).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await keepPicture(page, 'chat-pending');
      await approve();
      await page.locator('kenny-turn').getByText('It runs again.').waitFor();
      expect(page.url()).not.toContain('approval');
      expect(lines()).toEqual(['approved']);
      await page.locator('summary', { hasText: 'Run a shell command' }).getByText('Done').waitFor();
      // By kenny itself: the agent reads the PC's health again after a change.
      await page.locator('kenny-call-chip').getByText('Checked again').waitFor();
      await keepPicture(page, 'chat-checked-again');
    }),
    120_000,
  );

  it(
    'accepts a denial, and the model is told why',
    world.telling(async () => {
      await ask('And delete the rest.');
      await review().click();
      await page.getByRole('button', { name: /Deny/ }).click();
      await page.locator('input:focus').waitFor();
      await page.keyboard.type('not today');
      await page.keyboard.press('Enter');
      await page.locator('kenny-turn').getByText('Then I leave it.').waitFor();
      const chip = page.locator('summary', { hasText: 'Denied' });
      await chip.click();
      await page.getByText('denied by an operator: not today').waitFor();
      expect(lines()).toEqual(['approved']);
    }),
    120_000,
  );

  it(
    'keeps what waits over a restart of the server, and what was written meanwhile',
    world.telling(async () => {
      await ask('Once more.');
      await review().waitFor();
      await composer().fill('half a thought');
      const since = (await installation.pc()).connected_since;
      await installation.server?.kill();
      await page.getByText('No connection to the server.').waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Not connected.', { exact: true }).waitFor();
      expect(await composer().inputValue()).toBe('half a thought');
      await installation.startServer();
      await installation.online(since);
      await page.getByText('No connection to the server.').waitFor({ state: 'detached' });
      await page.reload();
      await hasValue(composer(), 'half a thought');
      await approve();
      await page.locator('kenny-turn').getByText('It ran after the restart.').waitFor();
      expect(lines()).toEqual(['approved', 'restarted']);
    }),
    180_000,
  );

  it(
    'says in words why the model did not answer, and keeps the question',
    world.telling(async () => {
      await composer().fill('');
      await ask('Are you there?');
      await page
        .locator('kenny-turn')
        .getByText('The model service does not accept the key.')
        .waitFor();
      await page.getByRole('button', { name: 'Ask again' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    }),
    60_000,
  );

  it(
    'is found again by its words, renamed, and deleted after one more question',
    world.telling(async () => {
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByLabel('Name of the conversation').fill('The full disk');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'The full disk' }).waitFor();
      const list = page.getByRole('list', { name: 'Conversations' });
      await page.getByLabel('Search in conversations').fill('spooler');
      await list.getByRole('link', { name: 'The full disk' }).waitFor();
      await page.getByLabel('Search in conversations').fill('zebra');
      await page.getByText('No conversation contains that.').waitFor();
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.waitForURL(/\/chat$/);
      await page.getByLabel('Search in conversations').fill('');
      await page.getByText('No conversations yet.').waitFor();
      await model.mustBeContent();
    }),
    60_000,
  );
});

describeInBrowser('the chat without a key, in a real browser', (executable) => {
  it(
    'says what it needs, and the rest of the dashboard works',
    world.telling(async () => {
      const installation = await Installation.up(world, 'chat-keyless');
      const browser = await openBrowser(executable);
      world.onClose(() => browser.close());
      const page = await browser.newPage();
      await logIn(page, installation.api);
      await page.goto(`${installation.api.url}/chat`);
      await page.getByText('Chat needs an Anthropic API key').waitFor();
      expect(await page.getByLabel('Ask about your PCs').count()).toBe(0);
      await page.getByRole('link', { name: 'Add a key' }).click();
      await page.getByRole('form', { name: 'API key for Chat' }).waitFor();
      await page.getByRole('link', { name: 'Fleet' }).click();
      await page.getByRole('table').waitFor();
    }),
    120_000,
  );
});
