import type { RpcQuestion } from '@kenny/contract';
import type { HeardEvent, RpcEditor } from '@kenny/testing';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ABOUT_PC1, decide, EditorWorld, stored } from '../test/editor-world.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying } from '../test/told-brain.js';

/** What becomes of a conversation when `kenny rpc` or its editor ends or misbehaves. */

const world = EditorWorld.forThisFile();
const newDir = tempDirs();
const MIB = 1024 * 1024;

/** Starts what follows it with its own input and output, as an editor does. */
const AN_EDITOR = [
  process.execPath,
  '-e',
  `const { spawn } = require('node:child_process');
  const [program, ...args] = process.argv.slice(1);
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  process.stdin.pipe(child.stdin);
  child.stdout.pipe(process.stdout);`,
  '--',
] as const;

/**
 * Says at SIGUSR2 how many bytes the process keeps (buffers are given back in the background, after
 * the objects that held them), and at its end how many KiB it had at most.
 */
const TELLS_MEMORY = [
  ...['--expose-gc', '--import'],
  `data:text/javascript,import { readFileSync, writeSync } from 'node:fs';
  process.on('SIGUSR2', async () => {
    for (let times = 0; times < 5; times += 1) {
      gc();
      await new Promise(setImmediate);
    }
    const { heapUsed, external } = process.memoryUsage();
    writeSync(2, 'keeps ' + (heapUsed + external) + ';');
  });
  process.on('exit', () => {
    const [, peak] = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
    writeSync(2, 'peak ' + peak + ';');
  });`,
];

async function keptBy(editor: RpcEditor): Promise<number> {
  const said = editor.complaints.length;
  editor.child.kill('SIGUSR2');
  const [, kept] = await editor.complains(/keeps (\d+);/, said);
  return Number(kept);
}

async function peakOf(editor: RpcEditor): Promise<number> {
  await editor.exited;
  const [, peak] = await editor.complains(/peak (\d+);/);
  return Number(peak) * 1024;
}

const sequences = (events: readonly { sequence: number }[]) => events.map((one) => one.sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A turn whose round the test holds in its hand, seen to have begun. */
async function atWork(editor: RpcEditor, sessionId: unknown) {
  const thinking = world.chat.brain.nextRound();
  const { id: turn } = await editor.ask('turns/start', { sessionId, input: 'one' });
  const round = await thinking;
  await editor.event(turn, 'turnStarted');
  return { turn, round };
}

async function opened(editor: RpcEditor): Promise<{ id: string; path: string }> {
  return (await editor.ask('sessions/create', ABOUT_PC1)) as { id: string; path: string };
}

describe('kill -9', () => {
  it('of kenny rpc loses nothing that is at work, queued or waiting', async () => {
    const [first, second] = [await world.open(), await world.open()];
    const busy = await opened(first);
    const { turn, round } = await atWork(first, busy.id);
    const { id: queued } = await first.ask('turns/start', {
      ...{ sessionId: busy.id, input: 'two', streamingBehavior: 'followUp' },
    });
    await first.event(queued, 'turnQueued');
    const held = await opened(first);
    const { turn: waiting, question } = await world.waiting(first, held.id);
    await first.kill();

    for (const { path } of [busy, held]) await second.ask('sessions/resume', { path });
    const again = await second.hears<RpcQuestion>('ui/question');
    expect(again.questionRequestId).toBe(question.questionRequestId);
    world.chat.brain.will(saying('two'));
    round.say('one');
    await second.finished(queued);
    world.chat.brain.will(saying('Done.'));
    await decide(second, again, 'Approve');
    await second.finished(waiting);

    for (const id of [turn, queued, waiting]) {
      const whole = sequences(await stored(second, id));
      expect(whole).toEqual(upTo(whole.length));
      // Nothing happened in between: what the one has not heard, the other has.
      expect(sequences([...first.events(id), ...second.events(id)])).toEqual(whole);
    }
    expect(world.chat.ran).toHaveLength(1);
  });

  it('of the editor ends kenny rpc, and its turn goes on', async () => {
    const editor = await world.open({ through: AN_EDITOR });
    const { id, path } = await opened(editor);
    const { turn, round } = await atWork(editor, id);
    // Its error output is closed only when `kenny rpc`, which shares it, has ended as well.
    await editor.kill();
    const next = await world.open();
    await next.ask('sessions/resume', { path });
    round.say('one');
    expect((await next.finished(turn)).payload).toMatchObject({ status: 'completed' });
    expect(editor.complaints).toBe('');
  });
});

describe('two editors at one conversation', () => {
  it('both decide, and one of them counts', async () => {
    const [one, other, third] = [await world.open(), await world.open(), await world.open()];
    const { id, path } = await opened(one);
    for (const late of [other, third]) await late.ask('sessions/resume', { path });
    const { turn } = await world.waiting(one, id);
    world.chat.brain.will(saying('So be it.'));
    const asked = await Promise.all(
      [one, other, third].map((editor) => editor.hears<RpcQuestion>('ui/question')),
    );
    const [a, b, c] = asked as [RpcQuestion, RpcQuestion, RpcQuestion];
    const answers = await Promise.all([decide(one, a, 'Approve'), decide(other, b, 'Deny')]);
    const outcome = answers.find(({ applied }) => applied === true)?.['outcome'];
    expect(answers).toContainEqual({ ok: true, applied: true, outcome });
    expect(answers).toContainEqual({ ok: true, applied: false, outcome });
    await Promise.all([one, other, third].map((editor) => editor.finished(turn)));
    expect(third.all('ui/questionResolved')).toMatchObject([
      { questionRequestId: c.questionRequestId, outcome },
    ]);
    expect(await decide(third, c, 'Approve')).toEqual({ ok: true, applied: false, outcome });
    expect(world.chat.ran).toHaveLength(outcome === 'approved' ? 1 : 0);
  });
});

const ONE_MIB = 'x'.repeat(MIB);
const DELTAS = ['assistantDelta', 'reasoningDelta'];

describe('an editor that reads nothing', () => {
  it('costs a bounded amount of memory, and hears where to go on', async () => {
    const editor = await world.open({ node: TELLS_MEMORY });
    const watching = await world.open();
    const { id, path } = await opened(editor);
    await watching.ask('sessions/resume', { path });
    const { turn, round } = await atWork(editor, id);
    const before = await keptBy(editor);
    editor.child.stdout.pause();
    const kinds = ['assistant', 'reasoning'] as const;
    for (let batch = 1; batch <= 24; batch += 1) {
      // Two kinds in turn: pieces of one kind would become a single event.
      for (const kind of kinds) round.voice.delta({ kind, text: ONE_MIB });
      await watching.heardAll(turn, DELTAS, 2 * batch);
    }
    round.say('That was all.');
    await watching.finished(turn);
    // Of the 48 MiB that were said.
    expect((await keptBy(editor)) - before).toBeLessThan(8 * MIB);
    editor.child.stdout.resume();

    const resync = (one: { reason: string }) => one.reason === 'resync';
    const { lastSequence } = await editor.hears<{ reason: string; lastSequence: number }>(
      'session/updated',
      resync,
    );
    const heard = sequences(editor.events(turn)).filter((sequence) => sequence <= lastSequence);
    expect(heard).toEqual(upTo(lastSequence));
    const whole = await stored(editor, turn);
    expect(sequences(whole)).toEqual(upTo(whole.length));
    expect(whole.at(-1)).toMatchObject({ type: 'turnFinished', payload: { status: 'completed' } });
  });
});

describe('100 MB that nobody understands', () => {
  const PIECE = Buffer.alloc(MIB, 'nonsense ');

  /** Writes as long as somebody takes it. */
  async function flood({ child }: RpcEditor): Promise<void> {
    for (let count = 0; count < 100; count += 1) {
      if (child.stdin.destroyed || child.stdin.writableEnded) return;
      if (child.stdin.write(PIECE)) continue;
      const taken = Promise.race([once(child.stdin, 'drain'), once(child.stdin, 'close')]);
      await taken.catch(() => undefined); // nobody reads any more
    }
  }

  it('end it with 1 where a message should begin', async () => {
    const editor = await world.open({ node: TELLS_MEMORY });
    await editor.ask('initialize');
    await flood(editor);
    expect(await editor.exited).toEqual({ code: 1, signal: null });
    const idle = await world.open({ node: TELLS_MEMORY });
    await idle.ask('shutdown');
    expect((await peakOf(editor)) - (await peakOf(idle))).toBeLessThan(64 * MIB);
  });

  it('are discarded as one message that is too large, and it goes on', async () => {
    const editor = await world.open({ node: TELLS_MEMORY });
    await editor.ask('initialize');
    const before = await keptBy(editor);
    editor.child.stdin.write(`Content-Length: ${100 * MIB}\r\n\r\n`);
    await flood(editor);
    expect(await editor.ask('initialize')).toMatchObject({ protocolVersion: 1 });
    expect((await keptBy(editor)) - before).toBeLessThan(16 * MIB);
    expect(await editor.ask('shutdown')).toEqual({ ok: true });
    expect(await editor.exited).toEqual({ code: 0, signal: null });
  });
});

it('answers into a file as well, and ends with 0', () => {
  const file = join(newDir(), 'answers');
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'shutdown' });
  const { status, stderr } = spawnSync(process.execPath, [world.file, 'rpc'], {
    input: `Content-Length: ${body.length}\r\n\r\n${body}`,
    stdio: ['pipe', openSync(file, 'w'), 'pipe'],
    env: { PATH: process.env['PATH'], KENNY_URL: world.chat.server.url, KENNY_TOKEN: 'kny_x' },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(readFileSync(file, 'utf8')).toContain('"result":{"ok":true}');
});

describe('the end of kenny rpc in the middle of a turn', () => {
  const ENDS: [string, number, (editor: RpcEditor) => void][] = [
    ['the end of its input', 0, ({ child }) => child.stdin.end()],
    [
      'the end of its input inside a frame',
      ...([
        0,
        ({ child }: RpcEditor) => child.stdin.end('Content-Length: 99\r\n\r\n{"js'),
      ] as const),
    ],
    ['SIGTERM', 0, ({ child }) => child.kill('SIGTERM')],
    ['the end of its output', 0, ({ child }) => child.stdout.destroy()],
  ];

  it.each(ENDS)('comes with %s, and the turn goes on', async (_, code, end) => {
    const [editor, watching] = [await world.open(), await world.open()];
    const { id, path } = await opened(editor);
    const { turn, round } = await atWork(editor, id);
    await watching.ask('sessions/resume', { path });
    end(editor);
    round.voice.delta({ kind: 'assistant', text: 'something to write' });
    expect(await editor.exited).toEqual({ code, signal: null });
    expect(editor.complaints).toBe('');
    round.say('one');
    const { payload }: HeardEvent = await watching.finished(turn);
    expect(payload).toMatchObject({ status: 'completed' });
  });
});
