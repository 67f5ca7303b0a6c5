import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CLIENTS_WORD, guardRefusal } from '@kenny/contract/web';
import { anApproval } from '../../../test/an-approval';
import { Session } from '../core/session/session';
import { Ended } from './ended';

const at = '2026-06-04T12:00:00.000Z';

async function shown(by: { kind: 'operator' | 'mcp_client'; id: string; name: string }) {
  const fixture = TestBed.createComponent(Ended);
  const decision = { by, decision: 'approve' as const, at, reason: CLIENTS_WORD.accepted };
  fixture.componentRef.setInput('approval', anApproval({ state: 'done', decisions: [decision] }));
  await fixture.whenStable();
  return (fixture.nativeElement as HTMLElement).textContent;
}

describe('what became of a call', () => {
  it('names the person who decided', async () => {
    expect(await shown({ kind: 'operator', id: 'anna', name: 'Anna' })).toContain(
      'approved by Anna',
    );
  });

  it('calls whoever is logged in “you”, as the request does', async () => {
    const me = signal({ kind: 'operator', id: 'anna', name: 'Anna' });
    TestBed.overrideProvider(Session, { useValue: { me } });
    const by = { kind: 'operator', id: 'anna', name: 'Anna' } as const;
    expect(await shown(by)).toContain('approved by you');
    me.set({ kind: 'operator', id: 'ben', name: 'Ben' });
    expect(await shown(by)).toContain('approved by Anna');
  });

  it('does not threaten whoever denied what they had asked for themselves', async () => {
    const fixture = TestBed.createComponent(Ended);
    const by = { kind: 'operator' as const, id: 'anna', name: 'Anna' };
    const decisions = [{ by, decision: 'deny' as const, at, reason: null }];
    const requested_by = { ...by, session_id: null, turn_id: null };
    const own = anApproval({ state: 'denied', requested_by, decisions });
    fixture.componentRef.setInput('approval', own);
    await fixture.whenStable();
    const { textContent } = fixture.nativeElement as HTMLElement;
    expect(textContent).toContain('It did not run.');
    expect(textContent).not.toContain('refused');
  });

  it('says once that it was withdrawn, without the code of what never ran', async () => {
    const fixture = TestBed.createComponent(Ended);
    const by = { kind: 'operator' as const, id: 'anna', name: 'Anna' };
    const error = { code: 'expired' as const, message: 'cancelled by Anna before it was sent' };
    const decisions = [{ by, decision: 'cancel' as const, at, reason: null }];
    const call = anApproval({ state: 'cancelled', decisions, outcome: { error }, ended_at: at });
    fixture.componentRef.setInput('approval', call);
    await fixture.whenStable();
    const { textContent } = fixture.nativeElement as HTMLElement;
    expect(textContent).toContain('withdrawn by Anna');
    expect(textContent).not.toMatch(/expired|cancelled by/);
  });

  it('counts each time from the one before it', async () => {
    const fixture = TestBed.createComponent(Ended);
    const by = { kind: 'operator' as const, id: 'anna', name: 'Anna' };
    const decision = { by, decision: 'approve' as const, at, reason: null };
    const asked = {
      requested_at: '2026-06-04T11:56:00.000Z',
      ended_at: '2026-06-04T12:00:30.000Z',
    };
    const call = anApproval({ state: 'done', ...asked, decisions: [decision] });
    fixture.componentRef.setInput('approval', call);
    await fixture.whenStable();
    const times = (fixture.nativeElement as HTMLElement).querySelectorAll('time');
    expect([...times].map(({ firstChild }) => firstChild?.textContent)).toEqual([
      ...['30 s after the approval', '4 min after the request'],
    ]);
  });

  it('names nobody where the client accepted by itself, whatever its token is called', async () => {
    const text = await shown({ kind: 'mcp_client', id: 'tok_1', name: 'Anna' });
    expect(text).toContain('accepted in the client that asked; no person of kenny decided it');
    expect(text).not.toContain('Anna');
  });

  it('leaves out of a result what is empty and what goes without saying', async () => {
    const told = async (result: Record<string, unknown>) => {
      TestBed.resetTestingModule();
      const fixture = TestBed.createComponent(Ended);
      const outcome = { result };
      fixture.componentRef.setInput('approval', anApproval({ state: 'done', outcome }));
      await fixture.whenStable();
      const page = fixture.nativeElement as HTMLElement;
      return [...page.querySelectorAll('h3, dt')].map(({ textContent }) => textContent.trim());
    };
    const quiet = { stdout: 'one', stderr: '', exit_code: 0, truncated: false };
    expect(await told(quiet)).toEqual(['Output']);
    const loud = { stdout: '', stderr: 'no', exit_code: 1, truncated: true };
    expect(await told(loud)).toEqual(['Errors', 'Exit code', 'Cut short']);
    expect(await told({ freed_bytes: 0 })).toHaveLength(1);
  });

  it('says what the safety check found in words, without its rule', async () => {
    const fixture = TestBed.createComponent(Ended);
    const reason = 'deletes restore points and earlier versions of files (shadow copies)';
    const message = guardRefusal({ rule_id: 'ps_shadow_copies.1', reason });
    const outcome = { error: { code: 'blocked', message } } as const;
    fixture.componentRef.setInput('approval', anApproval({ state: 'failed', outcome }));
    await fixture.whenStable();
    const { textContent } = fixture.nativeElement as HTMLElement;
    expect(textContent).toContain(`Blocked by the safety check: this ${reason}.`);
    expect(textContent).not.toContain('ps_shadow_copies');
  });

  it('tells numbers with their units and lists as tables, not as JSON', async () => {
    const fixture = TestBed.createComponent(Ended);
    const targets = [{ target: 'temp', freed_bytes: 8.7e9, deleted: 15_204, problems: [] }];
    const outcome = { result: { freed_bytes: 8.7e9, targets } };
    fixture.componentRef.setInput('approval', anApproval({ state: 'done', outcome }));
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    expect(page.querySelector('dd')?.textContent.trim()).toBe('8.7 GB');
    expect(page.querySelector('tbody tr')?.textContent).toMatch(
      /Temporary files.*8\.7\sGB.*15,204.*none/s,
    );
    expect(page.textContent).not.toContain('{');
  });

  it('says once who denied it and why', async () => {
    const fixture = TestBed.createComponent(Ended);
    const by = { kind: 'operator' as const, id: 'anna', name: 'Anna' };
    const decision = { by, decision: 'deny' as const, at, reason: 'not today' };
    const outcome = { error: { code: 'denied' as const, message: 'not today' } };
    const call = anApproval({ state: 'denied', ended_at: at, decisions: [decision], outcome });
    fixture.componentRef.setInput('approval', call);
    await fixture.whenStable();
    const words = (fixture.nativeElement as HTMLElement).textContent ?? '';
    expect(words.match(/not today/g)).toHaveLength(1);
    expect(words).not.toContain('no reason given');
    expect(words).not.toMatch(/\s:/);
    expect((fixture.nativeElement as HTMLElement).querySelectorAll('time')).toHaveLength(1);
  });

  it('says of one that was denied without a reason that there is none, and what may follow', async () => {
    const fixture = TestBed.createComponent(Ended);
    const by = { kind: 'operator' as const, id: 'anna', name: 'Anna' };
    const decision = { by, decision: 'deny' as const, at, reason: null };
    const call = anApproval({ state: 'denied', ended_at: at, decisions: [decision] });
    fixture.componentRef.setInput('approval', call);
    await fixture.whenStable();
    const words = (fixture.nativeElement as HTMLElement).textContent ?? '';
    expect(words).toMatch(
      /Anna.*no reason given.*It did not run\. For 10 minutes after that, the same request is refused\./s,
    );
  });
});
