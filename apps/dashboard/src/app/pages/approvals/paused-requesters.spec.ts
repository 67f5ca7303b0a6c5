import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { PausedRequester } from '@kenny/contract/web';
import { anApproval } from '../../../../test/an-approval';
import { ApiClient } from '../../core/http/api-client';
import { Session } from '../../core/session/session';
import { PausedRequestersNote } from './paused-requesters';

const ONE: PausedRequester = {
  ...{ id: 'rqr_1', door: 'mcp', approval_id: 'apr_1', agent_id: 'pc1' },
  requested_by: { ...anApproval().requested_by, name: '<b>desk</b>' },
  paused_at: '2026-11-21T20:00:00Z',
};

describe('who is paused', () => {
  let resumed: string[];
  let items: PausedRequester[];

  async function shown(mayDecide: boolean): Promise<ComponentFixture<PausedRequestersNote>> {
    resumed = [];
    items = [ONE];
    const api = {
      pausedRequesters: () => Promise.resolve({ items }),
      resumeRequester: (id: string) => {
        resumed.push(id);
        items = [];
        return Promise.resolve({ items });
      },
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: api },
        { provide: Session, useValue: { mayDecide: () => mayDecide } },
      ],
    });
    const fixture = TestBed.createComponent(PausedRequestersNote);
    await fixture.whenStable();
    return fixture;
  }
  const element = ({ nativeElement }: ComponentFixture<unknown>) => nativeElement as HTMLElement;

  it('is named as text, and may be let go on with one button', async () => {
    const fixture = await shown(true);
    expect(element(fixture).textContent).toContain('<b>desk</b> is paused');
    element(fixture).querySelector('button')?.click();
    await fixture.whenStable();
    expect(resumed).toEqual(['rqr_1']);
    expect(element(fixture).textContent).not.toContain('is paused');
  });

  it('is shown without a button to those who cannot approve', async () => {
    const fixture = await shown(false);
    expect(element(fixture).textContent).toContain('until somebody who can approve presses Resume');
    expect(element(fixture).querySelector('button')).toBeNull();
  });
});
