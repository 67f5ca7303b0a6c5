import { API_PATHS, type CreatedToken } from '@kenny/contract';
import type { Browser, Page } from 'playwright-core';
import type { Api } from './harness/api.js';
import { accessibilityFaults, findChromium, openBrowser } from './harness/browser.js';
import { Installation } from './harness/installation.js';
import { aWorld } from './harness/world.js';

const world = aWorld();
const chromium = findChromium();
const inBrowser = 'path' in chromium ? describe : describe.skip;
if ('missing' in chromium) console.log(`No tests of approvals in a browser: ${chromium.missing}.`);

inBrowser('approvals in a real browser', () => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let ben: Api;

  beforeAll(async () => {
    installation = await Installation.up(world, 'approvals');
    const { body } = await installation.api.post<CreatedToken>(API_PATHS.tokens, {
      ...{ operator: { id: 'ben', name: 'Ben' }, name: 'desk', scope: 'operator' },
    });
    ben = installation.api.as(body.token);
    browser = await openBrowser('path' in chromium ? chromium.path : '');
    page = await browser.newPage();
    await page.goto(`${installation.api.url}/approvals`);
    await page.getByLabel('Token').fill(installation.api.token);
    await page.keyboard.press('Enter');
    await page.getByText('No requests are waiting.').waitFor();
  });
  afterAll(() => browser?.close());

  const ask = (command: string) =>
    installation.api.ask('shell_exec', installation.agentId, { command });
  const open = (id: string) => page.goto(`${installation.api.url}/approvals/${id}`);
  const run = () => page.getByRole('button', { name: `Run on ${installation.agentId}` });
  const bottomBar = () =>
    page.evaluate<number>(
      'parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom)',
    );

  it(
    'shows the exact call as soon as somebody asks, runs it after a deliberate yes, and what came',
    world.telling(async () => {
      await ask('echo one\necho two\u200b');
      await page.getByRole('link', { name: 'Approvals 1 waiting' }).waitFor();
      await page.getByRole('link', { name: 'Run a shell command on this-pc' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Runs this command on').first().waitFor();
      await page.getByText('U+200B').waitFor();
      await page.getByText('2 lines · 1 hidden or unusual characters').waitFor();
      await page.getByText('first time on this PC').waitFor();
      await page.getByText(/no rule blocks it/).waitFor();
      expect(await run().isEnabled()).toBe(false);
      await page.getByLabel(`Type ${installation.agentId} to run`).fill(installation.agentId);
      // It waits for the button, which waits until the text has been on the screen.
      await run().click();
      await page.getByText('Done').waitFor();
      await page.getByRole('heading', { name: 'Output' }).waitFor();
      await page.getByText('one').last().waitFor();
    }),
  );

  it.each(['light', 'dark'] as const)('is for everybody, at both widths, %s', (colorScheme) =>
    world.telling(async () => {
      const { id } = await ask(`echo ${colorScheme} ${'long '.repeat(60)}`);
      await page.emulateMedia({ colorScheme });
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${installation.api.url}/approvals`);
        await page.getByRole('list', { name: 'Waiting' }).waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
        await open(id);
        await page.getByText('+ changed since').waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
      const approval = await installation.api.approval(id);
      // Not denied: three in a row would pause whoever asks.
      await installation.api.decide(approval, 'approve');
      await page.getByText('Done').first().waitFor();
    })(),
  );

  it(
    'keeps the buttons within reach of the thumb on a phone, and counts no text as read under them',
    world.telling(async () => {
      const { id } = await ask(Array.from({ length: 60 }, (_, n) => `echo ${n}`).join('\n'));
      await page.setViewportSize({ width: 360, height: 640 });
      await open(id);
      await run().waitFor();
      const [box, bar] = [await run().boundingBox(), await bottomBar()];
      // It stands right above the bar of pages, though the text goes on far below.
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640 - bar);
      expect(box?.y).toBeGreaterThan(640 - bar - 140);
      // To a place where the end of the text lies under the buttons.
      const end = await page.evaluate<number>(`(() => {
        const end = document.querySelector('[aria-label="Exactly this will run"] > div:last-child');
        scrollBy(0, end.getBoundingClientRect().top - (innerHeight - ${bar} - 20));
        return end.getBoundingClientRect().top;
      })()`);
      expect(end).toBeGreaterThan(0);
      expect(end).toBeLessThan(640 - bar);
      // Both frames that an observer may take.
      await page.waitForTimeout(500);
      await page.getByRole('button', { name: 'To run it, read on: it goes on below' }).click();
      await page.getByRole('button', { name: 'To run it, see the safety check below' }).click();
      await page.getByLabel(`Type ${installation.agentId} to run`).fill(installation.agentId);
      await run().click();
      await page.getByText('Done').first().waitFor();
      await page.setViewportSize({ width: 1440, height: 900 });
    }),
  );

  it(
    'withdraws a request of one’s own, which may be made again at once',
    world.telling(async () => {
      const { id } = await ask('echo two');
      await open(id);
      await page.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('button', { name: 'Withdraw' }).waitFor({ state: 'detached' });
      const again = await ask('echo two');
      expect((await installation.api.approval(id)).state).toBe('cancelled');
      expect(again).toMatchObject({ state: 'pending' });
      expect(again.id).not.toBe(id);
    }),
  );

  it(
    'denies with one key and a reason, which the requester reads',
    world.telling(async () => {
      const { id } = await ben.ask('shell_exec', installation.agentId, { command: 'echo three' });
      await open(id);
      await run().waitFor();
      await page.keyboard.press('d');
      await page.locator('input:focus').waitFor();
      await page.keyboard.type('not today');
      await page.keyboard.press('Enter');
      await page.getByText('denied by').waitFor();
      const { state, decisions } = await installation.api.approval(id);
      expect([state, decisions[0]?.reason]).toEqual(['denied', 'not today']);
    }),
  );

  it(
    'decides nothing by Esc, nor by what was typed for another call',
    world.telling(async () => {
      const first = await ask('echo four');
      const second = await ask('echo five');
      await open(first.id);
      await page.getByLabel(`Type ${installation.agentId} to run`).fill(installation.agentId);
      await page.keyboard.press('Escape');
      const list = page.getByRole('list', { name: 'Waiting' });
      await list.locator(`[data-approval="${second.id}"]`).click();
      expect(page.url()).toContain(second.id);
      expect(await run().isEnabled()).toBe(false);
      expect((await installation.api.approval(first.id)).state).toBe('pending');
    }),
  );
});
