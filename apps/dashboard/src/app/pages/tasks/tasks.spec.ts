import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { TaskView } from '@kenny/contract/web';
import { aTask } from '../../../../test/a-task';
import { ApiClient } from '../../core/http/api-client';
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
          taskStatus: () =>
            Promise.resolve({ active_agents: 1, max_concurrent: 3, queued_tasks: 2 }),
          agentTypes: () =>
            Promise.resolve({ types: [...types], problems: [...problems], total: types.length }),
        },
      },
      { provide: Session, useValue: { reaches } },
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
    const { text, asked } = await shown([]);
    expect(text).toContain('No tasks yet.');
    expect(text).toContain('1 of 3 running · 2 queued');
    expect(asked).toEqual([{ agent_type: undefined, limit: 100, cursor: undefined }]);
  });

  it('has what needs a person first, with why', async () => {
    const { text } = await shown([
      aTask({ id: 'a', title: 'Later', state: 'TODO', agent_type: 'helper' }),
      aTask({
        ...{ id: 'b', title: 'Printer', state: 'WAITING_FOR_INPUT' },
        waits_for: [{ kind: 'approval', id: 'apr_1' }],
      }),
      aTask({ id: 'c', title: 'Queue', state: 'QUEUED', queue_position: 2 }),
    ]);
    expect(text).toContain('Club helper ·');
    const places = [
      'Needs you',
      'A change is waiting for approval.',
      'Running and queued',
      'Place 2 in the queue.',
      'To do',
    ];
    const found = places.map((words) => text.indexOf(words));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found).not.toContain(-1);
  });

  it('shows the agents that can run, and folds away those that are off or not set up', async () => {
    const { page } = await shown([], [OFF, HELPER, BARE]);
    const named = (list: string) => page.querySelector(`[aria-label="${list}"]`)?.textContent ?? '';
    expect(named('Agents')).toContain('Club helper');
    expect(named('Agents')).not.toMatch(/Off helper|Bare helper/);
    const folded = page.querySelector('details');
    expect(folded?.open).toBe(false);
    expect(folded?.querySelector('summary')?.textContent).toBe('More agents');
    expect(named('More agents')).toMatch(/Off helper.*off.*Bare helper.*cannot run.*no engine/s);
  });

  it('begins with the easiest agent where none can run, with lines to copy', async () => {
    const claude = { ...BARE, id: 'claude-agent', name: 'Claude', enabled: false, built_in: true };
    const codex = { ...claude, id: 'codex', name: 'Codex' };
    const { page } = await shown([], [BARE, claude, codex]);
    expect([...page.querySelectorAll('h2')].at(-1)?.textContent).toBe('Set up an agent');
    const rows = (list: string) =>
      [...page.querySelectorAll(`[aria-label="${list}"] > li`)].map((row) => row.textContent);
    const [first = '', ...none] = rows('Agents');
    expect(none).toEqual([]);
    expect(first).toMatch(/Claude\s+not set up\s*Helps\./);
    // Why it cannot run stands with the lines; nobody turns on what cannot run.
    expect(first).toContain('Last check: no engine.');
    expect(first).not.toContain('Turn on');
    expect([...page.querySelectorAll('details')].some(({ open }) => open)).toBe(false);
    expect(rows('More agents')).toEqual([
      expect.stringContaining('Codex'),
      expect.stringMatching(/Bare helper.*no engine/s),
    ]);
    const lines = [...page.querySelectorAll('[aria-label="Agents"] kenny-agent-setup code')];
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'npm install -g @agentclientprotocol/claude-agent-acp',
      'kenny task types --add claude-agent',
    ]);
  });

  it('begins with the one that only has to be turned on, and says a reason once', async () => {
    const other = { ...BARE, id: 'other', name: 'Other helper' };
    const { page, text } = await shown([], [BARE, other, OFF]);
    expect(page.querySelector('[aria-label="Agents"]')?.textContent).toMatch(
      /Off helper.*Turn on/s,
    );
    expect(text.match(/no engine/g)).toHaveLength(1);
  });

  it('asks for no key where the file names the agent already', async () => {
    const { page } = await shown([], [{ ...BARE, id: 'codex', built_in: false }]);
    const lines = [...page.querySelectorAll('kenny-agent-setup code')];
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'npm install -g @agentclientprotocol/codex-acp',
    ]);
  });

  it('shows no lines to somebody who is no admin', async () => {
    const claude = { ...BARE, id: 'claude-agent' };
    const { page, text } = await shown([], [claude], () => false);
    expect(text).toContain('No agent can run yet. Ask an admin.');
    expect(page.querySelector('kenny-agent-setup')).toBeNull();
    expect(text).not.toContain('Check again');
  });

  it('reads the file anew when asked, and says what is wrong with it', async () => {
    const { page, types, problems, settle } = await shown([], [BARE]);
    types.push(HELPER);
    problems.push('types.0.id: codex is there twice');
    const buttons = [...page.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent.trim() === 'Check again')?.click();
    await settle();
    expect(page.textContent).toContain('Checked: 1 of 2 agents can run.');
    expect(page.querySelector('[role=alert]')?.textContent).toMatch(
      /counts as empty until this is corrected:\s+types\.0\.id: codex is there twice/,
    );
  });
});
