import { toolTitle, type AgentToolName } from '@kenny/contract';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, logIn, openBrowser } from './harness/browser.js';
import { Complaints } from './harness/complaints.js';
import { eventually } from './harness/eventually.js';
import { forEverybody } from './harness/for-everybody.js';
import { Installation } from './harness/installation.js';
import { ModelService } from './harness/model-service.js';
import { hasValue } from './harness/seen.js';
import { aWorld } from './harness/world.js';
import { whyNoScreen, XScreen } from './harness/x-screen.js';

const CAPTURE: AgentToolName = 'screen_capture';
const SCREEN = { width: 1_600, height: 900 };
const MANY = 100;

const reason = whyNoScreen();
if (reason !== undefined) process.stdout.write(`\nNot tested: a picture in the chat: ${reason}.\n`);

/** A picture of a real screen, requested by a model: too long to be kept in the conversation. */
describeInBrowser('the picture of a screen in the chat', (executable) => {
  const world = aWorld();
  const test = reason === undefined ? it : it.skip;
  let installation: Installation;
  let model: ModelService;
  let browser: Browser | undefined;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    if (reason !== undefined) return;
    const screen = await XScreen.start(world, SCREEN);
    screen.draw(world);
    await eventually('something is drawn', () => (screen.colours() > MANY ? true : undefined));
    model = await ModelService.start(world, 'picture-model', [
      { text: 'I look.', calls: [{ id: 'toolu_look', name: CAPTURE, args: {} }] },
      { text: 'A window with many colours.' },
    ]);
    installation = await Installation.up(world, 'picture', {
      serverEnv: model.serverEnv,
      agentEnv: { DISPLAY: screen.display },
    });
    browser = await openBrowser(executable);
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    complaints = Complaints.of(page, installation.api.url);
    await logIn(page, installation.api);
    await page.goto(`${installation.api.url}/chat`);
  });
  afterAll(() => browser?.close());

  test(
    'was seen by the model, and is asked for anew by a person who wants to see it',
    world.telling(async () => {
      const chip = page.locator('summary', { hasText: toolTitle(CAPTURE) });
      // The page chooses the only PC once it knows it; asked earlier, the model would have none.
      await hasValue(page.getByLabel('PC', { exact: true }), installation.agentId);
      await page.getByLabel('Ask about your PCs').fill('What is on the screen?');
      await page.keyboard.press('Enter');
      await page.locator('kenny-turn').getByText('A window with many colours.').waitFor();
      const seen = JSON.stringify(model.requests.at(-1)?.messages);
      expect(seen).toContain('"image/png"');
      await chip.click();
      await page.getByText('are not kept in the conversation').waitFor();
      expect(await page.locator('kenny-turn img').count()).toBe(0);
      await page.getByRole('button', { name: 'Show the last one' }).click();
      const picture = page.getByRole('img', { name: 'Screen of' });
      await picture.waitFor();
      const width = await eventually('the picture is drawn', async () => {
        const drawn = 'document.querySelector("kenny-turn img").naturalWidth';
        const pixels: unknown = await page.evaluate(drawn);
        return typeof pixels === 'number' && pixels > 0 ? pixels : undefined;
      });
      expect(width).toBe(SCREEN.width);
      await forEverybody(page, 'chat-picture');
      await model.mustBeContent();
      expect(complaints.take()).toEqual([]);
    }),
    120_000,
  );
});
