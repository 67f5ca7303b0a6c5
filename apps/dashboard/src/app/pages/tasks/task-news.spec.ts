import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { TaskEventView } from '@kenny/contract/web';
import { aTask } from '../../../../test/a-task';
import { ApiClient } from '../../core/http/api-client';
import { Session } from '../../core/session/session';
import { TaskFollower } from '../../core/tasks/task-follower';
import { newsOf, NO_TIMELINE, withNews } from '../../core/tasks/timeline';
import { TaskPage } from './task-page';

const tool = (seq: number): TaskEventView => ({
  ...{ task_id: 't1', seq, type: 'update', timestamp: '2026-11-24T10:00:00.000Z' },
  agent_instance_id: null,
  data: { sessionUpdate: 'tool_call', toolCallId: `c${seq}`, title: 'Look', status: 'completed' },
});
const after = (...events: TaskEventView[]) => withNews(NO_TIMELINE, newsOf(events));

describe('the way to what is newest in a task', () => {
  const real = globalThis.ResizeObserver;
  const page = document.documentElement;
  beforeEach(() => {
    Object.assign(globalThis, {
      ResizeObserver: class {
        readonly observe = () => undefined;
        readonly unobserve = () => undefined;
        readonly disconnect = () => undefined;
      },
    });
    // jsdom lays nothing out.
    jest.spyOn(page, 'clientHeight', 'get').mockReturnValue(600);
    jest.spyOn(page, 'scrollHeight', 'get').mockReturnValue(2_000);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Object.assign(globalThis, { ResizeObserver: real });
  });

  it('is offered once something newer is out of view, not to whoever only reads further up', async () => {
    const timeline = signal(after(tool(1)));
    const nothing = () => undefined;
    const follower = {
      ...{ timeline, task: signal(aTask({ state: 'COMPLETED' })), error: signal(null) },
      ...{ open: nothing, close: nothing },
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: { approvals: () => Promise.resolve({ items: [] }) } },
        { provide: Session, useValue: { me: () => null, mayDecide: () => false } },
      ],
    });
    TestBed.overrideComponent(TaskPage, {
      set: { providers: [{ provide: TaskFollower, useValue: follower }] },
    });
    const fixture = TestBed.createComponent(TaskPage);
    fixture.componentRef.setInput('id', 't1');
    await fixture.whenStable();
    const offered = async () => {
      await fixture.whenStable();
      return (fixture.nativeElement as HTMLElement).textContent.includes('Jump to latest');
    };
    const scrollTo = (top: number) => {
      page.scrollTop = top;
      window.dispatchEvent(new Event('scroll'));
    };
    scrollTo(0);
    expect(await offered()).toBe(false);
    timeline.set(after(tool(1), tool(2)));
    expect(await offered()).toBe(true);
    scrollTo(1_400);
    expect(await offered()).toBe(false);
    scrollTo(0);
    expect(await offered()).toBe(false);
  });
});
