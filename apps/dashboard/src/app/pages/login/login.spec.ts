import { ApplicationRef, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { ApiError } from '../../core/http/api-error';
import type { EndReason } from '../../core/http/session-end';
import { Session } from '../../core/session/session';
import { Login } from './login';

describe('the login page', () => {
  const endedBy = signal<EndReason | null>(null);
  let refuse: ApiError;
  let asked: unknown[];

  async function shown(): Promise<HTMLElement> {
    asked = [];
    const login = (...args: unknown[]) => {
      asked = args;
      return Promise.reject(refuse);
    };
    const session = { endedBy, login };
    TestBed.configureTestingModule({ providers: [{ provide: Session, useValue: session }] });
    const fixture = TestBed.createComponent(Login);
    await fixture.whenStable();
    return fixture.nativeElement as HTMLElement;
  }

  async function tried(): Promise<HTMLElement> {
    const page = await shown();
    const field = page.querySelector('input');
    if (field) field.value = 'kny_x';
    page.querySelector('form')?.dispatchEvent(new Event('submit'));
    await TestBed.inject(Session)
      .login('', false)
      .catch(() => undefined);
    TestBed.tick();
    return page;
  }

  it.each([
    ['revoked', 'your token was revoked. Ask an admin for a new one.'],
    ['ended', 'you or an admin ended this login. Log in again.'],
    ['over', 'Your login has ended'],
  ] as const)('says to whoever was here why they are not any more: %s', async (reason, words) => {
    endedBy.set(reason);
    expect((await shown()).querySelector('[role=status]')?.textContent).toContain(words);
  });

  it('says nothing of it to whoever was not here', async () => {
    endedBy.set(null);
    expect((await shown()).querySelector('[role=status]')).toBeNull();
  });

  it('says of a wrong token that it is not valid; what the server says is folded', async () => {
    refuse = new ApiError('unauthenticated', 'Log in, or send a valid bearer token', 'req-7');
    const alert = (await tried()).querySelector('[role=alert]');
    expect(alert?.querySelector('strong')?.textContent.trim()).toBe('That token is not valid.');
    expect(alert?.textContent).not.toContain('No changes were made');
    expect(alert?.querySelector('details')?.open).toBe(false);
    expect(alert?.querySelector('details')?.textContent).toContain('req-7');
  });

  it('keeps somebody logged in for longer only where they say so', async () => {
    const page = await shown();
    const [field, box] = page.querySelectorAll('input');
    const form = page.querySelector('form');
    if (field) field.value = 'kny_x';
    form?.dispatchEvent(new Event('submit'));
    expect(asked).toEqual(['kny_x', false]);
    await TestBed.inject(ApplicationRef).whenStable();
    if (field) field.value = 'kny_x';
    box?.click();
    form?.dispatchEvent(new Event('submit'));
    expect(asked).toEqual(['kny_x', true]);
  });

  it('sends those without a token to a person first, and folds the command line', async () => {
    const folded = (await shown()).querySelector('details');
    expect(folded?.open).toBe(false);
    expect(folded?.textContent).toMatch(
      /^No token\?.*can send you an invitation.*kenny token create/s,
    );
  });

  it('says when the server cannot be reached', async () => {
    refuse = new ApiError('unreachable', 'Not connected.', null);
    const words = (await tried()).querySelector('[role=alert]')?.textContent ?? '';
    expect(words).toMatch(/Not connected\..*Try again\./s);
    expect(words).not.toContain('may have run');
  });
});
