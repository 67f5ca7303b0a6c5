import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import type { ApprovalView } from '@kenny/contract/web';
import { anApproval } from '../../../../test/an-approval';
import { ApiClient } from '../http/api-client';
import { ApprovalsStore } from './approvals-store';
import { justAsked, SheetOpener } from './sheet-opener';
import { updateCall } from './update-call';

@Component({ selector: 'kenny-test-sheet', template: '' })
class Sheet {
  readonly justAsked = justAsked();
}

@Component({ selector: 'kenny-test-page', template: '' })
class Elsewhere {}

describe('the way from a button to the sheet', () => {
  const args = { command: 'systemctl restart cups' };
  const call = { tool: 'shell_exec', agent_id: 'pc1', args, reason: 'Restart the print service' };
  const made = anApproval({ id: 'apr_new', args });
  const waiting = signal<readonly ApprovalView[]>([]);
  const ready = signal(true);
  let asked: unknown[];
  let harness: RouterTestingHarness;
  const shown = () => harness.routeDebugElement?.componentInstance as Sheet;

  beforeEach(async () => {
    asked = [];
    waiting.set([]);
    ready.set(true);
    const callTool = (...what: unknown[]) => {
      asked.push(what);
      return Promise.resolve({ approval: made });
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([
          { path: '', component: Elsewhere },
          { path: 'approvals/:id', component: Sheet },
        ]),
        { provide: ApiClient, useValue: { callTool } },
        {
          provide: ApprovalsStore,
          useValue: { ready, waiting, load: () => Promise.resolve(made) },
        },
      ],
    });
    harness = await RouterTestingHarness.create('/');
  });

  it('tells the sheet that this click has made the request, not the address', async () => {
    await TestBed.inject(SheetOpener).ask(call);
    const { tool, ...body } = call;
    expect(asked).toEqual([[tool, body]]);
    expect(shown().justAsked).toBe('apr_new');
    expect(TestBed.inject(Router).url).toBe('/approvals/apr_new');
  });

  it('is forgotten when somebody comes to it again', async () => {
    await TestBed.inject(SheetOpener).ask(call);
    await harness.navigateByUrl('/');
    await harness.navigateByUrl('/approvals/apr_new');
    expect(shown().justAsked).toBeUndefined();
  });

  it('leads to the same request of somebody else in place of a second one', async () => {
    waiting.set([anApproval({ id: 'apr_old', args })]);
    await TestBed.inject(SheetOpener).ask(call);
    expect(asked).toEqual([]);
    expect(TestBed.inject(Router).url).toBe('/approvals/apr_old');
    expect(shown().justAsked).toBeUndefined();
  });

  it('leads to a waiting update of the agent, to which the server added where it is', async () => {
    const added = { version: '0.9.0', url: 'https://kenny.example/agent', sha256: 'ab' };
    waiting.set([anApproval({ id: 'apr_old', tool: 'agent_update', args: added })]);
    const opener = TestBed.inject(SheetOpener);
    expect(opener.waiting(updateCall('pc1', '0.9.1'))).toBeUndefined();
    expect(opener.waiting(updateCall('pc2', '0.9.0'))).toBeUndefined();
    await opener.ask(updateCall('pc1', '0.9.0'));
    expect(asked).toEqual([]);
    expect(TestBed.inject(Router).url).toBe('/approvals/apr_old');
  });

  it.each([
    ['of which the server says that it waited already', () => waiting.set([made])],
    ['while nobody knows what waits', () => ready.set(false)],
  ])('never takes one for new %s', async (_when, prepare) => {
    prepare();
    await TestBed.inject(SheetOpener).open(() => Promise.resolve({ approval: made }));
    expect(TestBed.inject(Router).url).toBe('/approvals/apr_new');
    expect(shown().justAsked).toBeUndefined();
  });

  it('is not gone where it ran without an approval', async () => {
    await TestBed.inject(SheetOpener).open(() => Promise.resolve({ result: {} }));
    expect(TestBed.inject(Router).url).toBe('/');
  });
});
