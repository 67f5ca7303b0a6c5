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
  reason: 'ready',
};

async function shown(tasks: readonly TaskView[]) {
  const asked: unknown[] = [];
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
          agentTypes: () => Promise.resolve({ types: [HELPER], problems: [], total: 1 }),
        },
      },
      { provide: Session, useValue: { reaches: () => true } },
    ],
  });
  const fixture = TestBed.createComponent(Tasks);
  await fixture.whenStable();
  return { text: (fixture.nativeElement as HTMLElement).textContent ?? '', asked };
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
});
