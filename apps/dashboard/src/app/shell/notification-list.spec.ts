import { createEnvironmentInjector, EnvironmentInjector, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { DesktopNotifications } from '../core/notifications/desktop-notifications';
import { Notifications, type NotificationItem } from '../core/notifications/notifications';
import { showsRequests } from '../core/notifications/requests-in-view';
import { NotificationList } from './notification-list';

const REQUEST: NotificationItem = {
  ...{ id: 'apr_1', kind: 'approval', path: '/approvals/apr_1', text: 'Approval needed: restart' },
};

describe('what pops up over a page', () => {
  const items = signal<NotificationItem[]>([]);
  const newest = signal(REQUEST);

  async function open(url: string) {
    items.set([REQUEST]);
    newest.set(REQUEST);
    TestBed.configureTestingModule({
      providers: [
        provideRouter([{ path: '**', children: [] }]),
        { provide: Notifications, useValue: { items, newest } },
        { provide: DesktopNotifications, useValue: {} },
      ],
    });
    await TestBed.inject(Router).navigateByUrl(url);
    const fixture = TestBed.createComponent(NotificationList);
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    const told = () => [...element.querySelectorAll('li')].map((one) => one.textContent.trim());
    return { told, element, settle: () => fixture.whenStable() };
  }

  it.each(['/fleet', '/today'])('is a request that waits, on %s', async (url) => {
    expect((await open(url)).told()).toEqual([REQUEST.text]);
  });

  it.each(['/approvals', '/approvals/apr_2', '/fleet/pc1?tool=x&approval=apr_1'])(
    'is nothing that stands at %s already',
    async (url) => expect((await open(url)).told()).toEqual([]),
  );

  it('is no request that the page shows, as long as it does; it is spoken all the same', async () => {
    const { told, element, settle } = await open('/today');
    const row = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    row.runInContext(() => showsRequests(signal(['apr_1'])));
    await settle();
    expect(told()).toEqual([]);
    expect(element.querySelector('[aria-live=assertive]')?.textContent).toBe(REQUEST.text);
    row.destroy();
    await settle();
    expect(told()).toEqual([REQUEST.text]);
  });

  it('is a PC that becomes critical, whatever requests are shown', async () => {
    const { told, settle } = await open('/approvals');
    items.set([{ id: 'pc1', kind: 'critical', path: '/fleet/pc1', text: 'Kitchen is critical' }]);
    await settle();
    expect(told()).toEqual(['Kitchen is critical']);
  });

  it('is what somebody left to kenny, except on the page that shows it; it is spoken quietly', async () => {
    const text = 'Kitchen PC is added';
    const added = { ...{ id: 'kitchen', text, path: '/settings/add' }, kind: 'added' } as const;
    const { told, element, settle } = await open('/today');
    items.set([added]);
    newest.set(added);
    await settle();
    expect(told()).toEqual([text]);
    expect(element.querySelector('[aria-live=polite]')?.textContent).toBe(text);
    expect(element.querySelector('[aria-live=assertive]')?.textContent).toBe('');
    await TestBed.inject(Router).navigateByUrl('/settings/add');
    await settle();
    expect(told()).toEqual([]);
  });
});
