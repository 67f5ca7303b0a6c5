import { FakeClock } from '@kenny/testing';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { openAgentLog } from './agent-log.js';
import { ForwardRing } from './forward-ring.js';
import { Logger, reaches, type LogEvent } from './logger.js';
import { RotatingFile } from './rotating-file.js';
import { fileSink, formatEvent } from './sinks.js';

function recorded(): { log: Logger; events: LogEvent[] } {
  const events: LogEvent[] = [];
  return { events, log: new Logger([{ write: (event) => events.push(event) }], new FakeClock()) };
}

describe('Logger', () => {
  it('gives every event its time, level, part and fields', () => {
    const { log, events } = recorded();
    log.for('connection').warn('gone', { code: 4401, reason: undefined });
    expect(events).toEqual([
      {
        at: '2026-06-04T12:00:00.000Z',
        level: 'warn',
        target: 'connection',
        message: 'gone',
        fields: { code: 4401 },
      },
    ]);
  });

  it('never writes a secret, and leaves names that only sound like one alone', () => {
    const { log, events } = recorded();
    log.info('x', { token: 'abc', enroll_token: 'abc', token_count: 3, seeded: true });
    expect(events[0]?.fields).toEqual({
      token: '[redacted]',
      enroll_token: '[redacted]',
      token_count: 3,
      seeded: true,
    });
  });

  it('caps long texts and mends half characters', () => {
    const { log, events } = recorded();
    log.info('m'.repeat(10_000), { text: 'v'.repeat(10_000), half: '\ud800' });
    expect(events[0]?.message).toHaveLength(4_000);
    expect(String(events[0]?.fields?.['text'])).toHaveLength(2_000);
    expect(events[0]?.fields?.['half']).toBe('\ufffd');
  });

  it('knows which levels reach a threshold', () => {
    expect(reaches('error', 'info')).toBe(true);
    expect(reaches('info', 'info')).toBe(true);
    expect(reaches('debug', 'info')).toBe(false);
  });
});

describe('formatEvent', () => {
  it('keeps an event on one line and shows control codes instead of sending them', () => {
    const event: LogEvent = {
      at: 'T',
      level: 'info',
      target: 't',
      message: 'a\n\u001b[2Jb',
      fields: { path: 'x\u202ey\r\n' },
    };
    expect(formatEvent(event)).toBe('T info  t: a\\u000a\\u001b[2Jb path="x\\u202ey\\r\\n"');
  });
});

describe('ForwardRing', () => {
  const event = (message: string, level: LogEvent['level'] = 'info'): LogEvent => ({
    at: 'T',
    level,
    target: 't',
    message,
  });

  it('drops the oldest when nobody takes, and says how many', () => {
    const ring = new ForwardRing('info', 3);
    for (const name of ['a', 'b', 'c', 'd', 'e']) ring.write(event(name));
    const taken = ring.take(10);
    expect(taken.map(({ message }) => message)).toEqual(['c', 'd', 'e']);
    expect(taken[0]?.fields).toEqual({ events_dropped_before: 2 });
    ring.write(event('f'));
    expect(ring.take(10)).toEqual([event('f')]);
  });

  it('holds 256 events and only those that reach the level', () => {
    const ring = new ForwardRing('warn');
    for (let index = 0; index < 300; index += 1) {
      ring.write(event(String(index), 'error'));
      ring.write(event('quiet', 'info'));
    }
    expect(ring.size).toBe(256);
    expect(ring.take(1)[0]?.message).toBe('44');
  });

  it('wakes its listener, also for what came before it', () => {
    const ring = new ForwardRing('info');
    ring.write(event('early'));
    const wake = jest.fn();
    ring.onEvent(wake);
    expect(wake).toHaveBeenCalledTimes(1);
    ring.write(event('late'));
    expect(wake).toHaveBeenCalledTimes(2);
  });
});

describe('RotatingFile', () => {
  const folder = temporaryFolder();

  it('writes one JSON object a line into a private file', async () => {
    const file = join(folder.path, 'a.log');
    const rotating = new RotatingFile({ file, onError: fail });
    const log = new Logger([fileSink(rotating, 'info')], new FakeClock());
    log.info('one\ntwo');
    log.debug('not this one');
    await rotating.flush();
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as LogEvent).message)).toEqual(['one\ntwo']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('rotates by size and keeps only so many', async () => {
    const file = join(folder.path, 'a.log');
    const rotating = new RotatingFile({ file, maxBytes: 50, keep: 2, onError: fail });
    for (let index = 0; index < 6; index += 1) {
      rotating.append(`${index}`.repeat(40));
      await rotating.flush();
    }
    expect((await readdir(folder.path)).sort()).toEqual(['a.log', 'a.log.1', 'a.log.2']);
    expect(await readFile(file, 'utf8')).toBe(`${'5'.repeat(40)}\n`);
    expect(await readFile(`${file}.2`, 'utf8')).toBe(`${'3'.repeat(40)}\n`);
  });

  it('reports a disk that refuses once, and goes on when it works again', async () => {
    const errors: unknown[] = [];
    const file = join(folder.path, 'missing', 'a.log');
    const rotating = new RotatingFile({ file, onError: (error) => errors.push(error) });
    rotating.append('lost');
    await rotating.flush();
    rotating.append('lost too');
    await rotating.flush();
    expect(errors).toHaveLength(1);
  });

  it('does not write through a link', async () => {
    const { symlink } = await import('node:fs/promises');
    const target = join(folder.path, 'target');
    await writeFile(target, 'untouched');
    await symlink(target, join(folder.path, 'a.log'));
    const errors: unknown[] = [];
    const file = join(folder.path, 'a.log');
    const rotating = new RotatingFile({ file, onError: (error) => errors.push(error) });
    rotating.append('x');
    await rotating.flush();
    expect(errors).toHaveLength(1);
    expect(await readFile(target, 'utf8')).toBe('untouched');
  });
});

function fail(error: unknown): void {
  throw error;
}

describe('the local log file', () => {
  const folder = temporaryFolder();

  const levels = ['error', 'warn', 'info', 'debug'] as const;

  it.each([
    ['warn', 'info', 'debug'],
    ['error', 'error', 'warn'],
    ['debug', 'error', 'debug'],
  ] as const)('printed from %s, forwarded from %s: holds %s', async (level, forwardLevel, held) => {
    const printed: string[] = [];
    const { log, flush } = await openAgentLog({
      ...{ folder: folder.path, level, forwardLevel, clock: new FakeClock() },
      print: (line) => printed.push(line),
    });
    const part = log.for('part');
    for (const one of levels) part[one](`a line of ${one}`);
    await flush();
    const text = await readFile(join(folder.path, 'kenny-agent.log'), 'utf8');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as LogEvent);
    expect(lines.at(-1)?.level).toBe(held);
    expect(printed).toHaveLength(levels.indexOf(level) + 1);
  });
});
