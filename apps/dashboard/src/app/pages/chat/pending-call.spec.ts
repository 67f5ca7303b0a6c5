import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { HealthBefore } from '../../core/approvals/health-before';
import { SizesSeen } from '../../core/approvals/sizes-seen';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { Session } from '../../core/session/session';
import { PendingCall } from './pending-call';

describe('a change that waits inside a conversation', () => {
  async function show(tool: string, args: Record<string, unknown>): Promise<HTMLElement> {
    const approval = anApproval({ tool, args, approve_by: '2999-01-01T00:00:00Z' });
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        {
          provide: ApprovalsStore,
          useValue: { approval: () => approval, all: () => [], waiting: () => [] },
        },
        { provide: HealthBefore, useValue: {} },
        { provide: FleetStore, useValue: { agent: () => aPc(), nameOf: () => 'Mum’s laptop' } },
        {
          provide: ApiClient,
          useValue: { catalog: () => Promise.resolve({ tools: [], remedies: {} }) },
        },
        { provide: Session, useValue: { mayDecide: () => true, reaches: () => true } },
      ],
    });
    const fixture = TestBed.createComponent(PendingCall);
    const { id: approvalId, agent_id: agentId } = approval;
    fixture.componentRef.setInput('call', {
      ...{ id: 'c1', tool, agentId, args, status: 'pending', approvalId, question: null },
      ...{ durationMs: null, callId: null, startedAt: null },
    });
    fixture.componentRef.setInput('session', 's1');
    await fixture.whenStable();
    return fixture.nativeElement as HTMLElement;
  }

  it('names what is deleted once, in its sentence', async () => {
    const shown = await show('disk_clean', { targets: ['temp', 'browser_cache'] });
    expect(shown.textContent).toContain('temporary files, browser caches');
    expect(shown.querySelector('pre')).toBeNull();
  });

  it('says how much it deletes, as the list of what waits does', async () => {
    const shown = await show('disk_clean', { targets: ['temp'] });
    TestBed.inject(SizesSeen).note('pc1', [{ target: 'temp', bytes: 8.7e9 }]);
    TestBed.tick();
    expect(shown.textContent).toMatch(/About 8\.7\sGB/);
  });

  it('shows the whole text of a script, which no sentence tells', async () => {
    const shown = await show('shell_exec', { command: 'echo one' });
    expect(shown.querySelector('pre')?.textContent).toBe('echo one');
  });
});
