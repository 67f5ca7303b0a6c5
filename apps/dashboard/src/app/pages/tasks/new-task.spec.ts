import { jest } from '@jest/globals';
import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import type { CreateTaskBody } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { aTask } from '../../../../test/a-task';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { AgentTypes } from '../../core/tasks/agent-types';
import { TASK_EXAMPLES } from '../../core/tasks/task-examples';
import { NewTask } from './new-task';

const DONE = aTask({
  ...{ state: 'COMPLETED', title: 'Look through the disks', description: 'All of them.' },
  ...{ agents: ['pc1'], agent_type: 'made-up', priority: 5 },
});

describe('a new task', () => {
  let made: CreateTaskBody[];
  let fixture: ComponentFixture<NewTask>;
  const page = () => fixture.nativeElement as HTMLElement;
  const start = async () => {
    page().querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    await fixture.whenStable();
  };
  const say = async (text: string) => {
    const field = page().querySelector('input');
    if (!field) throw new Error('there is no field');
    field.value = text;
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
  };
  const press = async (where: string, nr: number) => {
    page().querySelectorAll<HTMLInputElement>(`${where} input`)[nr]?.click();
    await fixture.whenStable();
  };

  beforeEach(async () => {
    made = [];
    const types = [
      { id: 'made-up', name: 'Made-up', enabled: true, available: true, reason: null },
    ];
    const answer = { types };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: FleetStore, useValue: { agents: signal([aPc({ name: '<b>Mum</b>' })]) } },
        {
          provide: AgentTypes,
          useValue: {
            shown: () => ({
              ...{ value: signal(answer), ready: signal(true), busy: signal(false) },
              ...{ error: signal(null), retry: () => undefined },
            }),
          },
        },
        {
          provide: ApiClient,
          useValue: {
            createTask: (body: CreateTaskBody) => Promise.resolve(made.push(body) && aTask()),
            startTask: () => Promise.resolve({}),
            task: () => Promise.resolve(DONE),
          },
        },
      ],
    });
    jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    fixture = TestBed.createComponent(NewTask);
    await fixture.whenStable();
  });

  it('cannot be started or saved before it is whole, and says beside the button what is missing', async () => {
    const missing = () => page().querySelector('.acts [role=status]')?.textContent;
    const buttons = () =>
      [...page().querySelectorAll<HTMLButtonElement>('button[type=submit], .more button')].map(
        ({ disabled }) => disabled,
      );
    const both = 'Say what should be done. Choose all PCs, or at least one.';
    expect([missing(), buttons()]).toEqual([both, [true, true]]);
    await say('Find out why it is slow');
    expect([missing(), buttons()]).toEqual(['Choose all PCs, or at least one.', [true, true]]);
    await press('mat-radio-button', 1);
    expect([missing(), buttons()]).toEqual(['Choose all PCs, or at least one.', [true, true]]);
    page().querySelector('form')?.dispatchEvent(new Event('submit'));
    expect(made).toEqual([]);
    await press('mat-checkbox', 0);
    expect([missing(), buttons()]).toEqual(['', [false, false]]);
  });

  it('can be begun with an example, for all PCs, which somebody may change', async () => {
    const [example] = page().querySelectorAll<HTMLButtonElement>('[aria-label=Examples] button');
    const text = example?.textContent ?? '';
    example?.click();
    await fixture.whenStable();
    expect(page().querySelector('input')?.value).toBe(text);
    expect(page().querySelector('[aria-label=Examples]')).toBeNull();
    await start();
    const [task] = made;
    expect([task?.title, task?.agents]).toEqual([text, undefined]);
  });

  it('begins with an idea from the list of tasks', async () => {
    fixture.componentRef.setInput('say', 'Find the full disks');
    await fixture.whenStable();
    expect(page().querySelector('input')?.value).toBe('Find the full disks');
    expect(page().querySelector('input[type=radio]:checked')).toBeNull();
    fixture.componentRef.setInput('say', TASK_EXAMPLES[0]);
    await fixture.whenStable();
    expect(page().querySelector('.acts [role=status]')?.textContent).toBe('');
  });

  it('begins as one that is to be done again', async () => {
    fixture.componentRef.setInput('like', DONE.id);
    await fixture.whenStable();
    await start();
    const { title, description, agents, agent_type, priority } = DONE;
    expect(made).toEqual([{ title, description, agents, agent_type, priority }]);
  });

  it('is for all PCs, or for those that somebody ticks', async () => {
    await say('Find out why it is slow');
    await press('mat-radio-button', 0);
    await start();
    await press('mat-radio-button', 1);
    expect(page().querySelector('b')).toBeNull();
    await press('mat-checkbox', 0);
    await start();
    expect(made).toEqual([
      { title: 'Find out why it is slow', agent_type: 'made-up', priority: 0 },
      { title: 'Find out why it is slow', agent_type: 'made-up', priority: 0, agents: ['pc1'] },
    ]);
  });
});
