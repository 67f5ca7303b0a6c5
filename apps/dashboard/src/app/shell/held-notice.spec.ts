import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { ApiClient } from '../core/http/api-client';
import { LiveSocket } from '../core/live/live-socket';
import { HeldNotice } from './held-notice';

const LOSS = {
  kept: { seq: 120, sha256: 'a'.repeat(64), at: '2026-07-01T11:58:00.000Z' },
  lost: { seq: 164, sha256: 'b'.repeat(64), at: '2026-07-01T12:30:00.000Z' },
  missing: 44,
  message: 'The database was set back. An admin accepts the loss: kenny audit accept-loss.',
};

describe('the notice that changes are held', () => {
  const connection = signal<'connecting' | 'open' | 'waiting'>('connecting');
  let answers: (typeof LOSS | null)[];

  function notice() {
    TestBed.configureTestingModule({
      providers: [
        { provide: LiveSocket, useValue: { state: connection } },
        {
          provide: ApiClient,
          useValue: {
            auditLoss: () => {
              if (answers.length === 0) throw new Error('asked too often');
              return Promise.resolve({ loss: answers.shift() ?? null });
            },
          },
        },
      ],
    });
    const fixture = TestBed.createComponent(HeldNotice);
    const status = () => (fixture.nativeElement as HTMLElement).querySelector('[role=status]');
    return { fixture, text: () => status()?.textContent.replace(/\s+/g, ' ').trim() };
  }

  it('says what is missing and what to do, and is gone when a new server is not held', async () => {
    answers = [LOSS, null];
    const { fixture, text } = notice();
    await fixture.whenStable();
    expect(text()).toBe('');
    connection.set('open');
    await fixture.whenStable();
    expect(text()).toMatch(/^Changes are held\. The database was set back.* accept-loss\./);
    connection.set('waiting');
    await fixture.whenStable();
    expect(text()).toMatch(/^Changes are held\./);
    connection.set('open');
    await fixture.whenStable();
    expect(text()).toBe('');
  });
});
