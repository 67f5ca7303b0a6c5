import { refuseForeign } from './same-origin.js';

const where = { publicUrl: 'http://127.0.0.1:8000' };
const judged = (host: string, origin?: string) => {
  const headers = { host, ...(origin === undefined ? {} : { origin }) };
  try {
    refuseForeign({ method: 'POST', headers }, where);
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
    // At the door for agents, where TLS is spoken, the page behind an installer link has a form.
    ['192.0.2.10:8443', 'https://192.0.2.10:8443'],
  ])('to %s from a page of %s is taken', (host, origin) => {
    expect(judged(host, origin)).toBe('taken');
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
