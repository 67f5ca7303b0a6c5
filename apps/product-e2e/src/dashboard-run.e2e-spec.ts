import type { Browser, Page } from 'playwright-core';
import {
  accessibilityFaults,
  describeInBrowser,
  keepPicture,
  logIn,
  openBrowser,
} from './harness/browser.js';
import { CardRun, needing } from './harness/card-run.js';
import { Complaints } from './harness/complaints.js';
import { settled, sidewaysBy } from './harness/dashboard-pages.js';
import { PageProbe } from './harness/page-probe.js';
import { whyNoPc } from './harness/pc.js';
import { aWorld } from './harness/world.js';

/** A disk that is full and then is not, on one card, in a real browser at two widths. */
const reason = whyNoPc();
if (reason !== undefined) process.stdout.write(`\nNot tested: the run of one card: ${reason}.\n`);

/** What is asked stands in it, and what came of it, in the place where it was asked. */
const CARD = 'kenny-pending-call, kenny-call-group';
/** Words that come and go while the model writes are lower than this. */
const LINE = 48;
/** "Good" by Core Web Vitals; the probe counts all of it, not the worst five seconds. */
const GOOD_SHIFT = 0.1;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
] as const;

describeInBrowser('the run of one card', (executable) => {
  (reason === undefined ? describe : describe.skip).each(SIZES)('at $width px', (viewport) => {
    const world = aWorld();
    let run: CardRun;
    let browser: Browser;
    let page: Page;
    /** Another window of the same person, open all the time. */
    let today: Page;
    let probe: PageProbe;
    let complaints: Complaints;

    beforeAll(async () => {
      run = await CardRun.start(world);
      const { api } = run.installation;
      browser = await openBrowser(executable);
      const context = await browser.newContext({ viewport });
      today = await context.newPage();
      await logIn(today, api);
      page = await context.newPage();
      probe = await PageProbe.of(page);
      complaints = Complaints.of(page, api.url);
      await page.goto(`${api.url}/chat`);
    }, 120_000);
    afterAll(() => browser?.close());

    it(
      'is asked, answered with a table, and stands still before the exact change',
      world.telling(async () => {
        await run.showsTrouble(today);
        await run.write(page);
        await run.send(page);
        // It is before the eyes that look at it: nothing lies over it that leads to it.
        expect(await page.getByRole('link', { name: /^Approval needed/ }).count()).toBe(0);
        await keepPicture(page, `run-asked-${viewport.width}`);
      }),
      60_000,
    );

    it(
      'runs once the name of the PC was typed, and shows what it printed and what kenny saw',
      world.telling(async () => {
        await run.review(page);
        await keepPicture(page, `run-sheet-${viewport.width}`);
        await run.typeName(page);
        await keepPicture(page, `run-typed-${viewport.width}`);
        await probe.follow(CARD);
        await run.approve(page);
        await run.showsCheck(page);
        expect(new URL(page.url()).pathname).toMatch(/^\/chat\/[0-9a-f-]{36}$/);
        await keepPicture(page, `run-checked-${viewport.width}`);
        await run.model.mustBeContent();
      }),
      60_000,
    );

    it('has not jumped on the way', async () => {
      const pictures = await probe.pictures();
      const [first] = pictures;
      if (!first) throw new Error('nothing was followed');
      // One step: the sheet gives way to what comes of it. What follows is added below.
      const steps = pictures.slice(1).map((picture, at) => ({ from: pictures[at], to: picture }));
      const given = steps.filter(({ from, to }) => (from?.height ?? 0) - to.height > LINE);
      expect(given).toHaveLength(1);
      expect(Math.max(...pictures.map(({ height }) => height))).toBe(first.height);
      const after = pictures.slice(pictures.findIndex((one) => one === given[0]?.to));
      for (const { top, bottom } of after) {
        expect({ top, inView: isInView(top, bottom) }).toEqual({ top, inView: true });
      }
      // It goes on downwards: never back towards the top while there is more to read.
      for (const [at, { scrolled }] of after.slice(2).entries()) {
        expect(scrolled).toBeGreaterThanOrEqual((after[at + 1]?.scrolled ?? 0) - LINE);
      }
      expect(await probe.layoutShift()).toBeLessThan(GOOD_SHIFT);
      console.log(
        `the run at ${viewport.width} px: ${pictures.length} pictures, ` +
          `layout shift ${(await probe.layoutShift()).toFixed(4)}`,
      );
    });

    const isInView = (top: number | null, bottom: number | null) =>
      top !== null && bottom !== null && top < viewport.height && bottom > 0;

    it(
      'turns the page of today green, which was open meanwhile',
      world.telling(async () => {
        await run.showsPeace(today);
        expect(await needing(today).getByText('/home is 97 % full').count()).toBe(0);
        await keepPicture(today, `run-today-${viewport.width}`);
      }),
    );

    it(
      'is for everybody',
      world.telling(async () => {
        await settled(page);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await sidewaysBy(page)).toBe(0);
        expect(complaints.take()).toEqual([]);
      }),
    );
  });
});
