import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { CATALOG } from '@kenny/contract/agent';
import type { TaskView } from '@kenny/contract/web';
import { anApproval } from '../../../../test/an-approval';
import { aTask } from '../../../../test/a-task';
import { ApiClient } from '../../core/http/api-client';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { Session } from '../../core/session/session';
import { Tasks } from './tasks';

const HELPER = {
  id: 'helper',
  name: 'Club helper',
  enabled: true,
  available: true,
  reason: null,
  description: 'Helps.',
};

const OFF = { ...HELPER, id: 'off', name: 'Off helper', enabled: false, reason: null };
const BARE = { ...HELPER, id: 'bare', name: 'Bare helper', available: false, reason: 'no engine' };

async function shown(
  tasks: readonly TaskView[],
  types: object[] = [HELPER],
  reaches: () => boolean = () => true,
) {
  const asked: unknown[] = [];
  const problems: string[] = [];
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      {
        provide: ApiClient,
        useValue: {
          tasks: (query: unknown) => {
            asked.push(query);
            return Promise.resolve({ tasks, total: tasks.length, next_cursor: null });
          },
          catalog: () => Promise.resolve(CATALOG),
          agentTypes: () =>
            Promise.resolve({
              ...{ types: [...types], problems: [...problems], total: types.length },
              file: '/srv/kenny/agent-types.json',
            }),
        },
      },
      { provide: Session, useValue: { reaches, mayDecide: () => true } },
    ],
  });
  const fixture = TestBed.createComponent(Tasks);
  await fixture.whenStable();
  const page = fixture.nativeElement as HTMLElement;
  const settle = () => fixture.whenStable();
  return { page, text: page.textContent ?? '', asked, types, problems, settle };
}

describe('the list of tasks', () => {
  // The list is read again by an interval, which must not come by on a slow machine.
  beforeEach(() => jest.spyOn(globalThis, 'setInterval').mockReturnValue(0 as never));
  afterEach(() => jest.restoreAllMocks());

  it('says what a task is while there is none, and asks for the list once', async () => {
    const { page, text, asked } = await shown([]);
    expect(text).toMatch(
      /with no page open, and its result waits here for you.*No tasks yet\..*Club helper can take one/s,
    );
    expect(page.querySelector('a[href="/tasks/new"]')).not.toBeNull();
    expect(asked).toEqual([{ agent_type: undefined, limit: 100, cursor: undefined }]);
  });

  it('offers ideas that fill the form, until there are a few tasks', async () => {
    const { page } = await shown([aTask({ state: 'COMPLETED' })]);
    const [idea] = page.querySelectorAll('[aria-label=Ideas] a');
    const address = new URL(idea?.getAttribute('href') ?? '', 'https://kenny.example');
    expect([address.pathname, address.searchParams.get('say')]).toEqual([
      ...['/tasks/new', idea?.textContent],
    ]);
    const many = Array.from({ length: 4 }, (_, at) => aTask({ id: `t${at}` }));
    TestBed.resetTestingModule();
    expect((await shown(many)).page.querySelector('[aria-label=Ideas]')).toBeNull();
  });

  it('has what needs a person first, with why', async () => {
    const { page, text } = await shown([
      aTask({ id: 'a', title: 'Later', state: 'TODO', agent_type: 'helper' }),
      aTask({
        ...{ id: 'b', title: 'Printer', state: 'WAITING_FOR_INPUT' },
        waits_for: [{ kind: 'approval', id: 'apr_1' }],
      }),
      aTask({ id: 'c', title: 'Queue', state: 'QUEUED', queue_position: 2 }),
    ]);
    expect(text).toContain('Club helper ·');
    const review = [...page.querySelectorAll('a')].filter((one) => /Review/.test(one.textContent));
    expect(review.map((one) => one.getAttribute('href'))).toEqual(['/tasks/b/approval/apr_1']);
    const places = [
      'Needs you',
      'A change is waiting for approval.',
      'Running and queued',
      'Place 2 in the queue.',
      'Not started',
    ];
    const found = places.map((words) => text.indexOf(words));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found).not.toContain(-1);
  });

  it('names the change that it waits for', async () => {
    const waiting = aTask({
      ...{ state: 'WAITING_FOR_INPUT', waits_for: [{ kind: 'approval', id: 'apr_1' }] },
    });
    const { page, settle } = await shown([waiting]);
    TestBed.inject(ApprovalsStore).know(anApproval({ tool: 'disk_clean', args: {} }));
    await settle();
    expect(page.querySelector('.why')?.textContent).toMatch(
      /Free up space on pc1 waits for approval\./,
    );
  });

  it('begins with what a task takes while no AI agent can run, and offers none until then', async () => {
    const { page, text } = await shown([aTask({ state: 'COMPLETED' })], [BARE]);
    const places = [
      'It goes on with no page open',
      'First, set up an AI agent',
      'Bare helper',
      'Done',
    ];
    const found = places.map((words) => text.indexOf(words));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found).not.toContain(-1);
    expect(page.querySelector('a[href="/tasks/new"]')).toBeNull();
  });

  it('shows the AI agents that can run, and folds away those that are off or not set up', async () => {
    const { page } = await shown([], [OFF, HELPER, BARE]);
    const named = (list: string) =>
      page.querySelector(`ul[aria-label="${list}"]`)?.textContent ?? '';
    expect(named('AI agents')).toContain('Club helper');
    expect(named('AI agents')).not.toMatch(/Off helper|Bare helper/);
    const folds = [...page.querySelectorAll('details')];
    expect(folds.map(({ open }) => open)).toEqual([false, false]);
    expect(folds.map((fold) => fold.querySelector('summary')?.textContent.trim())).toEqual([
      'AI agents 1 ready',
      'More AI agents',
    ]);
    expect(named('More AI agents')).toMatch(/Off helper.*off.*Bare helper.*cannot run.*no engine/s);
  });

  it('begins with the easiest AI agent where none can run, with one line to copy', async () => {
    const claude = { ...BARE, id: 'claude-agent', name: 'Claude', enabled: false, built_in: true };
    const codex = { ...claude, id: 'codex', name: 'Codex' };
    const { page } = await shown([], [BARE, claude, codex]);
    expect([...page.querySelectorAll('h2')].at(-1)?.textContent).toBe('First, set up an AI agent');
    const rows = (list: string) =>
      [...page.querySelectorAll(`ul[aria-label="${list}"] > li`)].map((row) => row.textContent);
    const [first = '', ...none] = rows('AI agents');
    expect(none).toEqual([]);
    expect(first).toMatch(/Claude\s+not set up\s*Helps\./);
    // Nobody turns on what cannot run.
    expect(first).not.toMatch(/Turn on/);
    expect(first).toMatch(/Get a key.*Open a terminal.*Paste this line.*Come back here/s);
    expect(first).toContain('adds one entry to /srv/kenny/agent-types.json.');
    expect(first).toContain('Still missing: no engine.');
    expect([...page.querySelectorAll('details')].filter(({ open }) => open)).toHaveLength(1);
    expect(rows('More AI agents')).toEqual([
      expect.stringContaining('Codex'),
      expect.stringMatching(/Bare helper.*no engine/s),
    ]);
    const lines = [
      ...page.querySelectorAll('[aria-label="AI agents"] kenny-agent-setup code.main'),
    ];
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'npm install -g @agentclientprotocol/claude-agent-acp && kenny task types --add claude-agent',
    ]);
  });

  it('begins with the one that only has to be turned on, and says a reason once', async () => {
    const other = { ...BARE, id: 'other', name: 'Other helper' };
    const { page, text } = await shown([], [BARE, other, OFF]);
    expect(page.querySelector('ul[aria-label="AI agents"]')?.textContent).toMatch(
      /Off helper.*Turn on/s,
    );
    expect(text.match(/no engine/g)).toHaveLength(1);
  });

  it('asks for no key where the file names the AI agent already', async () => {
    const { page } = await shown([], [{ ...BARE, id: 'codex', built_in: false }]);
    const lines = [...page.querySelectorAll('kenny-agent-setup code.main')];
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'npm install -g @agentclientprotocol/codex-acp',
    ]);
  });

  it('shows no lines to somebody who is no admin', async () => {
    const claude = { ...BARE, id: 'claude-agent' };
    const { page, text } = await shown([], [claude], () => false);
    expect(text).toContain('No AI agent can run yet. Ask an admin.');
    expect(page.querySelector('kenny-agent-setup')).toBeNull();
    expect(text).not.toContain('Check again');
  });

  it('reads the file anew when asked, says what is wrong, and offers a task once one can run', async () => {
    const { page, types, problems, settle } = await shown([], [BARE]);
    const check = async () => {
      const buttons = [...page.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent.trim() === 'Check again')?.click();
      await settle();
    };
    problems.push('types.0.id: codex is there twice');
    await check();
    expect(page.textContent).toContain('0 of 1 AI agents can run.');
    expect(page.querySelector('[role=alert]')?.textContent).toMatch(
      /counts as empty until this is corrected:\s+types\.0\.id: codex is there twice/,
    );
    types.push(HELPER);
    await check();
    expect(page.querySelector('a[href="/tasks/new"]')).not.toBeNull();
  });

  it('checks by itself while none can run, so that whoever set one up sees it', async () => {
    const every = jest.mocked(globalThis.setInterval).mock;
    const { page, types, settle } = await shown([], [BARE]);
    const again = every.calls.find(([, ms]) => ms === 10_000)?.[0];
    types.push(HELPER);
    again?.();
    await settle();
    expect(page.querySelector('a[href="/tasks/new"]')).not.toBeNull();
    expect(page.textContent).toContain('Club helper can take one');
  });
});
