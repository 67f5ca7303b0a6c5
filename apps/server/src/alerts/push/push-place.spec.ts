import { ENV } from '@kenny/contract';
import { pushPlace } from './push-place.js';

const USUAL = (ENV.KENNY_PUSH_HOSTS.default ?? '').split(',');
const hostOf = (endpoint: string, known = USUAL) => pushPlace(endpoint, known)?.host;

it.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://autopush.prod.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/QabC',
])('the push services of browsers are known: %s', (endpoint) => {
  expect(hostOf(endpoint)).toBe(new URL(endpoint).host);
});

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://fcm.googleapis.com.example.org/',
  'https://evil-notify.windows.com.example.org/',
  'https://notify.windows.com/',
  'https://evilnotify.windows.com/',
  'https://anna@fcm.googleapis.com/',
  'https://example.org/?fcm.googleapis.com',
  'https://127.0.0.1/',
  'https://[::1]/',
  'file:///etc/passwd',
  'no address',
])('nothing else is: %s', (endpoint) => {
  expect(pushPlace(endpoint, USUAL)).toBeUndefined();
});

it('an address of the own network only where it is named with its port', () => {
  const known = ['127.0.0.1:4711', 'push.example.org'];
  expect(pushPlace('https://127.0.0.1:4711/a', known)).toEqual({
    ...{ host: '127.0.0.1:4711', allowed: ['127.0.0.1'] },
  });
  expect(pushPlace('https://127.0.0.1:4712/a', known)).toBeUndefined();
  expect(pushPlace('https://push.example.org/a', known)?.allowed).toEqual([]);
});
