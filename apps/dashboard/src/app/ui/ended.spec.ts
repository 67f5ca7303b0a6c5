import { TestBed } from '@angular/core/testing';
import { CLIENTS_WORD } from '@kenny/contract/web';
import { anApproval } from '../../../test/an-approval';
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

  it('names nobody where the client accepted by itself, whatever its token is called', async () => {
    const text = await shown({ kind: 'mcp_client', id: 'tok_1', name: 'Anna' });
    expect(text).toContain('accepted in the client that asked; no person of kenny decided it');
    expect(text).not.toContain('Anna');
  });
});
