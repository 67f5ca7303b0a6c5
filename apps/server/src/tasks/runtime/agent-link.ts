import { AGENTCTL_NOTICES } from '@kenny/contract/agentctl';
import { isObject, type Clock } from '@kenny/kernel';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { AgentctlError, type AgentctlClient } from './agentctl-client.js';
import type { AcpLink } from './launched-agent.js';

const LF = 0x0a;
const NEWLINE = Buffer.from('\n');
/** Notices are small; a longer frame is the agent's. */
const LONGEST_NOTICE = 4_096;
/** Messages that wait to be read here before no more are taken from agentctl. */
const WAITING_BYTES = 1024 * 1024;
/** How long the news of an agent's end may come behind the first message that it did not take. */
const EXIT_NEWS_MS = 5_000;

export interface ExitNotice {
  readonly exit_code: number;
  readonly exit_error: string | null;
}

/**
 * Everything that the agent says, a line per message, and everything that it is told, in order. The
 * stream cannot go on where it broke off, so one that breaks ends in an error: what was lost might
 * have been an answer. Of an agent that has ended, everything is read first; then `onExit` is told.
 */
export async function openAgentLink(
  { client, clock }: { readonly client: AgentctlClient; readonly clock: Clock },
  onExit: (exit: ExitNotice) => void,
  signal?: AbortSignal,
): Promise<AcpLink> {
  const socket = client.socket('stream');
  const input = new Readable({ highWaterMark: WAITING_BYTES, read: () => socket.resume() });
  let exit: ExitNotice | undefined;
  let tell = (): void => undefined;
  const news = new Promise<void>((resolve) => (tell = resolve));
  /** Whether the agent has ended; then nothing needs to be told any more. */
  const hasEnded = async (): Promise<boolean> => {
    const timer = clock.setTimer(tell, EXIT_NEWS_MS);
    await news;
    timer.cancel();
    return exit !== undefined;
  };
  const output = new Writable({
    // Lines that wait are gathered meanwhile.
    decodeStrings: true,
    write: lineSender(client, hasEnded),
    final: (done) => done(),
  });
  const fail = (why: Error): void => {
    input.destroy(why);
    output.destroy();
  };
  // Whoever reads hears of it as well; without a listener an error would end the process.
  input.on('error', () => output.destroy());
  output.on('error', (error) => input.destroy(error));
  input.once('close', () => {
    socket.terminate();
    tell();
    if (exit) onExit(exit);
  });
  /** What came within one moment: messages are many and small. */
  let lines: Buffer[] = [];
  const pass = (): void => {
    const all = lines;
    lines = [];
    if (all.length > 0 && !input.destroyed && !input.push(Buffer.concat(all))) socket.pause();
  };
  socket.on('message', (data) => {
    if (exit || input.destroyed) return;
    const bytes = bytesOf(data);
    const notice = noticeIn(bytes);
    if (notice === null) {
      if (lines.push(bytes, NEWLINE) === 2) queueMicrotask(pass);
    } else if (notice.type === 'exit') {
      ({ exit } = notice);
      pass();
      input.push(null);
      tell();
    } else {
      fail(new Error(`${notice.dropped} messages of the agent were lost: it sends too many`));
    }
  });
  socket.on('close', () => {
    if (!exit && !input.destroyed) fail(new Error('agentctl is gone'));
  });
  await opened(socket, signal);
  socket.on('error', (error) => fail(error));
  const giveUp = (): void => fail(new Error('given up'));
  signal?.addEventListener('abort', giveUp);
  input.once('close', () => signal?.removeEventListener('abort', giveUp));
  return { input, output };
}

async function opened(socket: WebSocket, signal?: AbortSignal): Promise<void> {
  try {
    await once(socket, 'open', signal ? { signal } : {});
  } catch (error) {
    socket.on('error', () => undefined);
    socket.terminate();
    throw error;
  }
}

/** Sends whole lines one after the other; the rest of a chunk waits for its end. */
function lineSender(
  client: AgentctlClient,
  hasEnded: () => Promise<boolean>,
): NonNullable<ConstructorParameters<typeof Writable>[0]>['write'] {
  let rest = Buffer.alloc(0);
  const send = async (chunk: Buffer): Promise<void> => {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF)) {
      const line = bytes.subarray(0, at);
      bytes = bytes.subarray(at + 1);
      if (line.length > 0) await client.ask('send', line);
    }
    rest = Buffer.from(bytes);
  };
  return (chunk: Buffer, _encoding, done) => {
    send(chunk).then(
      () => done(),
      async (error: unknown) => ((await hasEnded()) ? done() : done(inWords(error))),
    );
  };
}

function inWords(error: unknown): Error {
  if (error instanceof AgentctlError) return new Error(`the agent was not told: ${error.message}`);
  return error instanceof Error ? error : new Error(String(error));
}

type Notice = { type: 'exit'; exit: ExitNotice } | { type: 'gap'; dropped: number };

/** A frame that agentctl wrote itself; an agent's own message says `jsonrpc` or another type. */
function noticeIn(bytes: Buffer): Notice | null {
  if (bytes.length > LONGEST_NOTICE) return null;
  // Quoted in a text, it would not look like this.
  if (bytes.includes('"jsonrpc"') || !bytes.includes('"type"')) return null;
  const value = parsed(bytes);
  if (!isObject(value)) return null;
  const { type, exit_code, exit_error, dropped } = value;
  if (typeof type !== 'string' || !AGENTCTL_NOTICES.includes(type)) return null;
  if (type === 'gap') return { type, dropped: typeof dropped === 'number' ? dropped : 0 };
  const exit = {
    exit_code: typeof exit_code === 'number' ? exit_code : -1,
    exit_error: typeof exit_error === 'string' ? exit_error : null,
  };
  return { type: 'exit', exit };
}

function parsed(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return value;
  } catch {
    return undefined;
  }
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
