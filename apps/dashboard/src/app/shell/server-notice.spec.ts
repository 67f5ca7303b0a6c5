import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { AuditLoss, ServerCondition } from '@kenny/contract/web';
import { ApiClient } from '../core/http/api-client';
import { ApiError } from '../core/http/api-error';
import { LiveSocket } from '../core/subscriptions/live-socket';
import { ServerNotice } from './server-notice';

const FULL: ServerCondition = {
  ...{ kind: 'database', stops: true },
  message: 'The disk is full; nothing was changed. Make room there.',
};
const DISK: ServerCondition = { kind: 'disk', stops: false, message: 'Only 3 MiB are left.' };
const LOSS: AuditLoss = {
  kept: { seq: 120, sha256: 'a'.repeat(64), at: '2026-07-01T11:58:00.000Z' },
  lost: { seq: 164, sha256: 'b'.repeat(64), at: '2026-07-01T12:30:00.000Z' },
  missing: 44,
  message: 'The database was set back. An admin accepts the loss: kenny audit accept-loss.',
};
const HELD: ServerCondition = { kind: 'held', stops: true, message: LOSS.message };

describe('the notice of what the server lacks', () => {
  const connection = signal<'connecting' | 'open' | 'waiting'>('connecting');

  async function notice(answers: ServerCondition[][], losses: (AuditLoss | ApiError)[] = []) {
    connection.set('connecting');
    TestBed.configureTestingModule({
      providers: [
        { provide: LiveSocket, useValue: { state: connection } },
        {
          provide: ApiClient,
          useValue: {
            readiness: () => Promise.resolve({ conditions: answers.shift() ?? [] }),
            auditLoss: () => {
              const loss = losses.shift();
              if (!loss) throw new Error('asked too often');
              return loss instanceof ApiError ? Promise.reject(loss) : Promise.resolve({ loss });
            },
          },
        },
      ],
    });
    const fixture = TestBed.createComponent(ServerNotice);
    await fixture.whenStable();
    return {
      lines: () =>
        Array.from(
          (fixture.nativeElement as HTMLElement).querySelectorAll('[role=status] p'),
          (line) => line.textContent.replace(/\s+/g, ' ').trim(),
        ),
      becomes: async (state: 'open' | 'waiting') => {
        connection.set(state);
        await fixture.whenStable();
      },
    };
  }

  it('says it in the words of the server, and is gone when all is well', async () => {
    const { lines, becomes } = await notice([[FULL, DISK], []]);
    expect(lines()).toEqual([]);
    await becomes('open');
    expect(lines()).toEqual([
      `The server has a problem. ${FULL.message}`,
      `Look at the server. ${DISK.message}`,
    ]);
    await becomes('waiting');
    await becomes('open');
    expect(lines()).toEqual([]);
  });

  it('says once that changes are held, what is missing and what to do, until a new server is not held', async () => {
    const { lines, becomes } = await notice([[HELD, DISK], [HELD], []], [LOSS]);
    expect(lines()).toEqual([]);
    await becomes('open');
    expect(lines()).toEqual([
      expect.stringMatching(
        /^Changes are held\. The database was set back.* accept-loss\. The last row that is still there was written .*\. PCs, lists and reads work as usual\.$/,
      ),
      `Look at the server. ${DISK.message}`,
    ]);
    await becomes('waiting');
    expect(lines()[0]).toMatch(/^Changes are held\./);
    await becomes('open');
    expect(lines()).toEqual([expect.stringMatching(/still there was written/)]);
    await becomes('waiting');
    await becomes('open');
    expect(lines()).toEqual([]);
  });

  it('says that changes are held also without the detail', async () => {
    const { lines, becomes } = await notice(
      [[HELD]],
      [new ApiError('unavailable', 'Cancel.', null)],
    );
    await becomes('open');
    expect(lines()).toEqual([
      `Changes are held. ${LOSS.message} PCs, lists and reads work as usual.`,
    ]);
  });
});
