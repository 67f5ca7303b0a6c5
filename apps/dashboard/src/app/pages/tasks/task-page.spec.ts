import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import {
  TASK_PRIORITY,
  type ApprovalView,
  type PausedRequester,
  type TaskDetail,
  type TaskState,
} from '@kenny/contract/web';
import { anApproval } from '../../../../test/an-approval';
import { aPc } from '../../../../test/a-pc';
import { aTask, NOTHING_ASKED } from '../../../../test/a-task';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { RequestsInView } from '../../core/notifications/requests-in-view';
import { Session } from '../../core/session/session';
import { LiveSocket } from '../../core/subscriptions/live-socket';
import { TaskPage } from './task-page';

const QUEUED = { state: 'QUEUED', queue_position: 3, priority: 0 } as const;

const LOGS = [
  {
    ...{ type: 'status', timestamp: '2026-11-21T20:00:00Z', seq: 1, task_id: 't1' },
    data: { status: 'started' },
  },
];

/** The page of that task, and what is asked of the server when somebody presses a button. */
async function opened(
  task: TaskDetail,
  logs: object[] = [],
  approvals: readonly ApprovalView[] = [],
  mayDecide = false,
) {
  const asked: unknown[] = [];
  const note = (word: string) => (id: string, body?: unknown) => {
    asked.push([word, id, body]);
    return Promise.resolve({});
  };
  const api = {
    task: () => Promise.resolve(task),
    taskLogs: () => Promise.resolve({ task_id: task.id, logs, total: logs.length }),
    approvals: () => Promise.resolve({ items: approvals }),
    reprioritiseTask: note('move'),
    dequeueTask: note('take out'),
    resumeRequester: note('resume'),
  };
  const socket = {
    whenOpen: (open: () => void) => {
      open();
      return () => undefined;
    },
    on: () => () => undefined,
    request: () => Promise.resolve({ success: true, task_id: task.id, seq: 0 }),
  };
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      { provide: ApiClient, useValue: api },
      { provide: LiveSocket, useValue: socket },
      {
        provide: Session,
        useValue: { me: () => ({ id: 'anna', scope: 'operator' }), mayDecide: () => mayDecide },
      },
    ],
  });
  const fixture = TestBed.createComponent(TaskPage);
  fixture.componentRef.setInput('id', task.id);
  await fixture.whenStable();
  // What was asked meanwhile is answered, and drawn.
  await new Promise((answered) => setTimeout(answered));
  await fixture.whenStable();
  const page = fixture.nativeElement as HTMLElement;
  const buttons = () =>
    [...page.querySelectorAll('.act button')].map((button) => button.textContent.trim());
  const press = async (words: string) => {
    const found = [...page.querySelectorAll<HTMLButtonElement>('.act button')].find(
      (button) => button.textContent.trim() === words,
    );
    if (!found) throw new Error(`there is no button "${words}"`);
    found.click();
    await fixture.whenStable();
  };
  return { page, asked, buttons, press };
}

/** jsdom has none. */
class NoObserver {
  readonly observe = () => undefined;
  readonly unobserve = () => undefined;
  readonly disconnect = () => undefined;
}

describe('the page of a task in the queue', () => {
  const real = globalThis.ResizeObserver;
  beforeEach(() => Object.assign(globalThis, { ResizeObserver: NoObserver }));
  afterEach(() => Object.assign(globalThis, { ResizeObserver: real }));

  it('says its place, moves it up, and takes it out', async () => {
    const { page, asked, buttons, press } = await opened(aTask(QUEUED));
    expect(page.textContent).toContain('Place 3 in the queue.');
    expect(buttons()).toEqual(['Run next', 'Remove from queue', 'Delete…']);
    await press('Run next');
    await press('Remove from queue');
    expect(asked).toEqual([
      ['move', 't1', { priority: TASK_PRIORITY.most }],
      ['take out', 't1', undefined],
    ]);
  });

  it('can be done again once it is done', async () => {
    const { page } = await opened(aTask({ state: 'COMPLETED' }));
    const again = page.querySelector('.act a');
    expect([again?.textContent.trim(), again?.getAttribute('href')]).toEqual([
      ...['Do it again…', '/tasks/new?like=t1'],
    ]);
  });

  it('does not offer to move what is next anyway', async () => {
    const { buttons } = await opened(aTask({ ...QUEUED, queue_position: 1 }));
    expect(buttons()).toEqual(['Remove from queue', 'Delete…']);
  });

  it("leaves somebody else's task alone", async () => {
    const { buttons } = await opened(aTask({ ...QUEUED, owner_id: 'ben' }));
    expect(buttons()).toEqual([]);
  });

  it('has what waits for a person first, and folds what only the programs told', async () => {
    const waits_for = [{ kind: 'approval', id: 'apr_1' }] as const;
    const { page } = await opened(
      aTask({ state: 'WAITING_FOR_INPUT', waits_for: [...waits_for] }),
      [...LOGS],
    );
    const waits = page.querySelector('[aria-label="Waiting for you"]');
    expect(waits?.textContent).toContain('A change waits for approval.');
    expect(waits?.querySelector('a')?.getAttribute('href')).toBe('/tasks/t1/approval/apr_1');
    const log = page.querySelector('details.log');
    expect(log?.hasAttribute('open')).toBe(false);
    expect(log?.textContent).toContain('The AI agent has started.');
    expect(page.querySelector('.items')?.textContent).not.toContain('has started');
  });

  it.each([
    ['WAITING_FOR_INPUT', 'Waiting', 'waiting: See what is large', 'Send next'],
    ['REVIEW', 'Not finished', 'See what is large · not done', 'Send'],
  ] as const)('in %s says of nothing that it runs', async (state, tool, step, send) => {
    const update = (seq: number, data: object) => ({
      ...{ type: 'update', timestamp: '2026-11-21T20:00:00Z', seq, task_id: 't1' },
      data,
    });
    const { page } = await opened(aTask({ state }), [
      update(1, {
        sessionUpdate: 'tool_call',
        toolCallId: 'a',
        title: 'Look',
        status: 'in_progress',
      }),
      update(2, { sessionUpdate: 'tool_call', toolCallId: 'b', title: 'Ask', status: 'completed' }),
      update(3, {
        sessionUpdate: 'plan',
        entries: [{ content: 'See what is large', status: 'in_progress', priority: 'high' }],
      }),
    ]);
    const states = [...page.querySelectorAll('.tool .state')].map((one) => one.textContent);
    expect(states).toEqual([tool, 'Done']);
    expect(page.querySelector('aside')?.textContent).toContain(step);
    const ended = 'It has ended its work before the end of its plan: read it, then reply';
    expect(page.textContent.includes(ended)).toBe(state === 'REVIEW');
    expect(page.querySelector('kenny-task-composer button')?.textContent.trim()).toBe(send);
  });

  it('shows of a plan that has ended which steps were not done', async () => {
    const plan = (...statuses: string[]) => ({
      ...{ type: 'update', timestamp: '2026-11-21T20:00:00Z', seq: 1, task_id: 't1' },
      data: {
        sessionUpdate: 'plan',
        entries: statuses.map((status) => ({ content: 'Step', status, priority: 'high' })),
      },
    });
    const stepsIn = async (state: TaskState) => {
      TestBed.resetTestingModule();
      const { page } = await opened(aTask({ state }), [
        plan('completed', 'in_progress', 'pending'),
      ]);
      return [...page.querySelectorAll('aside li')].map((one) => one.textContent.trim());
    };
    expect(await stepsIn('REVIEW')).toEqual(['done: Step', 'Step · not done', 'Step · not done']);
    expect(await stepsIn('IN_PROGRESS')).toEqual(['done: Step', 'now: Step', 'to do: Step']);
  });

  it('says that its AI agent has no tools yet only until it has used one', async () => {
    const task = aTask({
      state: 'IN_PROGRESS',
      tools: { initialized_at: null, listed_at: null, calls: 0 },
    });
    const { page } = await opened(task);
    expect(page.textContent).toContain('has not connected to kenny’s tools yet');
    TestBed.resetTestingModule();
    const used = {
      sessionUpdate: 'tool_call',
      toolCallId: 'a',
      title: 'Look',
      status: 'completed',
    };
    const step = { type: 'update', timestamp: '2026-11-21T20:00:00Z', seq: 1, task_id: 't1' };
    const { page: later } = await opened(task, [{ ...step, data: used }]);
    expect(later.textContent).not.toContain('has not connected to kenny’s tools yet');
  });

  it('says what came of what its AI agent asked for, and what is to be done', async () => {
    const by = { kind: 'task', id: 't1', name: 'Why?', session_id: null, turn_id: null } as const;
    const ended = { requested_by: by, ended_at: '2026-11-21T20:05:00Z' };
    const { page } = await opened(
      aTask({ state: 'REVIEW' }),
      [],
      [
        anApproval({ ...ended, id: 'apr_1', state: 'done' }),
        anApproval({
          ...{ ...ended, id: 'apr_2', state: 'denied' },
          seq: 2,
        }),
        anApproval({ ...ended, id: 'apr_3', requested_by: { ...by, id: 't2' } }),
        anApproval({ requested_by: by, id: 'apr_4' }),
      ],
    );
    expect(page.textContent).toContain('read it, then reply or mark it as done.');
    const requests = page.querySelector('[aria-label="What came of its requests"]');
    expect(requests?.textContent).toMatch(/Done.*Run a shell command.*Denied/s);
    const links = [...(requests?.querySelectorAll('a') ?? [])];
    expect(links.map((link) => link.getAttribute('href')).sort()).toEqual([
      '/approvals/apr_1',
      '/approvals/apr_2',
    ]);
  });

  it('says what it has changed in its whole life, and nothing of one that has not begun', async () => {
    const changes = { ...NOTHING_ASKED, done: 1, denied: 1 };
    const said = async (task: Partial<TaskDetail>) => {
      TestBed.resetTestingModule();
      return (await opened(aTask(task))).page.querySelector('.changed')?.textContent;
    };
    expect(await said({ state: 'REVIEW' })).toBe('It has changed nothing so far.');
    expect(await said({ state: 'REVIEW', changes })).toBe('2 changes requested: 1 done, 1 denied.');
    expect(await said({ state: 'COMPLETED' })).toBe('It has changed nothing.');
    expect(await said({ state: 'TODO' })).toBeUndefined();
  });

  it('says that it is paused; who can approve resumes it there', async () => {
    const paused: PausedRequester = {
      ...{ id: 'rqr_1', door: 'task', approval_id: 'apr_1', agent_id: 'pc1' },
      requested_by: { kind: 'task', id: 't1', name: 'Why?', session_id: 's1', turn_id: null },
      paused_at: '2026-11-21T20:00:00Z',
    };
    const task = aTask({ state: 'REVIEW', paused });
    const { page } = await opened(task);
    const note = page.querySelector('kenny-task-pause');
    expect(note?.textContent).toContain('Paused after too many denials in a row');
    expect(note?.textContent).toContain('until somebody who can approve resumes it');
    expect(note?.querySelector('button')).toBeNull();
    TestBed.resetTestingModule();
    const { page: mine, asked } = await opened(task, [], [], true);
    mine.querySelector<HTMLButtonElement>('kenny-task-pause button')?.click();
    expect(asked).toEqual([['resume', 'rqr_1', undefined]]);
  });

  it('says that its PC takes no changes', async () => {
    const agents = [aPc({ agent_id: 'pc1', name: 'Attic' })].map((pc) => ({
      ...pc,
      meta: pc.meta && { ...pc.meta, remote_control: false },
    }));
    jest
      .spyOn(FleetStore.prototype, 'agent')
      .mockImplementation((id) => agents.find(({ agent_id }) => agent_id === id));
    const { page } = await opened(aTask({ state: 'IN_PROGRESS' }));
    expect(page.querySelector('kenny-task-pause')?.textContent).toContain(
      'Remote control is off at Attic',
    );
    jest.restoreAllMocks();
  });

  it('says that it ended because its last request was denied', async () => {
    const by = { kind: 'task', id: 't1', name: 'Why?', session_id: null, turn_id: null } as const;
    const denied = anApproval({ id: 'apr_1', requested_by: by, state: 'denied' });
    const { page } = await opened(aTask({ state: 'REVIEW' }), [], [denied]);
    expect(page.querySelector('.why')?.textContent).toContain(
      'after its last request was denied: read',
    );
  });

  it('begins at its top where it is long, so that its title is seen', async () => {
    const page = document.documentElement;
    jest.spyOn(page, 'clientHeight', 'get').mockReturnValue(600);
    jest.spyOn(page, 'scrollHeight', 'get').mockReturnValue(3_000);
    const grown: ((entries: []) => void)[] = [];
    const observer = function (changed: (entries: []) => void) {
      grown.push(changed);
      return new NoObserver();
    };
    Object.assign(globalThis, { ResizeObserver: observer });
    page.scrollTop = 0;
    await opened(aTask({ state: 'REVIEW' }));
    expect(grown).not.toEqual([]);
    for (const one of grown) one([]);
    expect(page.scrollTop).toBe(0);
    jest.restoreAllMocks();
  });

  it('shows its requests before it says that it waits: nothing pops up over it', async () => {
    const by = { kind: 'task', id: 't1', name: 'Why?', session_id: null, turn_id: null } as const;
    await opened(
      aTask({ state: 'IN_PROGRESS' }),
      [],
      [
        anApproval({ requested_by: by, id: 'apr_1' }),
        anApproval({ requested_by: { ...by, id: 't2' }, id: 'apr_2' }),
      ],
    );
    expect([...TestBed.inject(RequestsInView).ids()]).toEqual(['apr_1']);
  });
});
