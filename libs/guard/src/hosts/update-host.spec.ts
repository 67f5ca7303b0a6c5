import { judgeUpdateUrl } from './update-host.js';

const blocked = (url: string, ...servers: string[]) => judgeUpdateUrl(url, servers).blocked;

describe('judgeUpdateUrl', () => {
  it.each([
    'kenny.example',
    'kenny.example:8443',
    'https://kenny.example/base',
    'wss://kenny.example/agent/ws',
  ])('takes the configured server however it is written: %s', (server) => {
    expect(blocked('https://kenny.example:9000/d/x', server)).toBe(false);
    expect(blocked('https://kenny.example.evil/d/x', server)).toBe(true);
  });

  it('takes a server at each of its addresses, and at no other', () => {
    const both = ['http://127.0.0.1:8000', 'https://192.0.2.9:8443'];
    expect(blocked('https://192.0.2.9:8443/x', ...both)).toBe(false);
    expect(blocked('http://127.0.0.1:8000/x', ...both)).toBe(false);
    expect(blocked('http://192.0.2.9:8443/x', ...both)).toBe(true);
    expect(blocked('https://192.0.2.10:8443/x', ...both)).toBe(true);
  });

  it('takes plain http from a server on this very machine only', () => {
    expect(blocked('http://127.0.0.1:8000/x', '127.0.0.1:8000')).toBe(false);
    expect(blocked('http://localhost:8000/x', 'localhost:8000')).toBe(false);
    expect(blocked('http://[::1]:8000/x', '[::1]:8000')).toBe(false);
    expect(blocked('http://127.0.0.1:8000/x', 'kenny.example')).toBe(true);
    expect(blocked('http://kenny.example/x', 'kenny.example')).toBe(true);
  });

  it('without a server takes GitHub only', () => {
    expect(blocked('https://github.com/x')).toBe(false);
    expect(blocked('https://githubusercontent.com/x')).toBe(true);
    expect(blocked('https://a.githubusercontent.com/x')).toBe(false);
    expect(blocked('https://kenny.example/x')).toBe(true);
  });
});
