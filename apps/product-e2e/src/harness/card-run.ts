import { API_PATHS } from '@kenny/contract';
import { DAY_MS } from '@kenny/kernel';
import type { Page } from 'playwright-core';
import { eventually } from './eventually.js';
import { FULL_DISK_ANSWERS, fillingPc } from './filling-pc.js';
import { Installation } from './installation.js';
import { ModelService } from './model-service.js';
import { hasValue } from './seen.js';
import type { World } from './world.js';

const AGENT_ID = 'mum-laptop';
const NAME = 'Mum’s laptop';

/** The PCs that need somebody now; what happened lately stands below. */
export const needing = (today: Page) => today.getByRole('list', { name: 'What needs you' });

/** Of an element in the page; these files know no DOM. */
interface Scrolls {
  scrollIntoView(where: { block: 'center' }): void;
}

/**
 * One question on one card: why is the disk full, the answer, the exact change, the PC's name typed,
 * what it printed, and kenny's own look at the PC afterwards. Everything but the model is real.
 */
export class CardRun {
  private constructor(
    readonly installation: Installation,
    readonly model: ModelService,
  ) {}

  static async start(world: World): Promise<CardRun> {
    const pc = await fillingPc(world, 'pc');
    const model = await ModelService.start(world, 'model', FULL_DISK_ANSWERS);
    const { serverEnv } = model;
    const agent = { pc, agentId: AGENT_ID, serverEnv };
    const run = new CardRun(await Installation.up(world, 'run', agent), model);
    await run.installation.api.patch(API_PATHS.agent(AGENT_ID), { name: NAME });
    await run.putOffAllBut('disk');
    return run;
  }

  /** What else is to be said of the machine that runs the tests is not what this is about. */
  private async putOffAllBut(kept: string): Promise<void> {
    const { api } = this.installation;
    const { sections } = await eventually('it has reported', async () => {
      const now = await this.installation.pc();
      return now.sections.some(({ name }) => name === kept) ? now : undefined;
    });
    const until = new Date(Date.now() + DAY_MS).toISOString();
    for (const { name, status } of sections) {
      if (name === kept || !['warn', 'crit'].includes(status)) continue;
      const path = API_PATHS.agentSnooze(AGENT_ID, name);
      const { status: code, text } = await api.put(path, { until, reason: 'no' });
      if (code !== 200) throw new Error(`putting off ${name} answered ${code}: ${text}`);
    }
  }

  async showsTrouble(today: Page): Promise<void> {
    await today.getByRole('heading', { level: 1, name: 'Your PC needs attention.' }).waitFor();
    await needing(today).getByText('/home is 97 % full').waitFor();
  }

  async write(page: Page): Promise<void> {
    await hasValue(page.getByLabel('PC', { exact: true }), AGENT_ID);
    await page.getByRole('textbox', { name: /Ask about your PCs/ }).fill('Why is the disk full?');
  }

  async send(page: Page): Promise<void> {
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /2019-raw 9\.0 GB/ }).waitFor();
    await page.getByText(`Run a shell command on ${NAME}?`).waitFor();
    await page.getByText('rm -r /home/mum/Videos/2019-raw').waitFor();
  }

  async review(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Review' }).click();
    await page.getByText(/no rule blocks it/).waitFor();
  }

  async typeName(page: Page): Promise<void> {
    const run = this.button(page);
    await page.getByLabel(`Type ${NAME} to run`).fill(NAME);
    // Only what has been on the screen to its end can be approved.
    for (const words of ['Exactly this will run', /no rule blocks it/]) {
      // Into the middle: at the edge of a phone's screen the buttons lie over it.
      await page.getByText(words).evaluate((one: Scrolls) => {
        one.scrollIntoView({ block: 'center' });
      });
    }
    await eventually('it was read', async () => (await run.isEnabled()) || undefined);
    await run.scrollIntoViewIfNeeded();
  }

  async approve(page: Page): Promise<void> {
    await this.button(page).click();
    await this.card(page)
      .getByText(/%\s\/home/)
      .waitFor();
  }

  async showsCheck(page: Page): Promise<void> {
    const card = this.card(page);
    await card.getByText('Checked again').waitFor();
    await card.getByText('/home is 54.2 % full').waitFor();
    await card.getByText('was: /home is 97 % full').waitFor();
    await page.locator('kenny-turn').getByText('has room again').waitFor();
    await page
      .getByText(/^(just )?now/)
      .last()
      .waitFor();
  }

  async showsPeace(today: Page): Promise<void> {
    await today.getByRole('heading', { level: 1, name: 'Your PC is fine.' }).waitFor();
  }

  private button(page: Page) {
    return page.getByRole('button', { name: `Run on ${NAME}` });
  }

  private card(page: Page) {
    return page.locator('kenny-call-chip').last();
  }
}
