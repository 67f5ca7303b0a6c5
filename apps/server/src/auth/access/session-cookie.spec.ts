import { readCookie, sessionCookie, setCookieHeader } from './session-cookie.js';

describe('sessionCookie', () => {
  it.each([
    ['https://kenny.example', false, { name: '__Host-kenny', secure: true }],
    ['https://localhost:8443', false, { name: '__Host-kenny', secure: true }],
    ['https://kenny.example', true, { name: '__Host-kenny', secure: true }],
    ['http://127.0.0.1:8000', false, { name: 'kenny-8000', secure: false }],
    ['http://localhost', false, { name: 'kenny-80', secure: false }],
    ['http://[::1]:9000', false, { name: 'kenny-9000', secure: false }],
    ['http://pc.lan:8000', true, { name: 'kenny-8000', secure: false }],
    // Plain text beyond loopback that nobody asked for: no cookie rather than one in clear.
    ['http://pc.lan:8000', false, { name: '__Host-kenny', secure: true }],
    ['http://127.0.0.1.evil.example', false, { name: '__Host-kenny', secure: true }],
  ])('for %s (insecure allowed: %s) is %j', (publicUrl, insecureHttp, expected) => {
    expect(sessionCookie({ publicUrl, insecureHttp })).toEqual(expected);
  });

  it('is never readable by scripts, never sent along by other sites, and host-only', () => {
    const cookie = sessionCookie({ publicUrl: 'https://kenny.example', insecureHttp: false });
    expect(setCookieHeader(cookie, 'abc', 60)).toBe(
      '__Host-kenny=abc; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=60',
    );
    expect(setCookieHeader({ name: 'kenny-80', secure: false }, '', 0)).toBe(
      'kenny-80=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    );
  });
});

describe('readCookie', () => {
  const cookie = { name: 'kenny-8000', secure: false };

  it.each([
    ['a=b; kenny-8000=abc; c=d', 'abc'],
    ['kenny-8000=abc', 'abc'],
    ['kenny-8000=a=b', 'a=b'],
    ['kenny-8000=abc; kenny-8000=abc', 'abc'],
    ['kenny-8000=planted; kenny-8000=abc', null],
    ['kenny-80001=abc', null],
    ['kenny-8000=', null],
    ['', null],
    [undefined, null],
  ])('in %j is %j', (header, expected) => {
    expect(readCookie(header, cookie)).toBe(expected);
  });
});
