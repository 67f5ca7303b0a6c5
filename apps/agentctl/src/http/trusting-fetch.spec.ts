import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { trustingFetch } from './trusting-fetch.js';

let server: Server;
let url: string;
let authority: string;

beforeAll(async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  authority = cert;
  server = createServer({ cert, key }, (asked, answer) => {
    if (asked.url === '/empty') return void answer.writeHead(204).end();
    asked.setEncoding('utf8').once('data', (text: string) => {
      const { method, headers } = asked;
      answer.writeHead(202, { 'x-mine': 'yes' });
      answer.end(JSON.stringify({ text, method, authorization: headers.authorization }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  url = `https://localhost:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('reaches a server whose authority it was given, with the same request and answer', async () => {
  const answer = await trustingFetch(authority)(url, {
    method: 'POST',
    headers: { authorization: 'Bearer kny_1' },
    body: 'hello',
  });
  expect([answer.status, answer.headers.get('x-mine')]).toEqual([202, 'yes']);
  expect(await answer.json()).toEqual({
    ...{ text: 'hello', method: 'POST', authorization: 'Bearer kny_1' },
  });
});

it('takes an answer without a body', async () => {
  expect((await trustingFetch(authority)(`${url}empty`)).status).toBe(204);
});

it('trusts no server of another authority', async () => {
  const other = await generate([{ name: 'commonName', value: 'localhost' }]);
  await expect(trustingFetch(other.cert)(url)).rejects.toThrow(/certificate/);
});

it('stops when it is told to', async () => {
  await expect(
    trustingFetch(authority)(url, { signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ name: 'AbortError' });
});
