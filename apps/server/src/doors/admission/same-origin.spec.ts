import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { refuseForeign } from './same-origin.js';

const where = { publicUrl: 'http://127.0.0.1:8000' };
const judged = (
  host: string,
  origin?: string,
  socket: Socket = new Socket(),
  publicUrl = where.publicUrl,
) => {
  const headers = { host, ...(origin === undefined ? {} : { origin }) };
  try {
    refuseForeign({ method: 'POST', headers, socket }, { publicUrl });
    return 'taken';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a changing request', () => {
  it.each([
    ['127.0.0.1:8000', undefined],
    ['127.0.0.1:8000', 'http://127.0.0.1:8000'],
    ['localhost:8000', 'http://localhost:8000'],
  ])('to %s from a page of %s is taken', (host, origin) => {
    expect(judged(host, origin)).toBe('taken');
  });

  it('is taken from a page of the door for agents, where TLS is spoken, and only there', () => {
    const there = new TLSSocket(new Socket());
    expect(judged('192.0.2.10:8443', 'https://192.0.2.10:8443', there)).toBe('taken');
    expect(judged('192.0.2.10:8443', 'http://192.0.2.10:8443', there)).toBe('forbidden');
    expect(judged('192.0.2.10:8443', 'https://192.0.2.10:8443')).toBe('forbidden');
    there.destroy();
  });

  it('on the server’s own computer is taken from its own pages beside a public address, and no others', () => {
    const beside = (host: string, origin: string) =>
      judged(host, origin, new Socket(), 'https://kenny.example');
    expect(beside('127.0.0.1:8000', 'http://127.0.0.1:8000')).toBe('taken');
    expect(beside('localhost:8000', 'http://localhost:8000')).toBe('taken');
    expect(beside('127.0.0.1:8000', 'http://127.0.0.1:9000')).toBe('forbidden');
    expect(beside('192.0.2.10:8000', 'http://192.0.2.10:8000')).toBe('forbidden');
    expect(beside('kenny.example', 'http://kenny.example')).toBe('forbidden');
    expect(beside('kenny.example', 'http://127.0.0.1:8000')).toBe('forbidden');
  });

  it.each([
    ['evil.example', undefined],
    ['127.0.0.1:8000', 'https://evil.example'],
    ['127.0.0.1:8000', 'null'],
    ['192.0.2.10:8443', 'https://192.0.2.10:9999'],
    ['192.0.2.10:8443', 'https://192.0.2.10:8443.evil.example'],
    ['evil.example', 'https://evil.example'],
  ])('to %s from a page of %s is refused', (host, origin) => {
    expect(judged(host, origin)).toBe('forbidden');
  });
});
