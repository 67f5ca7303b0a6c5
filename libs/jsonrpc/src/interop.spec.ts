import { buildSync } from 'esbuild';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import {
  CancellationTokenSource,
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { frame } from '../test/wire.js';

/** Others' programs on real pipes, at the other end `test/server.mjs`. */
const folder = mkdtempSync(join(tmpdir(), 'kenny-jsonrpc-'));
const program = join(folder, 'server.mjs');
beforeAll(() => {
  buildSync({
    ...{ entryPoints: [join(import.meta.dirname, '../test/server.mjs')], outfile: program },
    ...{ bundle: true, platform: 'node', format: 'esm', conditions: ['@kenny/source'] },
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

let server: ChildProcessByStdio<Writable, Readable, Readable>;
let stderr: string;
beforeEach(() => {
  server = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] });
  stderr = '';
  server.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  server.stdin.on('error', () => undefined);
});
afterEach(async () => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
});

describe('the client of vscode-jsonrpc', () => {
  let client: MessageConnection;
  beforeEach(() => {
    client = createMessageConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    client.listen();
  });
  afterEach(() => client.dispose());

  it('asks with params and without', async () => {
    const text = 'ü😀\u2028';
    await expect(client.sendRequest('echo', { text })).resolves.toEqual({ text });
    await expect(client.sendRequest('echo')).resolves.toEqual({});
  });

  it('gets errors with their codes, and nothing of what is inside', async () => {
    await expect(client.sendRequest('nope')).rejects.toMatchObject({ code: -32601 });
    await expect(client.sendRequest('echo', 7)).rejects.toMatchObject({ code: -32602 });
    await expect(client.sendRequest('fail')).rejects.toMatchObject({
      ...{ code: -32603, message: 'Internal error', data: { code: 'internal' } },
    });
  });

  it('cancels', async () => {
    const source = new CancellationTokenSource();
    const asked = expect(client.sendRequest('wait', source.token)).rejects.toMatchObject({
      ...{ code: -32800, data: { code: 'cancelled' } },
    });
    source.cancel();
    await asked;
  });

  it('gets the events of a request behind its answer', async () => {
    const seen: unknown[] = [];
    const events = new Promise<void>((resolve) => {
      client.onNotification('event', ({ n }: { n: number }) => {
        seen.push(n);
        if (n === 2) resolve();
      });
    });
    const answer = client.sendRequest('start').then(() => seen.push('answer'));
    await Promise.all([answer, events]);
    expect(seen).toEqual(['answer', 1, 2]);
  });

  it('is asked, and answers', async () => {
    client.onRequest('question', () => ({ answer: 42 }));
    const told = new Promise((resolve) => client.onNotification('answered', resolve));
    await client.sendRequest('ask');
    await expect(told).resolves.toEqual({ answer: 42 });
  });

  it('sends and gets ten megabytes', async () => {
    const text = 'ü'.repeat(5_000_000);
    await expect(client.sendRequest('echo', { text })).resolves.toEqual({ text });
  });

  it('shuts the program down', async () => {
    // It may be gone by the time its answer is read.
    const ended = once(server, 'exit');
    await expect(client.sendRequest('shutdown')).resolves.toEqual({ ok: true });
    await expect(ended).resolves.toEqual([0, null]);
    expect(stderr).toBe('');
  });
});

/** All that the program writes until it has written `count` messages. */
async function answers(count: number): Promise<unknown[]> {
  const reader = new StreamMessageReader(server.stdout);
  const told: unknown[] = [];
  await new Promise<void>((resolve) => {
    reader.listen((message) => {
      if (told.push(message) === count) resolve();
    });
  });
  return told;
}

describe('clients with habits of their own', () => {
  const result = (id: unknown, value: unknown = {}) => ({ jsonrpc: '2.0', id, result: value });

  it.each([
    ['writes params: null', '{"jsonrpc":"2.0","id":1,"method":"echo","params":null}', 1, {}],
    [
      'writes [] for an empty table, and escapes slashes',
      String.raw`{"jsonrpc":"2.0","method":"echo","params":[],"id":1}`,
      ...([1, {}] as const),
    ],
    [
      'escapes slashes',
      String.raw`{"id":2,"jsonrpc":"2.0","method":"echo","params":{"path":"\/home\/kim"}}`,
      ...([2, { path: '/home/kim' }] as const),
    ],
    ['leaves params out', '{"jsonrpc":"2.0","id":7,"method":"echo"}', 7, {}],
  ])('one that %s is answered', async (_, text, id, value) => {
    server.stdin.write(frame(text));
    await expect(answers(1)).resolves.toEqual([result(id, value)]);
  });

  it('one with UUIDs as ids and a character set called utf8 is answered', async () => {
    const id = 'b9d4e1f2-3c5a-4b77-9f0e-8d2a61c3e5f4';
    const type = 'Content-Type: application/vscode-jsonrpc; charset=utf8\r\n';
    server.stdin.write(frame({ jsonrpc: '2.0', id, method: 'echo', params: { a: 1 } }, type));
    await expect(answers(1)).resolves.toEqual([result(id, { a: 1 })]);
  });
});

describe('the program', () => {
  it('ends with 0 when its input ends, though something is at work', async () => {
    server.stdin.write(frame({ jsonrpc: '2.0', id: 1, method: 'wait' }));
    server.stdin.end();
    const [told, exit] = await Promise.all([answers(1), once(server, 'exit')]);
    expect(told).toMatchObject([{ id: 1, error: { data: { code: 'shutting_down' } } }]);
    expect(exit).toEqual([0, null]);
  });

  it('ends with 1 at a frame that cannot be told from the next', async () => {
    server.stdin.write('Content-Length: 10.9\r\n\r\n{}');
    const [told, exit] = await Promise.all([answers(1), once(server, 'exit')]);
    expect(told).toMatchObject([{ id: null, error: { data: { code: 'frame_invalid' } } }]);
    expect(exit).toEqual([1, null]);
    expect(stderr).toBe('');
  });

  it('ends when nobody can read what it writes', async () => {
    server.stdout.destroy();
    for (let id = 1; id <= 3; id++) {
      server.stdin.write(frame({ jsonrpc: '2.0', id, method: 'echo' }));
    }
    await expect(once(server, 'exit')).resolves.toEqual([0, null]);
  });

  it('sees the end of its input while its client reads nothing', async () => {
    server.stdin.end(
      frame({ jsonrpc: '2.0', id: 1, method: 'fill', params: { bytes: 1_000_000 } }),
    );
    await expect(once(server, 'exit')).resolves.toEqual([0, null]);
  });
});
