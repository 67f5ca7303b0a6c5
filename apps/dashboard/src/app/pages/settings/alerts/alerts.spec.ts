import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { AlertChannelView } from '@kenny/contract/web';
import { BrowserPush } from '../../../core/notifications/browser-push';
import { ApprovalsStore } from '../../../core/approvals/approvals-store';
import { FleetStore } from '../../../core/fleet/fleet-store';
import { ApiClient } from '../../../core/http/api-client';
import { Session } from '../../../core/session/session';
import { Alerts } from './alerts';

const PHONES: AlertChannelView = {
  ...{ id: 'c1', kind: 'ntfy', name: 'Phones' },
  ...{ last_at: null, trouble: null },
};

describe('the page of alerts', () => {
  async function show(channels: object[]) {
    const nothing = () => Promise.resolve({ items: [], next_cursor: null });
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        {
          provide: ApiClient,
          useValue: {
            alertChannels: () => Promise.resolve({ items: [PHONES] }),
            alertChoices: () => Promise.resolve({ muted: [], agents: [], tags: [], channels }),
            pushBrowsers: nothing,
            alerts: nothing,
          },
        },
        { provide: Session, useValue: { reaches: () => true } },
        { provide: ApprovalsStore, useValue: { waiting: () => [] } },
        {
          provide: FleetStore,
          useValue: { ready: () => true, agents: signal([]), agent: () => undefined },
        },
        {
          provide: BrowserPush,
          useValue: { obstacle: () => null, own: () => undefined, lookAgain: () => undefined },
        },
      ],
    });
    const fixture = TestBed.createComponent(Alerts);
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    expect(page.querySelector('h2')?.textContent).toBe('Alerts');
    return page.textContent;
  }

  it('says that nothing reaches somebody before a place is complete', async () => {
    expect(await show([])).toContain('Nothing reaches you yet.');
    TestBed.resetTestingModule();
    expect(await show([{ channel_id: 'c1', address: '' }])).toContain('Nothing reaches you yet.');
    TestBed.resetTestingModule();
    const text = await show([{ channel_id: 'c1', address: 'kenny-anna' }]);
    expect(text).toContain('Your alerts');
    expect(text).not.toContain('Nothing reaches you yet.');
  });
});
