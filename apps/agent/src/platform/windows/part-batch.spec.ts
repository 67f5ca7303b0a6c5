import { FakeClock } from '@kenny/testing';
import { Unreadable } from '../../errors/unreadable.js';
import { PartBatch, type StartParts } from './part-batch.js';
import { partLine, READY_LINE } from './part-lines.js';

/** One process under the hand of the spec. */
interface Started {
  parts: readonly string[];
  say: (line: string) => void;
  end: (reason?: string) => void;
  signal: AbortSignal;
}

function aBatch() {
  const started: Started[] = [];
  const clock = new FakeClock();
  const start: StartParts = (parts, onStdout, signal) =>
    new Promise((resolve) => {
      const end = (reason?: string): void => resolve(reason);
      signal.addEventListener('abort', () => end(), { once: true });
      const say = (line: string): void => onStdout(Buffer.from(`${line}\n`));
      started.push({ parts, say, end, signal });
    });
  const batch = new PartBatch({ name: 'PowerShell', start, clock, partDeadlineMs: 15_000 });
  const ask = (part: string, signal = new AbortController().signal) => {
    const answer = batch.ask(part, signal).then(
      (value) => ({ value }),
      (error: unknown) => ({ reason: error instanceof Unreadable ? error.message : error }),
    );
    return answer;
  };
  return { ask, started, clock, turn: () => new Promise((resolve) => setImmediate(resolve)) };
}

/** The process that must have been started by now. */
function nth(started: readonly Started[], index: number): Started {
  const one = started[index];
  if (!one) throw new Error(`process ${index} was not started`);
  return one;
}

describe('PartBatch', () => {
  it('answers all that is asked at once with one process, each as soon as it is there', async () => {
    const { ask, started, turn } = aBatch();
    const [defender, update, twice] = [ask('defender'), ask('win_update'), ask('defender')];
    await turn();
    expect(started.map(({ parts }) => parts)).toEqual([['defender', 'win_update']]);
    const process = nth(started, 0);
    process.say(READY_LINE);
    process.say(partLine('defender', { value: { enabled: true } }));
    expect(await defender).toEqual({ value: { enabled: true } });
    expect(await twice).toEqual({ value: { enabled: true } });
    process.say(partLine('win_update', { reason: 'Zugriff verweigert' }));
    expect(await update).toEqual({ reason: 'Zugriff verweigert' });
    process.end();
  });

  it('keeps what is finished when a part hangs, and gives the rest a new process', async () => {
    const { ask, started, clock, turn } = aBatch();
    const asked = ['one', 'two', 'three'].map((part) => ask(part));
    await turn();
    nth(started, 0).say(READY_LINE);
    nth(started, 0).say(partLine('one', { value: 1 }));
    clock.advance(14_999);
    expect(nth(started, 0).signal.aborted).toBe(false);
    clock.advance(1);
    expect(nth(started, 0).signal.aborted).toBe(true);
    await turn();
    expect(nth(started, 1).parts).toEqual(['three']);
    nth(started, 1).say(READY_LINE);
    nth(started, 1).say(partLine('three', { value: 3 }));
    nth(started, 1).end();
    expect(await Promise.all(asked)).toEqual([
      { value: 1 },
      { reason: 'PowerShell gave no answer within 15 s' },
      { value: 3 },
    ]);
  });

  it('blames a crash on the part that was being read', async () => {
    const { ask, started, turn } = aBatch();
    const asked = ['one', 'two'].map((part) => ask(part));
    await turn();
    nth(started, 0).say(READY_LINE);
    nth(started, 0).end('exit code 5');
    await turn();
    expect(nth(started, 1).parts).toEqual(['two']);
    nth(started, 1).say(READY_LINE);
    nth(started, 1).say(partLine('two', { value: [] }));
    nth(started, 1).end();
    expect(await Promise.all(asked)).toEqual([{ reason: 'exit code 5' }, { value: [] }]);
  });

  it('fails all parts at once when the process does nothing, also with exit code 0', async () => {
    const { ask, started, turn } = aBatch();
    const asked = ['one', 'two'].map((part) => ask(part));
    await turn();
    nth(started, 0).end();
    const reason = 'PowerShell ended without an answer';
    expect(await Promise.all(asked)).toEqual([{ reason }, { reason }]);
    expect(started).toHaveLength(1);
  });

  it('ends the process when nobody waits any more, not before', async () => {
    const { ask, started, turn } = aBatch();
    const ends = [new AbortController(), new AbortController()];
    const asked = ends.map(({ signal }, index) => ask(`part${index}`, signal));
    await turn();
    ends[0]?.abort();
    expect(nth(started, 0).signal.aborted).toBe(false);
    ends[1]?.abort();
    expect(nth(started, 0).signal.aborted).toBe(true);
    const reason = 'PowerShell was stopped at the deadline';
    expect(await Promise.all(asked)).toEqual([{ reason }, { reason }]);
  });

  it('ignores lines that are nobody`s answer', async () => {
    const { ask, started, turn } = aBatch();
    const asked = ask('one');
    await turn();
    for (const line of ['', 'WARNUNG: irgendwas', '{', '[1]', '{"part":7}', '{"part":"other"}']) {
      nth(started, 0).say(line);
    }
    nth(started, 0).say(partLine('one', { value: null }));
    nth(started, 0).end();
    expect(await asked).toEqual({ value: null });
  });
});
