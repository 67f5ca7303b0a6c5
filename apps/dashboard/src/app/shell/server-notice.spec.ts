import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { ServerCondition } from '@kenny/contract/web';
import { ApiClient } from '../core/http/api-client';
import { LiveSocket } from '../core/live/live-socket';
import { ServerNotice } from './server-notice';

const FULL: ServerCondition = {
  ...{ kind: 'database', stops: true },
  message: 'The disk is full; nothing was changed. Make room there.',
};
const HELD: ServerCondition = { kind: 'held', stops: true, message: 'It was set back.' };
const DISK: ServerCondition = { kind: 'disk', stops: false, message: 'Only 3 MiB are left.' };

describe('the notice of what the server lacks', () => {
  it('says it in the words of the server, and is gone when all is well', async () => {
    const connection = signal<'open' | 'waiting'>('waiting');
    const answers: ServerCondition[][] = [[FULL, HELD, DISK], []];
    TestBed.configureTestingModule({
      providers: [
        { provide: LiveSocket, useValue: { state: connection } },
        {
          provide: ApiClient,
          useValue: { readiness: () => Promise.resolve({ conditions: answers.shift() ?? [] }) },
        },
      ],
    });
    const fixture = TestBed.createComponent(ServerNotice);
    const lines = () =>
      Array.from((fixture.nativeElement as HTMLElement).querySelectorAll('p'), (line) =>
        line.textContent.replace(/\s+/g, ' ').trim(),
      );
    await fixture.whenStable();
    expect(lines()).toEqual([]);
    connection.set('open');
    await fixture.whenStable();
    expect(lines()).toEqual([
      `The server cannot do its work. ${FULL.message}`,
      `Look at the server. ${DISK.message}`,
    ]);
    connection.set('waiting');
    await fixture.whenStable();
    connection.set('open');
    await fixture.whenStable();
    expect(lines()).toEqual([]);
  });
});
