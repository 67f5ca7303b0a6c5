import { computed, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { ApprovalView } from '@kenny/contract/web';
import { anApproval } from '../../../test/an-approval';
import { ApprovalsStore } from '../core/approvals/approvals-store';
import { SameRequests } from './same-requests';

describe('who else asks for the same', () => {
  const RAN = { state: 'done', ended_at: '2100-01-01T00:00:00Z' };
  const CLEAN = { tool: 'disk_clean', args: { targets: ['temp'] } };

  async function shown(of: Partial<ApprovalView>, other: Partial<ApprovalView>): Promise<string> {
    const all = signal([anApproval({ ...of, id: 'own' }), anApproval(other)]);
    const waiting = computed(() => all().filter(({ state }) => state === 'pending'));
    TestBed.configureTestingModule({
      providers: [provideRouter([]), { provide: ApprovalsStore, useValue: { all, waiting } }],
    });
    const fixture = TestBed.createComponent(SameRequests);
    fixture.componentRef.setInput('approval', anApproval({ ...of, id: 'own' }));
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    const link = element.querySelector('a')?.getAttribute('href') ?? '';
    return `${/^[^:]*?(ran|waits)/.exec(element.textContent.trim())?.[0] ?? ''} ${link}`.trim();
  }

  it.each([
    ['the same script', {}, {}, 'The same also waits /approvals/apr_1'],
    ['another script', {}, { args: { command: 'echo two' } }, ''],
    ['the same on another PC of that ID', {}, { agent_uid: 'uid-2' }, ''],
    ['the same clean-up', CLEAN, CLEAN, 'The same also waits /approvals/apr_1'],
    [
      ...['a clean-up of something else', CLEAN, { ...CLEAN, args: { targets: ['logs'] } }],
      'A request like this also waits /approvals/apr_1',
    ],
    ['the same once this has ended', { state: 'done' }, {}, ''],
    [...['the same that has run since', {}, RAN], 'The same ran'],
    [
      ...['a larger clean-up that has run since', CLEAN],
      { ...CLEAN, args: { targets: ['trash', 'temp'] }, ...RAN },
      'A larger clean-up ran',
    ],
  ] as const)('is named: %s', async (_what, of, other, words) => {
    expect(await shown(of as Partial<ApprovalView>, other as Partial<ApprovalView>)).toBe(words);
  });
});
