import { API_PATHS, type PayloadOf } from '@kenny/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityFaults, findChromium, openBrowser } from './harness/browser.js';
import { Complaints } from './harness/complaints.js';
import { sidewaysBy } from './harness/dashboard-pages.js';
import { eventually } from './harness/eventually.js';
import { Installation } from './harness/installation.js';
import { hasValue } from './harness/seen.js';
import { aWorld } from './harness/world.js';

const world = aWorld();
const chromium = findChromium();
const inBrowser = 'path' in chromium ? describe : describe.skip;
if ('missing' in chromium) console.log(`No tests of a PC's page: ${chromium.missing}.`);

/** As many steps as anybody would take through a page. */
const STEPS = 80;

inBrowser('the page of a PC in a real browser', () => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    installation = await Installation.up(world, 'pc-page');
    browser = await openBrowser('path' in chromium ? chromium.path : '');
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    complaints = Complaints.of(page, installation.api.url);
    await page.goto(`${installation.api.url}/fleet`);
    await page.getByLabel('Token').fill(installation.api.token);
    await page.keyboard.press('Enter');
    await page.getByRole('table').waitFor();
  });
  afterAll(() => browser?.close());

  const address = (query = '') => `${installation.api.url}/fleet/${installation.agentId}${query}`;
  const panel = () => page.getByRole('region', { name: 'Run a shell command' });

  /** Steps through the page with the keyboard until it is there. */
  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let step = 0; step < STEPS; step += 1) {
      if ((await target.and(page.locator(':focus')).count()) > 0) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${String(target)} is not reached with the keyboard`);
  }

  /** Nothing on it is being asked for any more. */
  const settled = () =>
    page.locator('.later, [aria-busy=true]').first().waitFor({ state: 'detached' });

  async function choose(words: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type(words);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
  }

  it(
    'find the PC, request a change, approve it and read the result: without a pointer',
    world.telling(async () => {
      await choose(installation.agentId);
      await page.getByRole('heading', { name: installation.agentId, level: 1 }).waitFor();
      await page.getByRole('navigation', { name: 'More about this PC' }).waitFor();
      await choose('shell_exec on');
      await panel().waitFor();
      expect(page.url()).toBe(address('?tool=shell_exec'));

      await tabTo(panel().getByLabel('Command'));
      await page.keyboard.type('echo to-be-read');
      await tabTo(panel().getByRole('button', { name: `Ask to run on ${installation.agentId}` }));
      await page.keyboard.press('Enter');
      await page.getByText('Waiting for approval. Nothing has run yet.').waitFor();

      await tabTo(panel().getByRole('link', { name: 'Review' }));
      await page.keyboard.press('Enter');
      await tabTo(page.getByLabel(`Type ${installation.agentId} to run`));
      await page.keyboard.type(installation.agentId);
      const run = page.getByRole('button', { name: `Run on ${installation.agentId}` });
      // Nothing is pressed: this waits until it may be.
      await run.click({ trial: true });
      await tabTo(run);
      // Enter is not enough for what is risky.
      await page.keyboard.press('Space');
      await page.getByText('Done').first().waitFor();

      // The key for it is the browser's own.
      await page.goBack();
      await panel().getByText('Outcome').waitFor();
      await panel().getByText('to-be-read').last().waitFor();
      await hasValue(panel().getByLabel('Command'), 'echo to-be-read');
    }),
  );

  it(
    'says beside the field what is wrong, and sends nothing',
    world.telling(async () => {
      await page.goto(address('?tool=shell_exec'));
      await panel().getByLabel('Time limit').fill('601');
      await panel().getByRole('button', { name: 'Ask to run' }).press('Enter');
      await panel().getByText('Fill this in.').waitFor();
      await panel().getByText('Not above 600.').waitFor();
      await settled();
      expect(await panel().getByLabel('Time limit').getAttribute('aria-invalid')).toBe('true');
      expect(await accessibilityFaults(page)).toEqual([]);
    }),
  );

  it(
    'runs a read at once: a table with units, how long it took, the id of the call',
    world.telling(async () => {
      await page.goto(address('?tool=fs_disk_usage&part=activity'));
      const form = page.getByRole('region', { name: 'Show disk usage' });
      await form.getByRole('button', { name: 'Run on' }).press('Enter');
      await form.getByRole('table', { name: 'Volumes' }).waitFor();
      await form.getByText(/\d %/).first().waitFor();
      await form.getByText('Technical details').waitFor();
      const calls = page.getByRole('list', { name: 'Activity on this PC' });
      await calls.getByText('Show disk usage').first().waitFor();
    }),
  );

  it(
    'withdraws what it asked for, and then nothing runs',
    world.telling(async () => {
      const { id } = await installation.api.ask('shell_exec', installation.agentId, {
        command: 'echo withdrawn',
      });
      await page.goto(address(`?tool=shell_exec&approval=${id}`));
      await panel().getByRole('button', { name: 'Withdraw' }).press('Enter');
      await panel().getByText('Withdrawn, nothing ran').waitFor();
      expect((await installation.api.approval(id)).state).toBe('cancelled');
    }),
  );

  it(
    'shows how busy the PC was, of which the first report knows the memory only',
    world.telling(async () => {
      await page.goto(address());
      await page.getByText(/Last report: .*memory [\d.]+ %/).waitFor();
      await page.getByRole('link', { name: 'Charts', exact: true }).click();
      for (const name of [/^CPU/, /^Network traffic/, /^Disk traffic/]) {
        await page.getByRole('heading', { name }).waitFor();
      }
      const load = await eventually('there is something to compare with', async () => {
        const asked = { sections: ['load'] };
        const { body } = await installation.api.tool(
          'telemetry_collect',
          installation.agentId,
          asked,
        );
        const section = body.result['load'] as PayloadOf<'load'>;
        return section.cpu_percent === null ? undefined : section;
      });
      expect(load).toMatchObject({
        summary: expect.stringMatching(/^CPU [\d.]+ %, memory [\d.]+ %/) as string,
        measured_over_s: expect.any(Number) as number,
        cpu_percent: expect.any(Number) as number,
      });
    }),
  );

  it.each(['light', 'dark'] as const)('is for everybody, at both widths, %s', (colorScheme) =>
    world.telling(async () => {
      await page.emulateMedia({ colorScheme });
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(address('?tool=diag_processes'));
        await settled();
        const form = page.getByRole('region', { name: 'List running programs' });
        await form.getByRole('button', { name: 'Run on' }).press('Enter');
        await form.getByText('Technical details').waitFor();
        for (const fold of await page.locator('button.fold').all()) await fold.press('Enter');
        for (const summary of await page.locator('summary').all()) await summary.press('Enter');
        await settled();
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await sidewaysBy(page)).toBe(0);
      }
    })(),
  );

  it(
    'says what happened in a span that is dragged over a chart, or reached with the keys',
    world.telling(async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(address('?part=charts&range=1h'));
      await settled();
      const chart = page.locator('kenny-pc-charts canvas').first();
      await page.locator('kenny-pc-charts kenny-chart').first().scrollIntoViewIfNeeded();
      await chart.scrollIntoViewIfNeeded();
      // Those that have no data become a line once they know, and what is below moves up.
      await settled();
      const box = await chart.boundingBox();
      if (!box) throw new Error('there is no chart');
      const y = box.y + box.height / 2;
      await page.mouse.move(box.x + box.width * 0.4, y);
      await page.mouse.down();
      // To its end: of an hour, two percent less would leave out what ran a minute ago.
      await page.mouse.move(box.x + box.width + 20, y, { steps: 5 });
      await page.mouse.up();
      const span = page.getByRole('region', { name: /^Between / });
      await span
        .getByRole('list', { name: 'What ran' })
        .getByText('List running programs')
        .first()
        .waitFor();
      expect(page.url()).toContain('between=');
      await settled();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 900 });
      expect(await sidewaysBy(page)).toBe(0);
      await page.setViewportSize({ width: 1440, height: 900 });
      await span.getByRole('button', { name: 'Clear' }).click();
      await span.waitFor({ state: 'detached' });

      await chart.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.down('Shift');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.up('Shift');
      await span.waitFor();
    }),
  );

  it(
    'is helped from afar with RustDesk, which is set up on its page',
    world.telling(async () => {
      await page.goto(address());
      await page.getByRole('button', { name: 'Help remotely' }).click();
      const help = page.getByRole('region', { name: 'Help remotely' });
      await help.getByRole('button', { name: 'Use it for all PCs' }).click();
      await help.getByLabel('RustDesk ID', { exact: true }).fill('123 456 789');
      await settled();
      expect(await accessibilityFaults(page)).toEqual([]);
      await help.getByRole('button', { name: 'Save' }).click();
      const open = help.getByRole('link', { name: 'Open RustDesk' });
      await open.waitFor();
      expect(await open.getAttribute('href')).toBe('rustdesk://123456789');
      expect(await accessibilityFaults(page)).toEqual([]);
    }),
  );

  it(
    'says what it cannot do: no such PC, no such tool, a PC that is off, one that was removed',
    world.telling(async () => {
      await page.goto(`${installation.api.url}/fleet/nobody`);
      await page.getByText('There is no PC with the ID nobody').waitFor();
      expect(complaints.take([/40[14]/])).toEqual([]);
      await page.goto(address('?tool=no_such_tool'));
      await page.getByText('There is no tool no_such_tool').waitFor();
      await page.goto(address('?tool=shell_exec'));
      await panel().waitFor();
      await installation.agent?.stop();
      await page.getByText('This PC is offline: nothing can be sent until it is back.').waitFor();
      const button = panel().getByRole('button', { name: 'Ask to run' });
      expect(await button.isDisabled()).toBe(true);
      const { status } = await fetch(installation.api.url + API_PATHS.agent(installation.agentId), {
        method: 'DELETE',
        headers: { authorization: `Bearer ${installation.api.token}` },
      });
      expect(status).toBe(204);
      await page.getByText('This PC is no longer in the fleet.').waitFor();
    }),
  );

  it('breaks none of its own rules on the way', () => {
    expect(complaints.take([/401|404/])).toEqual([]);
  });
});
