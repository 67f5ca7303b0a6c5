import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { TASK_PRIORITY, type TaskDetail } from '@kenny/contract/web';
import { aTask } from '../../../../test/a-task';
import { ApiClient } from '../../core/http/api-client';
import { Session } from '../../core/session/session';
import { LiveSocket } from '../../core/subscriptions/live-socket';
import { TaskPage } from './task-page';

const QUEUED = { state: 'QUEUED', queue_position: 3, priority: 0 } as const;

/** The page of that task, and what is asked of the server when somebody presses a button. */
async function opened(task: TaskDetail) {
  const asked: unknown[] = [];
  const note = (word: string) => (id: string, body?: unknown) => {
    asked.push([word, id, body]);
    return Promise.resolve({});
  };
  const api = {
    task: () => Promise.resolve(task),
    taskLogs: () => Promise.resolve({ task_id: task.id, logs: [], total: 0 }),
    reprioritiseTask: note('move'),
    dequeueTask: note('take out'),
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
        useValue: { me: () => ({ id: 'anna', scope: 'operator' }), mayDecide: () => false },
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

  it('does not offer to move what is next anyway', async () => {
    const { buttons } = await opened(aTask({ ...QUEUED, queue_position: 1 }));
    expect(buttons()).toEqual(['Remove from queue', 'Delete…']);
  });

  it("leaves somebody else's task alone", async () => {
    const { buttons } = await opened(aTask({ ...QUEUED, owner_id: 'ben' }));
    expect(buttons()).toEqual([]);
  });
});
