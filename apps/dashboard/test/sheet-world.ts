import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { ApprovalView, DecideBody, FleetAgent, ToolClass } from '@kenny/contract/web';
import { ApprovalsStore } from '../src/app/core/approvals/approvals-store';
import { FleetStore } from '../src/app/core/fleet/fleet-store';
import { ApiClient } from '../src/app/core/http/api-client';
import type { ApiError } from '../src/app/core/http/api-error';
import { Notifications, type NotificationItem } from '../src/app/core/notifications/notifications';
import { Session } from '../src/app/core/session/session';
import { ConfirmSheet } from '../src/app/pages/approvals/confirm-sheet';
import { anApproval } from './an-approval';
import { SeenEnds } from './seen-ends';

export const ME = { kind: 'operator', id: 'anna', name: 'Anna' } as const;

/** The confirm sheet of one approval, and what the server answers to it. */
export class SheetWorld {
  decided: [string, DecideBody][] = [];
  /** What stands in the corner of every page. */
  told: string[] = [];
  refuse: ApiError | undefined;
  mayDecide = true;
  mayRun = true;
  classes: ToolClass[] = ['read', 'change'];
  changed: string[] = [];
  pc: FleetAgent | undefined;
  /** What the PC last said of itself, by section. */
  facts: Record<string, unknown> = {};
  judged: () => Promise<unknown> = () => Promise.resolve({ blocked: false, rules: 39 });
  catalog: () => Promise<unknown> = () => Promise.resolve({ tools: [] });
  past: () => Promise<unknown> = () => Promise.resolve({ items: [], next_cursor: null });
  said: (id: string) => Promise<unknown> = () =>
    Promise.reject(new Error('nobody asks what was said'));
  read: (tool: string, body: unknown) => Promise<unknown> = () =>
    Promise.reject(new Error('nobody asks the PC'));
  readonly fleetArrived = signal(true);
  private shown: ComponentFixture<ConfirmSheet> | undefined;

  /** One that is as new before each test, with fake timers and nothing on the screen yet. */
  static forEachTest(): SheetWorld {
    SeenEnds.forEachTest();
    const world = new SheetWorld();
    beforeEach(() => {
      jest.useFakeTimers();
      const { decided, refuse, mayDecide, mayRun, classes, changed, pc, facts } = new SheetWorld();
      const { judged, catalog, past, said, read, told } = new SheetWorld();
      Object.assign(world, { decided, refuse, mayDecide, mayRun, classes, changed, pc, facts });
      Object.assign(world, { judged, catalog, past, said, read, told });
      world.fleetArrived.set(true);
    });
    afterEach(() => {
      world.shown?.destroy();
      jest.useRealTimers();
    });
    return world;
  }

  get fixture(): ComponentFixture<ConfirmSheet> {
    if (!this.shown) throw new Error('no sheet is shown');
    return this.shown;
  }

  readonly element = () => this.fixture.nativeElement as HTMLElement;
  readonly text = () => this.element().textContent ?? '';
  readonly button = (name: RegExp) =>
    [...this.element().querySelectorAll('button')].find((one) => name.test(one.textContent ?? ''));

  readonly settle = async (ms = 0) => {
    await jest.advanceTimersByTimeAsync(ms);
    TestBed.tick();
  };

  readonly show = async (approval: ApprovalView, { inside = false } = {}) => {
    const now = () => anApproval({ changed_since: this.changed });
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        {
          provide: ApiClient,
          useValue: {
            approval: () => Promise.resolve({ approval: now() }),
            catalog: () => this.catalog(),
            callTool: (tool: string, body: unknown) => this.read(tool, body),
            snapshot: () =>
              Promise.resolve({ received_at: '2026-11-21T19:59:00Z', snapshot: this.facts }),
            agent: () => Promise.resolve({ ...this.pc }),
            approvals: () => this.past(),
            tryPolicy: () => this.judged(),
            saidBefore: (id: string) => this.said(id),
          },
        },
        {
          provide: FleetStore,
          useValue: {
            ...{ ready: this.fleetArrived, agent: () => this.pc },
            nameOf: (id: string) => (id === 'pc1' ? 'Mum’s laptop' : id),
          },
        },
        {
          provide: Notifications,
          useValue: {
            announce: ({ text, path }: NotificationItem) => this.told.push(`${text} ${path}`),
          },
        },
        {
          provide: Session,
          useValue: {
            mayDecide: () => this.mayDecide,
            reaches: () => this.mayRun,
            holds: (one: ToolClass) => this.classes.includes(one),
            me: () => ME,
          },
        },
      ],
    });
    jest
      .spyOn(TestBed.inject(ApprovalsStore), 'decide')
      .mockImplementation((id: string, body: DecideBody) => {
        this.decided.push([id, body]);
        return this.refuse ? Promise.reject(this.refuse) : Promise.resolve(anApproval());
      });
    this.shown = TestBed.createComponent(ConfirmSheet);
    this.shown.componentRef.setInput('approval', approval);
    this.shown.componentRef.setInput('inside', inside);
    await this.settle();
  };

  readonly type = async (words: string) => {
    const field = this.element().querySelector('input');
    if (!field) throw new Error('there is no field to type into');
    field.value = words;
    field.dispatchEvent(new Event('input'));
    await this.settle();
  };
}
