import { BreakpointObserver } from '@angular/cdk/layout';
import { computed, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { ApprovalView, FleetAgent } from '@kenny/contract/web';
import { REMEDIES, THRESHOLDS } from '@kenny/health';
import { of } from 'rxjs';
import { anApproval } from '../../../../test/an-approval';
import { aPc } from '../../../../test/a-pc';
import { aTask } from '../../../../test/a-task';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { ApiClient } from '../../core/http/api-client';
import { Session } from '../../core/session/session';
import { FixAsker } from '../pc/fix-asker';
import { MatterRow } from './matter-row';
import { mattersOf } from './matters';

const AT = '2026-11-21T20:01:00Z';

describe('a request on Today', () => {
  async function shown(asked: ApprovalView, ...others: ApprovalView[]): Promise<string> {
    const all = signal([asked, ...others]);
    const waiting = computed(() => all().filter(({ state }) => state === 'pending'));
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApprovalsStore, useValue: { all, waiting } },
        { provide: Session, useValue: { me: () => ({ kind: 'operator', id: 'anna' }) } },
      ],
    });
    const fixture = TestBed.createComponent(MatterRow);
    const matter = { kind: 'approval', id: asked.id, approval: asked };
    fixture.componentRef.setInput('matter', matter);
    fixture.componentRef.setInput('pcName', 'Mum’s laptop');
    await fixture.whenStable();
    return (fixture.nativeElement as HTMLElement).textContent.replaceAll(/\s+/g, ' ').trim();
  }

  it('says that the same has run since', async () => {
    const ran = anApproval({ id: 'apr_0', state: 'done', sent_at: AT, ended_at: AT });
    expect(await shown(anApproval(), ran)).toMatch(/The same ran .*requested/);
  });

  it('says that the same waits as well', async () => {
    expect(await shown(anApproval(), anApproval({ id: 'apr_2' }))).toContain('The same also waits');
  });

  it('is told to whoever asked for it as their own', async () => {
    const { requested_by } = anApproval();
    const own = { ...requested_by, kind: 'operator', id: 'anna', name: 'Anna' } as const;
    const told = await shown(anApproval({ requested_by: own }));
    expect(told).toContain('You asked to run a shell command');
    expect(told).not.toContain('Anna');
  });

  it('names the conversation through which it was asked for', async () => {
    const { requested_by } = anApproval();
    const chat = { ...requested_by, kind: 'chat', id: 'anna', name: 'Anna' } as const;
    const told = await shown(anApproval({ requested_by: chat }));
    expect(told).toContain('Claude for Anna asks to run a shell command');
  });

  it('is reviewed; one that this person has approved is only opened', async () => {
    const { requested_by: by } = anApproval();
    const anna = { ...by, kind: 'operator', id: 'anna', name: 'Anna' } as const;
    const approved = { by: anna, decision: 'approve' as const, at: AT, reason: null };
    expect(await shown(anApproval())).toContain('Review – Mum’s laptop');
    TestBed.resetTestingModule();
    const mine = anApproval({ required: 2, decisions: [approved] });
    expect(await shown(mine)).toContain('Open – Mum’s laptop');
  });

  it('says neither where it is alone', async () => {
    expect(await shown(anApproval())).not.toMatch(/also waits|ran/);
  });
});

it('a task on Today has its title above its sentence, not in the column of the PCs', async () => {
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      { provide: ApprovalsStore, useValue: { all: () => [], waiting: () => [] } },
      { provide: Session, useValue: { me: () => null } },
    ],
  });
  const fixture = TestBed.createComponent(MatterRow);
  const task = aTask({ state: 'REVIEW' });
  fixture.componentRef.setInput('matter', { kind: 'task', id: task.id, task });
  fixture.componentRef.setInput('pcName', 'Find out why <b>it</b> is slow');
  await fixture.whenStable();
  const row = fixture.nativeElement as HTMLElement;
  expect(row.querySelector('.name')).toBeNull();
  const said = row.querySelector('.what')?.textContent.replaceAll(/\s+/g, ' ');
  expect(said).toMatch(/^ ?Find out why <b>it<\/b> is slow ?It has ended its work.*task ·/);
});

describe('a PC on Today that needs somebody', () => {
  const since = '2026-11-20T10:00:00Z';
  const off = { name: 'defender', status: 'crit', reason: 'It is off', since } as const;
  const meta = { hostname: 'k', os: 'windows', version: '1' } as const;
  const remedy = REMEDIES.defender?.find(({ os }) => os === 'windows');
  const call = { tool: remedy?.tool ?? '', args: remedy?.args ?? {}, reason: remedy?.title ?? '' };

  const OFF: object = { realtime_protection: false };

  async function row(
    change: Partial<FleetAgent> = {},
    { waiting = [] as ApprovalView[], mayAsk = true, said = OFF, narrow = false } = {},
  ) {
    const agent = aPc({ agent_id: 'pc1', meta, overall: 'crit', sections: [off], ...change });
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        {
          provide: ApiClient,
          useValue: {
            catalog: () => Promise.resolve({ remedies: REMEDIES, thresholds: THRESHOLDS }),
            snapshot: () =>
              Promise.resolve({ snapshot: { defender: said, reboot_pending: { pending: true } } }),
          },
        },
        { provide: ApprovalsStore, useValue: { all: () => waiting, waiting: () => waiting } },
        { provide: Session, useValue: { me: () => null, reaches: () => mayAsk } },
      ],
    });
    const observe = () => of({ matches: narrow, breakpoints: {} });
    TestBed.overrideProvider(BreakpointObserver, { useValue: { observe } });
    const fixture = TestBed.createComponent(MatterRow);
    const [matter] = mattersOf([agent]);
    fixture.componentRef.setInput('matter', matter);
    fixture.componentRef.setInput('pcName', 'Grandpa’s PC');
    await fixture.whenStable();
    shown = fixture.nativeElement as HTMLElement;
    return shown.querySelector<HTMLElement>('.fix');
  }
  let shown: HTMLElement;

  it('has a button that asks for what helps', async () => {
    const button = await row();
    expect(button?.textContent).toContain(`${call.reason}…`);
    const ask = jest.spyOn(TestBed.inject(FixAsker), 'ask').mockResolvedValue();
    button?.click();
    expect(ask).toHaveBeenCalledWith({ ...call, agent_id: 'pc1' });
  });

  it('has one where it is only a warning', async () => {
    const waits = { name: 'reboot_pending', status: 'warn', reason: 'It waits', since } as const;
    const button = await row({ overall: 'warn', sections: [waits] });
    expect(button?.textContent).toContain('Restart in one minute…');
  });

  it('has none where its fixes are for another fault', async () => {
    const said = { enabled: false, realtime_protection: true };
    expect(await row({}, { said })).toBeNull();
  });

  it('has none for who may only look, while it is away, and once the same waits', async () => {
    expect(await row({}, { mayAsk: false })).toBeNull();
    TestBed.resetTestingModule();
    expect(await row({ online: false })).toBeNull();
    TestBed.resetTestingModule();
    expect(await row({}, { waiting: [anApproval({ ...call, agent_id: 'pc1' })] })).toBeNull();
  });

  it('says how many requests wait for it, which have rows of their own', async () => {
    const other = anApproval({ id: 'apr_2', agent_id: 'pc1' });
    await row({}, { waiting: [other, anApproval({ id: 'apr_3', agent_id: 'pc2' })] });
    expect(shown.textContent).toContain('1 request waits for approval');
    TestBed.resetTestingModule();
    await row({}, { waiting: [anApproval({ agent_id: 'pc2' })] });
    expect(shown.textContent).not.toContain('waits for approval');
  });

  it('has it on a phone too where it is urgent, and nowhere else there', async () => {
    expect(await row({}, { narrow: true })).not.toBeNull();
    TestBed.resetTestingModule();
    const section = { ...off, status: 'warn' } as const;
    expect(await row({ overall: 'warn', sections: [section] }, { narrow: true })).toBeNull();
  });
});
