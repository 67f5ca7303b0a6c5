import { PiecedText, type FrameOf } from '@kenny/contract/agent';
import { SlowLine } from '@kenny/testing';
import { randomUUID } from 'node:crypto';
import { temporaryFolder } from '../test/temporary-folder.js';
import { launchAgent, type LaunchedAgent } from './launch-agent.js';
import { TestServer, type TestConnection } from './test-server.js';

/** Half a megabyte takes seconds. */
const BITS_PER_SECOND = 1_000_000;
const BYTES = 500_000;

let server: TestServer;
let line: SlowLine;
let agent: LaunchedAgent | undefined;
let connection: TestConnection;

beforeEach(async () => {
  server = await TestServer.start();
  line = await SlowLine.to(server.port, BITS_PER_SECOND);
});
afterEach(async () => {
  await agent?.stop();
  agent = undefined;
  line.close();
  await server.close();
});
const folder = temporaryFolder();

async function connect(features?: string[]): Promise<void> {
  const address = `http://127.0.0.1:${line.port}`;
  agent = await launchAgent({ server: { address }, folder: folder.path, random: () => 0 });
  connection = await server.accept([], features);
}

function askForMuch(): string {
  const id = randomUUID();
  const args = { command: `head -c ${BYTES} /dev/zero | tr '\\0' x`, timeout_s: 60 };
  connection.send({ type: 'request', id, tool: 'shell_exec', args });
  return id;
}

const partsOf = (id: string): FrameOf<'response_part'>[] =>
  connection.frames
    .filter((frame): frame is FrameOf<'response_part'> => frame.type === 'response_part')
    .filter((frame) => frame.id === id);
const isLast = ({ from, size, text }: FrameOf<'response_part'>): boolean =>
  from + Buffer.byteLength(text) === size;

describe('a large answer over a slow line', () => {
  it('goes in parts, and small answers and heartbeats pass between them', async () => {
    await connect(['response_parts']);
    const id = askForMuch();
    await connection.next('response_part');
    const quick = await connection.call('fs_list', { path: folder.path });
    connection.send({ type: 'ping' });
    await connection.next('pong');
    expect(quick.ok).toBe(true);
    expect(partsOf(id).some(isLast)).toBe(false);
    connection.acknowledgeParts();
    await connection.next('response_part', isLast);
    const parts = partsOf(id);
    const answer = new PiecedText(parts[0]?.size ?? 0);
    for (const part of parts) expect(answer.add(part)).toBeUndefined();
    expect(JSON.parse(answer.whole ?? '')).toMatchObject({
      ...{ type: 'response', id, ok: true },
      result: { stdout: 'x'.repeat(BYTES), exit_code: 0 },
    });
  });

  it('is not sent any further once the server does not want it', async () => {
    await connect(['response_parts']);
    const id = askForMuch();
    await connection.next('response_part');
    connection.send({ type: 'cancel', id });
    connection.acknowledgeParts();
    const next = await connection.call('fs_list', { path: folder.path });
    expect(next.ok).toBe(true);
    expect(connection.frames.some((frame) => frame.type === 'response' && frame.id === id)).toBe(
      false,
    );
    const sent = partsOf(id).length;
    await connection.call('fs_list', { path: folder.path });
    expect(partsOf(id)).toHaveLength(sent);
  });

  it('is kept in the journal, and given piece by piece to who asks how large it is', async () => {
    await connect(['response_parts']);
    const id = askForMuch();
    await connection.next('response_part');
    connection.terminate();
    connection = await server.accept([], ['response_parts']);
    const first = await connection.call('call_status', { id, most: 1_000 });
    const { size, text } = first.result as { size: number; text: string };
    expect([size > BYTES, text.length]).toEqual([true, 1_000]);
    const more = await connection.call('call_status', { id, most: 1_000, from: size - 10 });
    expect(more.result).toMatchObject({ state: 'done', size });
    expect((more.result as { text: string }).text).toHaveLength(10);
  });

  it('goes whole to a server that knows no parts, as in 0.8', async () => {
    await connect();
    const id = askForMuch();
    const answer = await connection.next('response', (frame) => frame.id === id);
    expect(answer.result).toMatchObject({ stdout: 'x'.repeat(BYTES) });
    expect(connection.types()).not.toContain('response_part');
  });
});
