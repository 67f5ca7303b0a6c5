import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { ApprovalView, CleanTarget } from '@kenny/contract/web';
import { anApproval } from '../../../../test/an-approval';
import { PageClock } from '../time/clock';
import { ApprovalsStore } from './approvals-store';
import { SizesSeen } from './sizes-seen';

const NOON = Date.parse('2026-06-01T12:00:00Z');

describe('what a clean-up would free', () => {
  const now = signal(NOON);
  const all = signal<ApprovalView[]>([]);
  let sizes: SizesSeen;
  beforeEach(() => {
    now.set(NOON);
    all.set([]);
    TestBed.configureTestingModule({
      providers: [
        { provide: PageClock, useValue: { now } },
        { provide: ApprovalsStore, useValue: { all } },
      ],
    });
    sizes = TestBed.inject(SizesSeen);
    sizes.note('mum', [{ target: 'temp', bytes: 8 }]);
  });
  const cleaned = (agent_id: string, ended_at: string, sent_at: string | null = ended_at) =>
    anApproval({ agent_id, tool: 'disk_clean', args: { targets: ['temp'] }, sent_at, ended_at });

  it('is known from a look of this hour; what it did not name is empty', () => {
    expect(sizes.of('mum', ['temp', 'trash'])).toEqual({ bytes: 8, at: NOON });
    expect(sizes.of('leo', ['temp'])).toBeNull();
    now.set(NOON + 61 * 60_000);
    expect(sizes.of('mum', ['temp'])).toBeNull();
  });

  it('is said of a request in words, where it is known', () => {
    const wordsOf = (agent_id: string, ...targets: CleanTarget[]) =>
      sizes.wordsOf({ agent_id, args: { targets } });
    sizes.note('mum', [{ target: 'temp', bytes: 8.7e9 }]);
    expect(wordsOf('mum', 'temp')).toMatch(/^About 8\.7\sGB$/);
    expect(wordsOf('mum', 'trash')).toBe('Nothing is left to delete there');
    expect(wordsOf('leo', 'temp')).toBe('');
    expect(sizes.wordsOf({ agent_id: 'mum', args: { command: 'ls' } })).toBe('');
  });

  it('is looked at again once another clean-up has run on that PC', () => {
    all.set([cleaned('leo', '2026-06-01T12:01:00Z'), cleaned('mum', '2026-06-01T11:59:00Z')]);
    expect(sizes.of('mum', ['temp'])).not.toBeNull();
    all.set([cleaned('mum', '2026-06-01T12:01:00Z', null)]);
    expect(sizes.of('mum', ['temp'])).not.toBeNull();
    all.set([cleaned('mum', '2026-06-01T12:01:00Z')]);
    expect(sizes.of('mum', ['temp'])).toBeNull();
  });
});
