import { TIMES, type FrameOf } from '@kenny/contract/agent';
import { FakeClock } from '@kenny/testing';
import { DAY_MS } from '@kenny/kernel';
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordingLog } from '../../test/recording-log.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { AppendFile } from './append-file.js';
import { decodeRecord, encodeRecord } from './journal-record.js';
import { answerOf } from './answers.js';
import { Journal, type JournalLimits } from './journal.js';

const folder = temporaryFolder();
const clock = new FakeClock();
const file = (): string => join(folder.path, 'agent.journal');
const { log, events } = recordingLog();

const open = (limits: Partial<JournalLimits> = {}, at = clock): Promise<Journal> =>
  Journal.open({ file: file(), clock: at, log, limits });

const answer = (id: string, text = ''): FrameOf<'response'> => ({
  type: 'response',
  id,
  ok: true,
  result: { text },
});

async function run(journal: Journal, id: string, text = ''): Promise<void> {
  expect(await journal.begin(id, 'call')).toEqual({ kind: 'new' });
  await journal.finish(id, answerOf(answer(id, text)));
}

describe('Journal', () => {
  it('lets a new call run and gives its answer to whoever repeats it', async () => {
    const journal = await open();
    await run(journal, 'a', 'done');
    expect(await journal.begin('a', 'call')).toEqual({
      kind: 'finished',
      response: answer('a', 'done'),
    });
  });

  it('knows its calls again after a restart', async () => {
    const first = await open();
    await run(first, 'done', 'x');
    await first.begin('started', 'call');
    // No close: the process was killed.
    const second = await open();
    expect(await second.begin('done', 'call')).toEqual({
      kind: 'finished',
      response: answer('done', 'x'),
    });
    expect(await second.begin('started', 'call')).toEqual({ kind: 'interrupted' });
    expect(await second.lookUp('started')).toEqual({ kind: 'interrupted' });
    expect(await second.lookUp('never')).toBeUndefined();
  });

  it('is on the disk before a call may run', async () => {
    const journal = await open();
    await journal.begin('a', 'call');
    expect(await readFile(file(), 'utf8')).toContain('"id":"a"');
  });

  it('tells a call that this process runs from one that was interrupted', async () => {
    const journal = await open();
    await journal.begin('a', 'call');
    expect(await journal.begin('a', 'call')).toEqual({ kind: 'running' });
  });

  it('refuses an id with another call behind it', async () => {
    const journal = await open();
    await run(journal, 'a');
    expect(await journal.begin('a', 'other')).toEqual({ kind: 'other_call' });
    await journal.begin('b', 'call');
    expect(await journal.begin('b', 'other')).toEqual({ kind: 'other_call' });
  });

  it('lets one approval run one call, whatever the call says', async () => {
    const journal = await open();
    expect(await journal.begin('a', 'call', 'yes')).toEqual({ kind: 'new' });
    const used = { kind: 'approval_used', use: { call_id: 'a', at: clock.now() } };
    for (const [id, call] of [
      ['b', 'call'],
      ['c', 'other'],
    ] as const)
      expect(await journal.begin(id, call, 'yes')).toMatchObject(used);
    expect(await journal.begin('d', 'call', 'another yes')).toEqual({ kind: 'new' });
    expect(await journal.begin('e', 'call')).toEqual({ kind: 'new' });
  });

  it('lets exactly one of two with one approval run that begin at once', async () => {
    const journal = await open();
    const both = [journal.begin('a', 'call', 'yes'), journal.begin('b', 'call', 'yes')];
    expect((await Promise.all(both)).map(({ kind }) => kind)).toEqual(['new', 'approval_used']);
  });

  it('says what became of the call that an approval was used for', async () => {
    const journal = await open();
    const used = async (by: Journal) => {
      const verdict = await by.begin('again', 'call', 'yes');
      return verdict.kind === 'approval_used' ? verdict.use.state : verdict.kind;
    };
    await journal.begin('a', 'call', 'yes');
    expect(await used(journal)).toBe('running');
    expect(await used(await open())).toBe('interrupted');
    await journal.finish('a', answerOf(answer('a')));
    expect(await used(journal)).toBe('finished');
    expect(await used(await open())).toBe('finished');
  });

  it('knows a used approval after compactions and when its answer is forgotten', async () => {
    const journal = await open({ slackBytes: 300, answerBytes: 1000 });
    expect(await journal.begin('a', 'call', 'yes')).toEqual({ kind: 'new' });
    await journal.finish('a', answerOf(answer('a', 'x'.repeat(600))));
    for (let index = 0; index < 30; index += 1) await run(journal, `${index}`, 'x'.repeat(900));
    expect((await stat(file())).size).toBeLessThan(20_000);
    for (const reader of [journal, await open()])
      expect(await reader.begin('b', 'call', 'yes')).toMatchObject({ kind: 'approval_used' });
  });

  it('gives an approval free again when the start of its call could not be written', async () => {
    const journal = await open();
    await journal.close();
    await expect(journal.begin('a', 'call', 'yes')).rejects.toThrow();
    await expect(journal.begin('b', 'call', 'yes')).rejects.toThrow();
  });

  it('keeps what was refused, and the approval stays with the first call', async () => {
    const journal = await open();
    await journal.begin('a', 'call', 'yes');
    await journal.finish('a', answerOf(answer('a')));
    await journal.begin('b', 'call', 'yes');
    await journal.keepRefusal('b', 'call', answerOf(answer('b', 'refused')));
    for (const reader of [journal, await open()]) {
      const kept = { kind: 'finished', response: answer('b', 'refused') };
      expect(await reader.lookUp('b')).toEqual(kept);
      expect(await reader.begin('b', 'call', 'yes')).toEqual(kept);
      expect(await reader.begin('c', 'call', 'yes')).toMatchObject({ use: { call_id: 'a' } });
    }
  });

  it('forgets an approval with its call, and no earlier', async () => {
    const journal = await open({ ids: 2 });
    await journal.begin('a', 'call', 'yes');
    await journal.finish('a', answerOf(answer('a')));
    await run(journal, 'b');
    expect(await journal.begin('c', 'call', 'yes')).toMatchObject({ kind: 'approval_used' });
    await run(journal, 'd');
    expect(await journal.begin('c', 'call', 'yes')).toEqual({ kind: 'new' });
  });

  it('reads the lines of an agent that knew no approvals', async () => {
    const lines = [
      encodeRecord({ kind: 'start', id: 'cut', at: clock.now(), call: 'call' }),
      encodeRecord({ kind: 'finish', ...{ id: 'a', at: clock.now(), call: 'call' } }),
    ];
    await writeFile(file(), Buffer.concat(lines));
    const journal = await open();
    expect(await journal.begin('cut', 'call', 'yes')).toEqual({ kind: 'interrupted' });
    expect(await journal.begin('a', 'call', 'yes')).toMatchObject({ kind: 'finished' });
    expect(await journal.begin('b', 'call', 'yes')).toEqual({ kind: 'new' });
  });

  it('lets exactly one of two that begin at once run', async () => {
    const journal = await open();
    const verdicts = await Promise.all([journal.begin('a', 'call'), journal.begin('a', 'call')]);
    expect(verdicts.map(({ kind }) => kind)).toEqual(['new', 'running']);
  });

  it.each([1, 5, 9, 40, -1])('survives a last line torn after %d bytes', async (bytes) => {
    const journal = await open();
    await run(journal, 'a', 'kept');
    await journal.close();
    const torn = encodeRecord({ kind: 'start', id: 'b', at: clock.now(), call: 'call' });
    await appendFile(file(), torn.subarray(0, bytes));
    const again = await open();
    expect(await again.lookUp('b')).toBeUndefined();
    expect(await again.lookUp('a')).toMatchObject({ kind: 'finished' });
    await run(again, 'b');
    await again.close();
    expect(await (await open()).lookUp('b')).toMatchObject({ kind: 'finished' });
  });

  it('leaves out lines that are damaged in the middle, and says so', async () => {
    const journal = await open();
    await run(journal, 'a');
    await run(journal, 'b');
    await journal.close();
    const text = await readFile(file(), 'utf8');
    await writeFile(file(), text.replace('"id":"a"', '"id":"z"'));
    const again = await open();
    expect(await again.lookUp('z')).toBeUndefined();
    expect(await again.lookUp('b')).toMatchObject({ kind: 'finished' });
    expect(events.at(-1)).toMatchObject({ level: 'error', fields: { damaged: 1 } });
  });

  it('forgets after a day', async () => {
    const journal = await open({ idsAtAnyAge: 1 });
    await run(journal, 'old');
    clock.advance(DAY_MS + 1);
    await run(journal, 'new');
    expect(await journal.lookUp('old')).toBeUndefined();
    expect(await journal.lookUp('new')).toBeDefined();
  });

  it.each([DAY_MS + 1, 400 * DAY_MS, -400 * DAY_MS])(
    'keeps its answers when the wall clock jumps by %d ms, in a run and between two',
    async (ms) => {
      const kept = { kind: 'finished', response: answer('a', 'done') };
      const time = new FakeClock();
      const journal = await open({ idsAtAnyAge: 1 }, time);
      await run(journal, 'a', 'done');
      time.jump(ms);
      await run(journal, 'b');
      expect(await journal.lookUp('a')).toEqual(kept);
      await journal.close();
      const next = await open({ idsAtAnyAge: 1 }, time);
      await run(next, 'c');
      expect(await next.lookUp('a')).toEqual(kept);
      await next.close();
    },
  );

  it('counts the time of earlier runs, as far as one jump cannot have made it', async () => {
    const runs = ['a', 'b', 'c'];
    const time = new FakeClock();
    for (const id of runs) {
      const journal = await open({ idsAtAnyAge: 1 }, new FakeClock({ now: time.now() }));
      await run(journal, id);
      await journal.close();
      time.advance(DAY_MS);
    }
    const last = await open({ idsAtAnyAge: 1 }, time);
    await run(last, 'd');
    const found = await Promise.all(runs.map((id) => last.lookUp(id)));
    expect(found.map((known) => known?.kind)).toEqual([undefined, 'finished', 'finished']);
  });

  it('knows its calls and their answers after the clock was set from 1970 to today', async () => {
    const first = await open({}, new FakeClock({ now: 0 }));
    await run(first, 'done');
    await first.begin('cut', 'call');
    await first.close();
    const second = await open();
    await run(second, 'new');
    expect(await second.lookUp('done')).toEqual({ kind: 'finished', response: answer('done') });
    expect(await second.lookUp('cut')).toEqual({ kind: 'interrupted' });
    expect(await second.begin('done', 'another')).toEqual({ kind: 'other_call' });
  });

  it('forgets the oldest beyond its number, but never one that runs', async () => {
    const journal = await open({ ids: 3 });
    await journal.begin('runs', 'call');
    for (const id of ['a', 'b', 'c']) await run(journal, id);
    expect(await journal.lookUp('runs')).toEqual({ kind: 'running' });
    expect(await journal.lookUp('a')).toBeUndefined();
    expect(await journal.lookUp('c')).toBeDefined();
  });

  it('keeps the id longer than a large answer', async () => {
    const journal = await open({ answerBytes: 1000 });
    await run(journal, 'a', 'x'.repeat(600));
    await run(journal, 'b', 'x'.repeat(600));
    expect(await journal.lookUp('a')).toEqual({ kind: 'finished', response: undefined });
    expect(await journal.lookUp('b')).toMatchObject({ response: answer('b', 'x'.repeat(600)) });
  });

  it('gives the room of forgotten answers back to the disk', async () => {
    const journal = await open({ answerBytes: 10_000, slackBytes: 500 });
    for (let index = 0; index < 40; index += 1) await run(journal, `${index}`, 'x'.repeat(6_000));
    expect((await stat(file())).size).toBeLessThan(60_000);
    expect(await journal.lookUp('0')).toEqual({ kind: 'finished', response: undefined });
  });

  it('compacts into a file that says the same', async () => {
    const journal = await open({ slackBytes: 500, ids: 5 });
    for (let index = 0; index < 40; index += 1) await run(journal, `${index}`, `text ${index}`);
    expect((await stat(file())).size).toBeLessThan(4000);
    for (const reader of [journal, await open()]) {
      expect(await reader.lookUp('34')).toBeUndefined();
      for (const id of ['35', '39']) {
        expect(await reader.lookUp(id)).toMatchObject({ response: answer(id, `text ${id}`) });
      }
    }
  });

  it('keeps interrupted calls through a compaction', async () => {
    const first = await open();
    await first.begin('cut', 'call');
    const second = await open({ slackBytes: 200 });
    for (let index = 0; index < 20; index += 1) await run(second, `${index}`, 'x'.repeat(50));
    const third = await open({ ids: 30, slackBytes: 0 });
    expect(await third.lookUp('cut')).toEqual({ kind: 'interrupted' });
  });

  it('adds no line while the file is rewritten, however late that began', async () => {
    const time = new FakeClock();
    const { log: noisy } = recordingLog();
    const options = { file: file(), clock: time, log: noisy, limits: { slackBytes: 0 } };
    const journal = await Journal.open(options);
    await run(journal, 'long', 'x'.repeat(8_000));
    // From here on the long answer is forgotten, and the file is due.
    time.advance(TIMES.journalMs + 1);
    await journal.begin('a', 'call');
    await journal.close();
    let began: Promise<unknown> = Promise.resolve();
    jest.spyOn(noisy, 'error').mockImplementation(() => {
      // Comes between the end of the one call and the rewriting that follows from it.
      began = journal.begin('b', 'call');
    });
    await journal.finish('a', answerOf(answer('a')));
    expect(await began).toEqual({ kind: 'new' });
    expect(await (await open()).lookUp('b')).toEqual({ kind: 'interrupted' });
  });

  it('lets nothing run when it cannot be written', async () => {
    const journal = await open();
    await journal.close();
    await expect(journal.begin('a', 'call')).rejects.toThrow();
    expect(await journal.lookUp('a')).toBeUndefined();
  });

  it('still answers when the end of a call cannot be written', async () => {
    const journal = await open();
    await journal.begin('a', 'call');
    await journal.close();
    await journal.finish('a', answerOf(answer('a', 'kept in memory')));
    expect(await journal.lookUp('a')).toMatchObject({ response: answer('a', 'kept in memory') });
  });

  it('is private', async () => {
    await open();
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });
});

describe('journal records', () => {
  it('come back as they were written', () => {
    const record = {
      kind: 'finish' as const,
      id: 'ä',
      at: 1,
      call: 'c',
      response: answer('ä', '\n'),
    };
    const line = encodeRecord(record);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(decodeRecord(line.subarray(0, -1))).toEqual(record);
  });

  it('are refused when any byte changed', () => {
    const line = encodeRecord({ kind: 'start', id: 'a', at: 1, call: 'c' }).subarray(0, -1);
    for (let index = 0; index < line.length; index += 1) {
      const damaged = Buffer.from(line);
      damaged[index] = (damaged[index] ?? 0) ^ 1;
      expect(decodeRecord(damaged)).toBeUndefined();
    }
  });
});

describe('AppendFile', () => {
  it('reads lines longer than its chunks back from where it put them', async () => {
    const long = Buffer.from(`${'x'.repeat(700_000)}\n`);
    const lines = await AppendFile.open(file(), () => undefined);
    const places = await Promise.all([lines.append(long), lines.append(Buffer.from('short\n'))]);
    await lines.close();
    const seen: [number, number][] = [];
    const again = await AppendFile.open(file(), (line, place) => {
      seen.push([line.length, place.offset]);
    });
    expect(seen).toEqual([
      [700_000, 0],
      [5, 700_001],
    ]);
    expect(places.map(({ offset }) => offset)).toEqual([0, 700_001]);
    expect((await again.read(places[1] ?? { offset: 0, length: 0 })).toString()).toBe('short');
    await again.close();
  });
});
