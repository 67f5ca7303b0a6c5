import { API_PATHS, type AuditList, type RuleList } from '@kenny/contract';
import type { Browser, Page } from 'playwright-core';
import {
  accessibilityFaults,
  describeInBrowser,
  keepPicture,
  logIn,
  openBrowser,
} from './harness/browser.js';
import { aViewer, forEverybody } from './harness/for-everybody.js';
import { Installation } from './harness/installation.js';
import { aWorld } from './harness/world.js';

const world = aWorld();

describeInBrowser('the policy in a real browser', (executable) => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    installation = await Installation.up(world, 'policy');
    browser = await openBrowser(executable);
    page = await browser.newPage();
    await logIn(page, installation.api);
    await page.goto(`${installation.api.url}/policy`);
    await page.getByRole('heading', { name: 'Try a command' }).waitFor();
  });
  afterAll(() => browser?.close());

  async function tryCommand(command: string): Promise<void> {
    await page.getByLabel('What would run').selectOption('shell_exec');
    await page.getByLabel('Command', { exact: true }).fill(command);
    await page.getByRole('button', { name: 'Check' }).click();
  }

  it(
    'answers what runs without asking, what needs approval and what is never run',
    world.telling(async () => {
      for (const title of [
        /^Runs without asking \d+ tools/,
        /^Needs approval \d+ tools/,
        'What is never run',
      ])
        await page.getByRole('heading', { name: title }).waitFor();
      const asks = page.locator('[data-answer=asks]');
      await asks.getByText('Show all').click();
      await asks.getByText('Run a shell command').waitFor();
      await page.locator('kenny-built-in-rules').getByText('Deletes documents, photos').click();
      await page.getByText('deletes the system, a part of it or a whole home').first().waitFor();
      await forEverybody(page, 'policy');
    }),
    60_000,
  );

  it(
    'finds rules in the words of people, and keeps the search in the address',
    world.telling(async () => {
      const panel = page.locator('kenny-built-in-rules');
      const field = panel.getByRole('searchbox', { name: 'Search' });
      await field.fill('deleting photos');
      await panel.getByText("deletes people's documents by kind").waitFor();
      await panel.getByText(/\d+ of \d+ rules/).waitFor();
      await page.waitForURL(/q=deleting/);
      await field.fill('backups');
      await panel.getByText('deletes backups or switches recovery off').waitFor();
      expect(await panel.getByText("deletes people's documents by kind").count()).toBe(0);
      await forEverybody(page, 'policy-search');
      await page.reload();
      await panel.getByText('deletes backups or switches recovery off').waitFor();
      expect(await field.inputValue()).toBe('backups');
      await field.fill('xylophone');
      await panel.getByText('No built-in rule is about that.').waitFor();
      await field.fill('');
      await page.waitForURL(({ search }) => search === '');
    }),
    60_000,
  );

  it(
    'judges a call without running it: blocked as written, blocked in disguise, or not at all',
    world.telling(async () => {
      await page.getByRole('button', { name: 'Fill in an example' }).click();
      expect(await page.getByLabel('Command', { exact: true }).inputValue()).toBe('rm -rf /home');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('Blocked.').waitFor();
      await tryCommand('rm -rf /');
      await page.getByText('Blocked.').waitFor();
      await page.getByText('Matched the text as typed.').waitFor();
      await tryCommand("r''m -rf /");
      await page.getByText('only as a shell would read it').waitFor();
      await forEverybody(page, 'policy-refused');
      await tryCommand('echo <b>hello</b>');
      await page.getByText('Not blocked.').waitFor();
      const { items } = (await installation.api.get<AuditList>(`${API_PATHS.audit}?kind=call`))
        .body;
      expect(items.filter(({ tool }) => tool === 'shell_exec')).toEqual([]);
    }),
    60_000,
  );

  it(
    'refuses an expression that no PC can read',
    world.telling(async () => {
      await page.setViewportSize({ width: 1440, height: 1000 });
      await page.getByRole('button', { name: 'New rule' }).click();
      await page.getByLabel('Block what contains').selectOption('A regular expression');
      await page.getByLabel('Pattern').fill('(a');
      await page.getByLabel('Name').fill('no-reboot');
      await page.getByLabel('Why').fill('Ask <i>Anna</i> first.');
      await page.getByRole('button', { name: 'Add rule' }).click();
      await page.getByRole('alert').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Cancel' }).click();
    }),
    60_000,
  );

  it(
    'adds a rule in plain words that every PC obeys, tries it first, and takes it off again',
    world.telling(async () => {
      await page.getByRole('button', { name: 'New rule' }).click();
      await page.getByLabel('Word or phrase').fill('reboot');
      await page.getByText('(?i)\\breboot\\b').waitFor();
      await page.getByLabel('Try it on a command or path').fill('sudo reboot');
      await page.getByRole('button', { name: 'Try' }).click();
      await page.getByText('Blocked by this rule.').waitFor();
      await page.getByText('No other rule blocks it.').waitFor();
      await page.getByLabel('Try it on a command or path').fill('rm -rf /');
      await page.getByRole('button', { name: 'Try' }).click();
      await page.getByText('Not blocked by this rule.').waitFor();
      await page.getByText('blocks it already').waitFor();
      await forEverybody(page, 'policy-new-rule');
      await page.getByLabel('Why').fill('Ask <i>Anna</i> first.');
      await page.getByRole('button', { name: 'Add rule' }).click();
      await page.getByText('Ask <i>Anna</i> first.').waitFor();
      await tryCommand('reboot');
      await page.getByText('Blocked.').waitFor();
      const refused = await installation.api.tool('shell_exec', installation.agentId, {
        command: 'reboot',
      });
      expect(refused.body.error.code).toBe('blocked');
      await keepPicture(page, 'policy-rule');
      await page.getByRole('button', { name: 'Remove no-reboot' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove rule' }).click();
      await page.getByText('No custom rules yet.').waitFor();
      const { items } = (await installation.api.get<RuleList>(API_PATHS.policyRules)).body;
      expect(items).toEqual([]);
    }),
    60_000,
  );

  it(
    'requires two approvals on a PC, and one again',
    world.telling(async () => {
      await page.getByLabel('PC', { exact: true }).fill(installation.agentId);
      await page.getByRole('button', { name: 'Require two approvals' }).click();
      const question = page.getByRole('dialog');
      await question.getByText('Only you can approve here').waitFor();
      await forEverybody(page, 'policy-too-few');
      await question.getByRole('button', { name: 'Require anyway' }).click();
      const list = page.getByRole('list', { name: 'PCs that need two approvals' });
      await list.getByText(installation.agentId).first().waitFor();
      const { required } = await installation.api.ask('shell_exec', installation.agentId, {
        command: 'echo two',
      });
      expect(required).toBe(2);
      await list.getByRole('button', { name: /^Remove/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No PC needs two approvals.').waitFor();
    }),
    60_000,
  );

  it(
    'tells a viewer that the rules are for operators',
    world.telling(async () => {
      const theirs = await aViewer(browser, installation.api);
      await theirs.goto(`${installation.api.url}/policy`);
      await theirs.getByText('Only operators can see the rules.').waitFor();
      expect(await accessibilityFaults(theirs)).toEqual([]);
      await theirs.context().close();
    }),
    60_000,
  );
});
