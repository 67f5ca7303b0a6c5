import { API_PATHS, SECTION_NAMES, type ApprovalView, type EventList } from '@kenny/contract';
import {
  aLog,
  aTelemetry,
  responseFixture,
  sectionFixture,
  type FakeHandler,
} from '@kenny/testing';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, drawn, keepPicture, logIn, openBrowser } from './harness/browser.js';
import { Complaints } from './harness/complaints.js';
import { dashboardPages, openPage, settled, sidewaysBy } from './harness/dashboard-pages.js';
import { eventually } from './harness/eventually.js';
import { FakeFleet } from './harness/fake-fleet.js';
import { hostileAgentOf, hostileTask } from './harness/hostile-task.js';
import { hostileStrings, Poisoner, UNSEEN } from './harness/hostile-text.js';
import { Installation } from './harness/installation.js';
import { target } from './harness/targets.js';
import { aWorld } from './harness/world.js';

/** A PC and an AI agent that say the corpus wherever text may stand; whoever asks writes it as well. */
const world = aWorld();

/** Of an element, in the page, as much as is used here. */
interface Clickable {
  readonly textContent: string;
  click(): void;
}
/** Each once: what closes its neighbours would be opened again and again. */
const OPEN_NEW = `(parts) => {
  window.tried ??= new WeakSet();
  const untried = parts.filter((part) => !window.tried.has(part));
  for (const part of untried) {
    window.tried.add(part);
    part.click();
  }
  return untried.length;
}`;
const PC = 'hostile-pc';
/** A link that an agent wrote in Markdown: it says where it leads, and that page learns nothing. */
const TOLD_LINK = 'kenny-markdown a[target=_blank][rel~=noreferrer][rel~=noopener]';
const LAST_LINE = 'the last line';
const READS = [
  ...(['diag_processes', 'diag_services', 'net_config'] as const),
  ...(['fs_folder_sizes', 'fs_list', 'fs_read'] as const),
];
/** A page that goes on bringing more to unfold is a fault. */
const MOST_UNFOLDED = 200;

describeInBrowser('pages that show what a hostile PC and a hostile agent sent', (executable) => {
  const poisoner = new Poisoner();
  const strings = hostileStrings();
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let complaints: Complaints;
  let waiting: ApprovalView[];
  let task = '';
  beforeAll(async () => {
    const serverEnv = { KENNY_TASKS_SANDBOX: 'off' };
    installation = await Installation.prepare(world, 'hostile', { serverEnv });
    hostileAgentOf(installation);
    await installation.startServer();
    const { api } = installation;
    const fleet = new FakeFleet(world, api);
    const handlers = Object.fromEntries(
      READS.map((tool): [string, FakeHandler] => [tool, () => poisonedResult(tool)]),
    );
    const hostname = strings[0]?.text ?? '';
    await fleet.join([{ id: PC, meta: { hostname }, handlers }]);
    fleet.agent(PC).send(telemetry());
    sendLog(fleet);
    await api.patch(API_PATHS.agent(PC), { name: strings[1]?.text });
    for (const tool of READS) await api.tool(tool, PC, argsOf(tool));
    waiting = await askedForChanges();
    task = await hostileTask(installation, PC);
    await eventually('the last line of the log is there', async () => {
      const { body } = await api.get<EventList>(API_PATHS.events);
      return body.items.find(({ message }) => message === LAST_LINE);
    });
    browser = await openBrowser(executable);
    const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
    page = await context.newPage();
    complaints = Complaints.of(page, api.url);
    await logIn(page, api);
    complaints.take([/401/]);
  }, 180_000);
  afterAll(() => browser?.close());

  /** Two of them in each line, or it would be more than a PC may send at once. */
  function sendLog(fleet: FakeFleet): void {
    const half = Math.ceil(strings.length / 2);
    for (const [at, { text: message }] of strings.slice(0, half).entries()) {
      const note = strings[at + half]?.text ?? '';
      fleet.agent(PC).send(aLog({ agent_id: PC, message, fields: { note } }));
    }
    fleet.agent(PC).send(aLog({ agent_id: PC, message: LAST_LINE }));
  }

  function telemetry() {
    const built = SECTION_NAMES.reduce(
      (so, name) => so.withRaw(name, poisoner.poison(sectionFixture(name), `section:${name}`)),
      aTelemetry(PC).collected(new Date().toISOString()),
    );
    // A protocol of later: shown raw.
    const later = Object.fromEntries(strings.map(({ name, text }) => [name, text]));
    return built
      .withRaw('later_section', { status: 'ok', summary: poisoner.text(), later })
      .frame();
  }

  function poisonedResult(tool: (typeof READS)[number]): Record<string, unknown> {
    const { result } = responseFixture(tool);
    return poisoner.poison(result ?? {}, `result:${tool}`);
  }

  function argsOf(tool: (typeof READS)[number]): Record<string, unknown> {
    return tool.startsWith('fs_') ? { path: '/srv/shared' } : {};
  }

  /** As many as may wait for one PC; the rest of the corpus stands in their reasons. */
  async function askedForChanges(): Promise<ApprovalView[]> {
    const asked: ApprovalView[] = [];
    for (const [at, text] of approvable().entries()) {
      const reason = strings[at]?.text.slice(0, 280);
      const body = { agent_id: PC, args: { command: text }, reason };
      const answer = await installation.api.post<{ approval?: ApprovalView }>(
        API_PATHS.tool('shell_exec'),
        body,
      );
      if (answer.body.approval) asked.push(answer.body.approval);
      if (asked.length === 5) return asked;
    }
    throw new Error('fewer changes were accepted than may wait');
  }

  /** Those that are hardest to show, first. */
  function approvable(): string[] {
    const first = ['bidi_override', 'tag_characters', 'long_word', 'image_error', 'zero_width'];
    const hard = strings.filter(({ name }) => first.includes(name));
    return [...hard, ...strings].map(({ text }) => `echo ${text}`);
  }

  /**
   * What is folded away is shown as well; the parts of a PC are pages of their own.
   * @returns what is wrong with what is open alone; the caller looks at the rest
   */
  async function unfold(): Promise<string[]> {
    const folded = page.locator(
      'main details:not([open]) > summary, main [aria-expanded=false]:not(a):not([role=combobox]):not([aria-haspopup])',
    );
    const faults: string[] = [];
    // Opening one may bring more of them. In the page: one that has gone meanwhile is not waited for.
    let left = MOST_UNFOLDED;
    for (; left > 0 && Number(await folded.evaluateAll(OPEN_NEW)) > 0; left -= 1) await drawn(page);
    if (left === 0) faults.push(`more to unfold after ${MOST_UNFOLDED} times`);
    await settled(page);
    // Of some only one is open at a time. By their words: elsewhere the same words may hide others.
    const openedAlone = new Set<string>();
    for (;;) {
      if (openedAlone.size === MOST_UNFOLDED)
        return [...faults, `more than ${MOST_UNFOLDED} parts that open alone`];
      const opened = await folded.evaluateAll(
        (parts, known) => {
          const next = (parts as unknown as Clickable[]).find(
            ({ textContent }) => !known.includes(textContent),
          );
          next?.click();
          return next?.textContent;
        },
        [...openedAlone],
      );
      if (opened === undefined) return faults;
      openedAlone.add(opened);
      await drawn(page);
      faults.push(...(await stayedText()));
    }
  }

  /** Nothing of the corpus has become more than text. */
  async function stayedText(): Promise<string[]> {
    const faults = complaints.take();
    const made = Number(await page.evaluate("document.querySelectorAll('[data-hostile]').length"));
    if (made > 0) faults.push(`${made} elements were made of text`);
    if ((await page.evaluate('window.hostile')) !== undefined) faults.push('a script of it ran');
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('a[href], area[href], [src]')].filter((one) => !one.matches('${TOLD_LINK}'))
        .map((one) => one.href ?? one.src)`,
    );
    const { url } = installation.api;
    faults.push(
      ...links
        .filter((to) => !to.startsWith(url) && !to.startsWith('blob:'))
        .map((to) => `leads to ${to}`),
    );
    const words = await page.evaluate<string[]>(`[
      document.title, document.body.innerText,
      ...[...document.querySelectorAll('*')].flatMap((one) =>
        [...one.attributes].filter(({ name }) => !name.startsWith('_ng')).map(({ name, value }) => name + '=' + value)),
    ]`);
    faults.push(
      ...words
        .map((text) => UNSEEN.exec(text))
        .filter((match) => match !== null)
        .map(({ 0: char, input, index }) => {
          const code = char.codePointAt(0)?.toString(16);
          return `U+${code} stands unmarked: ${JSON.stringify(input.slice(Math.max(0, index - 40), index + 10))}`;
        }),
    );
    const sideways = await sidewaysBy(page);
    if (sideways > 0) faults.push(`${sideways} px too wide`);
    return faults;
  }

  it(
    'show it as text, and as text only',
    world.telling(async () => {
      const found: string[] = [];
      let opened = 0;
      const subjects = {
        ...{ agentId: PC, approvalId: waiting[0]?.id ?? '' },
        tasks: { hostile: task },
      };
      for (const one of dashboardPages(subjects)) {
        if (!(await openPage(page, installation.api.url, one))) continue;
        const faults = await unfold();
        await keepPicture(page, `hostile-${one.name}`);
        opened += 1;
        for (const fault of [...faults, ...(await stayedText())])
          found.push(`${one.path}: ${fault}`);
      }
      expect(found).toEqual([]);
      target({
        ...{ what: 'hostile strings that became more than text', value: found.length },
        ...{
          unit: '',
          atMost: 0,
          judged: 'exact',
          note: `${strings.length} strings, ${opened} pages`,
        },
      });
    }),
    300_000,
  );

  it(
    'show each call to the letter before it is approved',
    world.telling(async () => {
      for (const { id, args } of waiting) {
        await openPage(page, installation.api.url, { name: 'sheet', path: `/approvals/${id}` });
        expect(await stayedText()).toEqual([]);
        const hidden = UNSEEN.exec(String(args['command']))?.[0];
        if (hidden === undefined) continue;
        const code = hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
        await page.getByText(`U+${code}`).first().waitFor();
      }
    }),
    120_000,
  );

  it(
    'show as text what people wrote about a PC',
    world.telling(async () => {
      const { api } = installation;
      // Controls and halves of characters are refused by the server.
      const kept = strings.map(({ text }) => text.replace(/\p{Cc}+/gu, ' ').trim()).filter(Boolean);
      const whole = (text: string, most: number) => text.slice(0, most).replace(/\p{Cs}/gu, '');
      const half = Math.ceil(kept.length / 2);
      for (let at = 0; at < half; at += 1) {
        const owner = whole(kept[at] ?? '', 64);
        const contact = whole(kept[at + half] ?? '', 200);
        const notes = `${owner}\n${contact}`;
        const answer = await api.patch(API_PATHS.agent(PC), { owner, contact, notes });
        expect([owner, contact, answer.status]).toEqual([owner, contact, 200]);
        await openPage(page, api.url, { name: 'pc', path: `/fleet/${PC}` });
        await page.getByRole('button', { name: 'About this PC' }).click();
        await page.locator('kenny-pc-notes details').waitFor();
        expect([owner, contact, await stayedText()]).toEqual([owner, contact, []]);
      }
    }),
    180_000,
  );

  it(
    'find it by the palette without believing it',
    world.telling(async () => {
      await page.goto(`${installation.api.url}/fleet`);
      await settled(page);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('onerror');
      await page.getByRole('option').first().waitFor();
      expect(await stayedText()).toEqual([]);
    }),
  );
});
