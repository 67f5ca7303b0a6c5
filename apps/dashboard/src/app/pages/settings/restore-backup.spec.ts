import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { SessionEnd } from '../../core/http/session-end';
import { PageClock } from '../../core/time/clock';
import { AskFirst, type Question } from '../../ui/ask-first';
import { RestoreBackup } from './restore-backup';

const NAME = 'kenny-20261126T120000Z-daily.tar.gz';
const NOW = Date.parse('2026-11-27T10:00:00Z');
const SERVER = {
  runs_as: 'npm-start',
  data_folder: '/data',
  postgres: false,
  demo: false,
} as const;
const AWAY = new ApiError('unreachable', 'Not connected.', null);

describe('restoring a backup', () => {
  const now = signal(0);
  let fixture: ComponentFixture<RestoreBackup>;
  let questions: Question[];
  let asked: unknown[];
  let left: number;
  let sure: boolean;
  let refusal: ApiError | null;
  let answer: () => Promise<object>;
  const element = () => fixture.nativeElement as HTMLElement;
  const text = () => element().textContent.replace(/\s+/g, ' ');

  beforeEach(() => {
    [questions, asked, left, sure, refusal] = [[], [], 0, true, null];
    answer = () => Promise.resolve({});
    now.set(NOW);
  });

  async function show(encrypted = false, server: object = SERVER): Promise<void> {
    const api = {
      restoreBackup: (name: string, body: object) => {
        asked.push([name, body]);
        return refusal ? Promise.reject(refusal) : Promise.resolve({});
      },
      me: () => answer(),
    };
    const ask = (question: Question) => {
      questions.push(question);
      return Promise.resolve(sure);
    };
    TestBed.configureTestingModule({
      providers: [
        { provide: ApiClient, useValue: api },
        { provide: AskFirst, useValue: { ask } },
        { provide: PageClock, useValue: { now } },
      ],
    });
    fixture = TestBed.createComponent(RestoreBackup);
    fixture.componentInstance.left.subscribe(() => (left += 1));
    fixture.componentRef.setInput('backup', { name: NAME, encrypted });
    fixture.componentRef.setInput('called', 'Yesterday, 12:00');
    fixture.componentRef.setInput('server', server);
    await fixture.whenStable();
  }

  async function later(ms: number): Promise<void> {
    now.update((at) => at + ms);
    await fixture.whenStable();
  }

  async function type(secret: string): Promise<void> {
    const field = element().querySelector('input');
    if (field) field.value = secret;
    field?.dispatchEvent(new Event('input'));
    await fixture.whenStable();
    element().querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    await fixture.whenStable();
  }

  it('asks once, says what is lost and where the data of now is kept, and does it', async () => {
    await show();
    expect(questions).toEqual([
      expect.objectContaining({ name: 'Yesterday, 12:00', typed: 'restore' }),
    ]);
    expect(questions[0]?.words).toMatch(/Everything since this backup is lost/);
    expect(questions[0]?.words).toMatch(/kept in \/data, in a folder “before-restore-…”/);
    expect(asked).toEqual([[NAME, {}]]);
    expect(text()).toContain('kenny restarts with the backup');
  });

  it('does nothing when somebody is not sure', async () => {
    sure = false;
    await show();
    expect(asked).toEqual([]);
    expect(left).toBe(1);
  });

  it.each([
    [' AGE-SECRET-KEY-1ABC ', { key: 'AGE-SECRET-KEY-1ABC' }],
    ['four small rusty anchors', { passphrase: 'four small rusty anchors' }],
  ])('opens an encrypted one with what is typed: %s', async (secret, body) => {
    await show(true);
    expect(questions).toEqual([]);
    expect(element().querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true);
    await type(secret);
    expect(asked).toEqual([[NAME, body]]);
  });

  it('says why a backup cannot be restored, and asks for the key again', async () => {
    refusal = new ApiError('conflict', 'This passphrase does not open it.', null);
    await show(true);
    await type('wrong');
    expect(text()).toContain('This passphrase does not open it.');
    expect(element().querySelector('input')).not.toBeNull();
  });

  it('waits until the server is back, and gives the reason to the login page', async () => {
    await show();
    answer = () => Promise.reject(AWAY);
    await later(1_000);
    await later(1_000);
    expect(text()).toContain('This page goes on by itself');
    const end = TestBed.inject(SessionEnd);
    end.tell('access has ended');
    expect(end.reason()).toBe('restored');
  });

  it.each([
    ['soon where nobody knows of anything that does', null, 11_000],
    ['later where something should', 'service', 31_000],
  ])('asks somebody to start kenny, %s', async (_, runs_as, patience) => {
    await show(false, { ...SERVER, runs_as });
    answer = () => Promise.reject(AWAY);
    await later(1_000);
    await later(patience - 2_000);
    expect(text()).not.toContain('Now start kenny again');
    await later(2_000);
    expect(text()).toContain('Now start kenny again');
  });

  it('says when the server came back with the data that it had', async () => {
    await show();
    await later(1_000);
    expect(text()).toContain('kenny restarts');
    answer = () => Promise.reject(AWAY);
    await later(1_000);
    answer = () => Promise.resolve({});
    await later(1_000);
    expect(text()).toContain('kenny goes on with the data that it had');
    expect(TestBed.inject(SessionEnd).reason()).toBe('over');
  });
});
