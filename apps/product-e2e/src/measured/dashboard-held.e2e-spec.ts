import { type ApprovalView } from '@kenny/contract';
import type { Browser, Page } from 'playwright-core';
import {
  accessibilityFaults,
  describeInBrowser,
  keepPicture,
  logIn,
  openBrowser,
  rulesIn,
} from '../harness/browser.js';
import { dashboardPages, openPage, sidewaysBy } from '../harness/dashboard-pages.js';
import type { FakeFleet } from '../harness/fake-fleet.js';
import { Installation, SERVER_PROGRAM } from '../harness/installation.js';
import { livedIn } from '../harness/lived-in-fleet.js';
import { PageProbe } from '../harness/page-probe.js';
import { hasCount } from '../harness/seen.js';
import { setBackAfter } from '../harness/set-back.js';
import { target } from '../harness/targets.js';
import { aWorld } from '../harness/world.js';

/** Somebody put an older database back. Whoever opens the dashboard learns it, and what to do. */
const world = aWorld();
const PC = 'anna-laptop';
/** What the pages may move by themselves, as without the notice. */
const SHIFT_AT_MOST = 0.1;
const WORDS = /set back to an earlier state.*No change runs until.*kenny audit accept-loss/;

describeInBrowser('the dashboard of a server whose database was set back', (executable) => {
  let installation: Installation;
  let fleet: FakeFleet;
  let browser: Browser;
  let agentId: string;
  let asked: ApprovalView;

  beforeAll(async () => {
    installation = await Installation.prepare(world, 'held');
    await installation.startServer();
    ({ fleet, agentId } = await livedIn(world, installation.api));
    asked = await installation.api.ask('net_dns_flush', PC, {});
    await setBackAfter(world, installation, async () => {
      await fleet.connect(PC);
      const { body } = await installation.api.decide(asked, 'approve', 30);
      expect(body.approval.state).toBe('done');
    });
    await fleet.connect(PC);
    browser = await openBrowser(executable);
  }, 300_000);
  afterAll(() => browser?.close());

  const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Changes are held.' });

  it.each([360, 1440])(
    'says on every page what is lost and what to do, for everybody, %i px wide',
    world.telling(async (width: number) => {
      const viewport = { width, height: 900 };
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      const probe = await PageProbe.of(page);
      await logIn(page, installation.api);
      for (const one of dashboardPages({ agentId, approvalId: asked.id })) {
        if (!(await openPage(page, installation.api.url, one))) continue;
        await notice(page).filter({ hasText: WORDS }).waitFor();
        await page.waitForLoadState('networkidle');
        // It comes once and pushes the page down by its height; nothing else moves.
        const { height } = (await notice(page).boundingBox()) ?? { height: 0 };
        const pushed = height / Math.max(viewport.width, viewport.height);
        const value = Math.max(0, (await probe.layoutShift()) - pushed);
        const what = `layout shift beyond the notice, ${one.name}, ${width} px`;
        target({ what, value, unit: '', atMost: SHIFT_AT_MOST, judged: 'exact' });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await keepPicture(page, `held-${one.name}-${colorScheme}-${width}`);
          const faults = await accessibilityFaults(page, rulesIn(colorScheme));
          expect({ page: one.name, colorScheme, faults, sideways: await sidewaysBy(page) }).toEqual(
            { page: one.name, colorScheme, faults: [], sideways: 0 },
          );
        }
      }
      await context.close();
    }),
    300_000,
  );

  it(
    'refuses an approval in words that say what to do, and forgets it all once the loss is accepted',
    world.telling(async () => {
      const page = await (await browser.newContext()).newPage();
      await logIn(page, installation.api);
      await page.goto(`${installation.api.url}/approvals/${asked.id}`);
      await page.getByRole('button', { name: 'Run on Anna’s laptop' }).click();
      const refusal = page.getByRole('alert').filter({ hasText: WORDS });
      await refusal.getByText('Nothing was run.').waitFor();
      await keepPicture(page, 'held-refused');
      expect((await installation.api.approval(asked.id)).state).toBe('pending');

      await page.evaluate('window.sameDocument = true');
      const accepted = world.start({
        name: 'kenny audit accept-loss',
        args: [SERVER_PROGRAM, 'audit', 'accept-loss', '--yes'],
        cwd: world.folder,
        env: { KENNY_URL: installation.api.url, KENNY_TOKEN: installation.api.token },
      });
      await accepted.says(/Changes can be asked for again/);
      // Every login has ended.
      await page.getByLabel('Token').fill(installation.api.token);
      await hasCount(notice(page), 0);
      await keepPicture(page, 'held-accepted-login');
      await page.keyboard.press('Enter');
      await page.getByText('Expired').first().waitFor();
      await page.waitForLoadState('networkidle');
      await hasCount(notice(page), 0);
      await keepPicture(page, 'held-accepted');
      expect(await page.evaluate('window.sameDocument')).toBe(true);
    }),
    120_000,
  );
});
