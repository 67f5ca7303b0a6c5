/** An agent that does what a test tells it: one request per action, answered when it is done. */
import { spawn } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate, setInterval } from 'node:timers';

const seen = [];
const say = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** A child that sleeps: plain, in a session of its own, or a grandchild whose parent is gone. */
const CHILDREN = {
  plain: 'exec sleep 1000',
  session: 'exec setsid sleep 1000',
  orphan: 'sleep 1000 & disown; exit 0',
  lost: 'setsid sleep 1000 & disown; exit 0',
};

const ACTIONS = {
  echo: (params) => params,
  seen: () => seen,
  world: () => ({ env: process.env, args: process.argv.slice(2), cwd: process.cwd() }),
  print: ({ text }) => void process.stdout.write(text),
  warn: ({ text }) => void process.stderr.write(text),
  say: ({ messages }) => messages.forEach(say),
  large: ({ count, bytes }) => {
    const text = 'x'.repeat(bytes);
    for (let n = 0; n < count; n += 1) say({ method: 'large', params: { n, text } });
  },
  exit: ({ code }) => process.exit(code),
  deaf: () => {
    process.on('SIGTERM', () => undefined);
    setInterval(() => undefined, 1000);
  },
  closeOutput: () => {
    setInterval(() => undefined, 1000);
    setImmediate(() => closeSync(1));
  },
  /** Stops reading its input, and everything else with it. */
  hang: () => {
    for (;;);
  },
  tellAnswersAtEnd: () => {
    process.stdin.once('end', () => {
      const answers = seen.map((line) => JSON.parse(line)).filter(({ method }) => !method);
      say({ method: 'answers', params: answers });
    });
  },
  flood: ({ megabytes }) => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    for (let n = 0; n < megabytes; n += 1) process.stdout.write(piece);
    process.stdout.write('\n');
  },
  bytes: ({ hex }) => void process.stdout.write(Buffer.from(hex, 'hex')),
  dieMidLine: () => {
    writeSync(1, '{"jsonrpc":"2.0","method":"never/whole","params":{"te');
    process.kill(process.pid, 'SIGKILL');
  },
  lastWords: ({ text }) => {
    writeSync(1, text);
    process.exit(0);
  },
  child: ({ kind }) => {
    spawn('bash', ['-c', CHILDREN[kind]], { stdio: ['ignore', 'inherit', 'inherit'] });
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  seen.push(line);
  const { id, method, params = {} } = JSON.parse(line);
  if (method === 'silent') return;
  const action = ACTIONS[method];
  if (method === undefined) return;
  if (!action) return void say({ id, error: { code: -32601, message: 'no such action' } });
  const result = action(params) ?? null;
  if (id !== undefined) say({ id, result });
});
