import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import type { ApprovalView, FleetAgent } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { ApprovalsStore } from '../approvals/approvals-store';
import { SheetOpener } from '../approvals/sheet-opener';
import { FleetStore } from '../fleet/fleet-store';
import { Session } from '../session/session';
import { DesktopNotifications } from './desktop-notifications';
import { Notifications } from './notifications';

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'default';
  static shown: FakeNotification[] = [];
  static requestPermission = () => {
    FakeNotification.permission = 'granted';
    return Promise.resolve(FakeNotification.permission);
  };
  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    super();
    FakeNotification.shown.push(this);
  }
  close(): void {}
}

const ANNA = { kind: 'operator', id: 'anna', name: 'Anna' } as const;

describe('notifications', () => {
  const waiting = signal<ApprovalView[]>([]);
  const agents = signal<FleetAgent[]>([]);
  const ready = signal(true);
  const isAsking = signal(false);
  let notifications: Notifications;
  let gone: string[];
  const texts = () => notifications.items().map(({ text }) => text);

  beforeEach(() => {
    gone = [];
    waiting.set([anApproval({ id: 'old' })]);
    agents.set([aPc({ overall: 'crit' })]);
    ready.set(true);
    FakeNotification.permission = 'default';
    FakeNotification.shown = [];
    Object.assign(globalThis, { Notification: FakeNotification });
    jest.spyOn(document, 'hasFocus').mockReturnValue(false);
    jest.spyOn(window, 'focus').mockReturnValue();
    TestBed.configureTestingModule({
      providers: [
        { provide: ApprovalsStore, useValue: { waiting, ready } },
        { provide: FleetStore, useValue: { agents, ready, nameOf: () => 'Mum’s laptop' } },
        { provide: SheetOpener, useValue: { isAsking } },
        { provide: Session, useValue: { me: signal(ANNA) } },
        { provide: Router, useValue: { navigateByUrl: (url: string) => gone.push(url) } },
      ],
    });
    notifications = TestBed.inject(Notifications);
    TestBed.tick();
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'Notification');
    jest.restoreAllMocks();
  });

  it('are not what there was before', () => {
    expect(texts()).toEqual([]);
  });

  it('are new approvals, until they are decided, and PCs that become critical', () => {
    waiting.update((all) => [anApproval({ id: 'new' }), ...all]);
    TestBed.tick();
    expect(texts()).toEqual(['Approval needed: Run a shell command on Mum’s laptop']);
    agents.update((all) => [
      aPc({ agent_id: 'pc2', name: 'st\u202eudy', overall: 'crit' }),
      ...all,
    ]);
    TestBed.tick();
    expect(texts()[0]).toBe('st⟨U+202E⟩udy is critical');
    waiting.set([]);
    expect(texts()).toHaveLength(1);
  });

  it('are not what somebody has just clicked for', () => {
    const requested_by = { ...ANNA, session_id: null, turn_id: null };
    isAsking.set(true);
    waiting.update((all) => [anApproval({ id: 'own', requested_by }), ...all]);
    TestBed.tick();
    expect(texts()).toEqual([]);
    isAsking.set(false);
    waiting.update((all) => [anApproval({ id: 'by', requested_by }), ...all]);
    TestBed.tick();
    expect(texts()).toHaveLength(1);
  });

  it('are what somebody left to kenny, until it is put away', () => {
    const item = { id: 'pc9', kind: 'added', text: 'It is added', path: '/x' } as const;
    notifications.announce(item);
    agents.set([]);
    TestBed.tick();
    expect(texts()).toEqual(['It is added']);
    expect(notifications.newest()).toBe(item);
    notifications.putAway({ id: 'pc9', kind: 'added' });
    expect(texts()).toEqual([]);
  });

  it('keep what somebody left to kenny when that PC becomes critical', () => {
    notifications.announce({ id: 'pc2', kind: 'added', text: 'It is added', path: '/x' });
    agents.set([aPc({ agent_id: 'pc2', name: 'study', overall: 'crit' })]);
    TestBed.tick();
    expect(texts()).toEqual(['study is critical', 'It is added']);
  });

  it('are put away one by one', () => {
    waiting.update((all) => [anApproval({ id: 'new' }), ...all]);
    TestBed.tick();
    const [item] = notifications.items();
    if (item) notifications.putAway(item);
    expect(texts()).toEqual([]);
  });

  it('do not begin anew when the connection comes back', () => {
    ready.set(false);
    TestBed.tick();
    ready.set(true);
    TestBed.tick();
    expect(texts()).toEqual([]);
  });

  it('are forgotten once they are over', () => {
    const second = aPc({ agent_id: 'pc2', overall: 'crit' });
    agents.set([second]);
    TestBed.tick();
    expect(texts()).toHaveLength(1);
    agents.set([]);
    TestBed.tick();
    ready.set(false);
    TestBed.tick();
    agents.set([second]);
    ready.set(true);
    TestBed.tick();
    expect(texts()).toEqual([]);
  });

  it('go to the desktop only after somebody has asked for it, and a click only opens the page', async () => {
    const desktop = TestBed.inject(DesktopNotifications);
    waiting.update((all) => [anApproval({ id: 'one' }), ...all]);
    TestBed.tick();
    expect(FakeNotification.shown).toEqual([]);
    await desktop.ask();
    waiting.update((all) => [anApproval({ id: 'two' }), ...all]);
    TestBed.tick();
    const note = FakeNotification.shown.at(-1);
    expect(note?.options).toEqual({
      body: 'Approval needed: Run a shell command on Mum’s laptop',
      tag: 'two',
    });
    note?.dispatchEvent(new Event('click'));
    expect(gone).toEqual(['/approvals/two']);
  });

  it('stay in the page while somebody looks at it', async () => {
    await TestBed.inject(DesktopNotifications).ask();
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    waiting.update((all) => [anApproval({ id: 'one' }), ...all]);
    TestBed.tick();
    expect(FakeNotification.shown).toEqual([]);
  });
});
