import { serverAddress } from './server-address.js';

const at = (url: string, insecure = false) => serverAddress({ url, insecure }, {});

describe('serverAddress', () => {
  it('is --url, else KENNY_URL, else this machine', () => {
    const env = { KENNY_URL: 'https://kenny.example' };
    expect(serverAddress({ url: 'https://a.example:8443/', insecure: false }, env).origin).toBe(
      'https://a.example:8443',
    );
    expect(serverAddress({ insecure: false }, env).origin).toBe('https://kenny.example');
    expect(serverAddress({ insecure: false }, {})).toEqual({
      origin: 'http://127.0.0.1:8000',
      tls: false,
      loopback: true,
    });
  });

  it.each(['http://127.0.0.1:8000', 'http://127.8.9.1', 'http://[::1]:8000', 'http://localhost:1'])(
    'needs no TLS for %s, which nobody else can listen to',
    (url) => {
      expect(at(url).loopback).toBe(true);
    },
  );

  it.each([
    'http://10.0.0.1',
    'http://kenny.example',
    'http://localhost.evil.example',
    'http://[::2]',
  ])('sends no token in the clear to %s unless that was asked for', (url) => {
    expect(() => at(url)).toThrow('not encrypted');
    expect(at(url, true)).toMatchObject({ tls: false, loopback: false });
  });

  it.each(['kenny.example', 'ftp://kenny.example', '', 'https://', 'javascript:alert(1)'])(
    'is no address: %j',
    (url) => {
      expect(() => at(url)).toThrow('--url must be an address');
    },
  );

  it.each([
    'https://a:b@kenny.example',
    'https://k.example/x',
    'https://k.example?x',
    'https://k.example/#x',
  ])('is more than an address: %s', (url) => {
    expect(() => at(url)).toThrow('bare address');
  });
});
