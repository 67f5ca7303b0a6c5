import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { NOBODY_META, WS_ENDED_REASONS } from '@kenny/contract/web';
import { ApiClient } from '../http/api-client';
import { ApiError } from '../http/api-error';
import { Session } from './session';
import { SessionEnd } from '../http/session-end';

const ANNA = { kind: 'operator', id: 'anna', name: 'Anna', scope: 'operator', decide: true };
const nobody = new ApiError('unauthenticated', 'nobody is logged in', null);

describe('the session', () => {
  let gone: string[];
  let me: () => Promise<unknown>;
  let session: Session;

  beforeEach(() => {
    gone = [];
    me = () => Promise.resolve(ANNA);
    const router = {
      url: '/approvals/apr_1?from=mail',
      navigateByUrl: (url: string) => Promise.resolve(gone.push(url) > 0),
    };
    const api = { me: () => me(), login: () => Promise.resolve(ANNA) };
    TestBed.configureTestingModule({
      providers: [
        { provide: Router, useValue: router },
        { provide: ApiClient, useValue: api },
      ],
    });
    session = TestBed.inject(Session);
  });

  it('is not asked for where the server has written that there is none; later it is', async () => {
    const word = document.createElement('meta');
    word.name = NOBODY_META;
    document.head.append(word);
    expect(await session.recognise()).toBe(false);
    expect(await session.recognise()).toBe(true);
  });

  it('that ends while a page is open leads to the login, and after it back to the same page', async () => {
    await session.recognise();
    TestBed.inject(SessionEnd).tell();
    TestBed.tick();
    expect([gone, session.me()]).toEqual([['/login'], null]);
    expect(session.endedBy()).toBe('over');
    await session.login('kny_x', false);
    expect(session.endedBy()).toBe(null);
    expect(gone).toEqual(['/login', '/approvals/apr_1?from=mail']);
  });

  it('knows why it ended, also when that is told after the fact', async () => {
    await session.recognise();
    const end = TestBed.inject(SessionEnd);
    end.tell();
    TestBed.tick();
    end.tell(WS_ENDED_REASONS.revoked);
    TestBed.tick();
    expect(session.endedBy()).toBe('revoked');
  });

  it('that ends twice is left once', async () => {
    await session.recognise();
    for (let i = 0; i < 2; i += 1) {
      TestBed.inject(SessionEnd).tell();
      TestBed.tick();
    }
    expect(gone).toEqual(['/login']);
  });

  it('is not over because the server cannot be reached', async () => {
    await session.recognise();
    me = () => Promise.reject(new ApiError('unreachable', 'no answer', null));
    await session.check();
    expect(session.me()).toEqual(ANNA);
    me = () => Promise.reject(new ApiError('internal', 'broken', null));
    await expect(session.check()).rejects.toThrow('broken');
  });

  it('is nobody when the server says so, and reaches nothing', async () => {
    me = () => Promise.reject(nobody);
    expect(await session.recognise()).toBe(false);
    expect([session.reaches('viewer'), session.mayDecide()]).toEqual([false, false]);
    expect(session.endedBy()).toBe('over');
  });

  it('goes after a login to a path of ours and nowhere else', async () => {
    session.rememberTarget('//elsewhere.example/x');
    session.rememberTarget('https://elsewhere.example/x');
    await session.login('kny_x', false);
    expect(gone).toEqual(['/']);
  });

  it('reaches what its scope includes', async () => {
    await session.recognise();
    expect(
      ['viewer', 'operator', 'admin'].map((scope) => session.reaches(scope as 'viewer')),
    ).toEqual([true, true, false]);
  });
});
