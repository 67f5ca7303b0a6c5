import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { ApprovalView, FleetAgent, SectionHealth } from '@kenny/contract/web';
import { aPc } from '../../../test/a-pc';
import { anApproval } from '../../../test/an-approval';
import { ApprovalsStore } from '../core/approvals/approvals-store';
import { FleetStore } from '../core/fleet/fleet-store';
import { ApiClient } from '../core/http/api-client';
import { ApiError } from '../core/http/api-error';
import { PageClock } from '../core/time/clock';
import { CheckedAgain } from './checked-again';

const EARLIER = '2031-05-01T10:00:00.000Z';
const ENDED = '2031-05-01T10:00:10.000Z';
const LATER = '2031-05-01T10:00:12.000Z';
const disk = (status: 'ok' | 'crit' | 'warn', reason: string): SectionHealth => ({
  ...{ name: 'disk', status, reason, since: EARLIER },
});

describe('what came of a change', () => {
  const pc = signal<FleetAgent>(aPc());
  const approval = signal<ApprovalView>(anApproval());
  let whole: () => Promise<FleetAgent>;
  let asked: number;
  let online: boolean;
  let page: () => HTMLElement;
  const now = signal(Date.parse(LATER));

  /** Waits, runs, and the PC reports again. */
  async function after(sections: SectionHealth[], received_at = LATER) {
    asked = 0;
    const agent = () => ((asked += 1), whole());
    pc.set(aPc({ sections: [disk('crit', 'C: is 97 % full')], received_at: EARLIER }));
    approval.set(anApproval({ id: 'apr_1', agent_id: 'pc1', state: 'pending' }));
    const all = () => [approval()];
    const waiting = () => all().filter(({ state }) => state === 'pending');
    TestBed.configureTestingModule({
      providers: [
        { provide: FleetStore, useValue: { agent: () => pc() } },
        { provide: ApprovalsStore, useValue: { all, waiting } },
        { provide: ApiClient, useValue: { agent } },
        { provide: PageClock, useValue: { now } },
      ],
    });
    const fixture = TestBed.createComponent(CheckedAgain);
    fixture.componentRef.setInput('approval', approval());
    await fixture.whenStable();
    approval.set({ ...approval(), state: 'done', ended_at: ENDED });
    pc.update((before) => ({ ...before, sections, received_at, online }));
    fixture.componentRef.setInput('approval', approval());
    await fixture.whenStable();
    page = () => fixture.nativeElement as HTMLElement;
    return (page().textContent ?? '').replace(/\s+/g, ' ').trim();
  }

  beforeEach(() => {
    online = true;
    whole = () => Promise.resolve(aPc({ sections: [disk('ok', 'C: is 54 % full')] }));
  });

  it('is the check that is better than before', async () => {
    const words = await after([disk('warn', 'C: is 94 % full')]);
    expect(words).toMatch(/^Checked again .*Disk C: is 94 % full · was: C: is 97 % full$/);
    expect(asked).toBe(0);
  });

  it('is how fine it is now', async () => {
    expect(await after([])).toMatch(/Disk C: is 54 % full · was: C: is 97 % full$/);
    expect(asked).toBe(1);
  });

  it('is that it is fine, where the server does not say how', async () => {
    whole = () => Promise.reject(new ApiError('internal', 'broken', 'req-1'));
    expect(await after([])).toMatch(/Disk Fine · was: C: is 97 % full$/);
  });

  it('is that nothing has changed', async () => {
    expect(await after([disk('crit', 'C: is 97 % full')])).toMatch(/no check has changed$/);
  });

  it('has its place while the PC is being checked, for as long as somebody would wait', async () => {
    expect(await after([], EARLIER)).toBe('Checking the PC again…');
    now.set(Date.parse(ENDED) + 61_000);
    TestBed.tick();
    expect(page().textContent).toBe('');
    now.set(Date.parse(LATER));
  });

  it('has no place where the PC is away', async () => {
    online = false;
    expect(await after([], EARLIER)).toBe('');
  });
});
