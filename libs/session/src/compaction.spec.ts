import fc from 'fast-check';
import { says, ScriptedCompactor, use, wants } from '../test/scripted-brain.js';
import { ConversationWorld } from '../test/world.js';
import {
  BrainFailure,
  contextTokens,
  copyOf,
  isOver,
  liveEntries,
  planCompaction,
  type Entry,
  type EntryContent,
} from './index.js';

const never = new AbortController().signal;
let world: ConversationWorld;
let compactor: ScriptedCompactor;
let id: string;
async function start(window: number, keep: number): Promise<void> {
  world = new ConversationWorld();
  compactor = new ScriptedCompactor(window, keep);
  world.brain.compactor = compactor;
  ({ id } = await world.session());
}
beforeEach(() => start(1_000, 50));

const roles = () => world.store.entriesOf(id).map(({ content }) => content.role);
async function answer(thought: ReturnType<typeof says>): Promise<void> {
  world.brain.last.answer(thought);
  await world.rest();
}
async function talk(...texts: string[]): Promise<void> {
  for (const text of texts) {
    await world.say(id, text);
    await answer(says('ok'));
  }
}
const compact = (signal = never) => world.engine.compact(id, 'be brief', signal);

describe('a compaction that somebody asks for', () => {
  it('stands for what is older before the brain, and erases none of it', async () => {
    await talk('a'.repeat(40), 'b'.repeat(40), 'c'.repeat(20));
    const done = compact();
    await world.rest();
    const [open] = compactor.open;
    expect(open).toMatchObject({ instructions: 'be brief', work: { previous: null, begun: [] } });
    expect(open?.work.older).toHaveLength(4);
    open?.answer(' a and b were said ');
    const { first_kept_entry_id } = await done;
    expect(roles()).toEqual([
      ...Array<string[]>(3).fill(['user', 'assistant']).flat(),
      'compaction',
    ]);
    const live = liveEntries(world.store.entriesOf(id));
    expect(live.map(({ content }) => content.role)).toEqual(['compaction', 'user', 'assistant']);
    expect(live[1]?.id).toBe(first_kept_entry_id);
    expect(world.compactions.map(({ phase, error }) => [phase, error])).toEqual([
      ...[
        ['start', null],
        ['end', null],
      ],
    ]);
    await expect(compact()).rejects.toMatchObject({ message: 'Already compacted' });
    // The next one is told what the summary said.
    await talk('d'.repeat(45), 'e'.repeat(30));
    const again = compact();
    await world.rest();
    expect(compactor.open[0]?.work.previous).toBe('a and b were said');
    compactor.open[0]?.answer('more');
    await again;
  });

  it('is refused where there is nothing to do, and while a turn is at work', async () => {
    await talk('short');
    await expect(compact()).rejects.toMatchObject({ message: 'Nothing to compact' });
    await world.say(id, 'x'.repeat(90));
    await expect(compact()).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each([
    ['fails', () => compactor.open[0]?.fail(new BrainFailure('busy', 'The model is busy.'))],
    ['is empty', () => compactor.open[0]?.answer('  ')],
  ])('leaves everything as it is when the summary %s', async (_, end) => {
    await talk('a'.repeat(40), 'b'.repeat(40));
    const done = expect(compact()).rejects.toThrow();
    await world.rest();
    end();
    await done;
    expect(roles()).not.toContain('compaction');
    expect(world.compactions.at(-1)).toMatchObject({ phase: 'end', result: null });
  });

  it('ends at once when it is stopped, and when a message comes', async () => {
    await talk('a'.repeat(40), 'b'.repeat(40));
    const stop = new AbortController();
    const stopped = expect(compact(stop.signal)).rejects.toMatchObject({ code: 'conflict' });
    await world.rest();
    stop.abort();
    await stopped;
    const passed = expect(compact()).rejects.toMatchObject({ code: 'conflict' });
    await world.rest();
    const turn = await world.say(id, 'hello');
    await passed;
    compactor.open.at(-1)?.answer('too late');
    await answer(says('hi'));
    expect(world.status(turn)).toBe('completed');
    expect(roles()).not.toContain('compaction');
  });
});

describe('a turn', () => {
  it('that begins with too much before it has that summarised first', async () => {
    await start(100, 50);
    await talk('a'.repeat(80));
    await world.say(id, 'b'.repeat(30));
    expect(world.brain.open).toEqual([]);
    compactor.open[0]?.answer('there was an a');
    await world.rest();
    const { entries } = world.brain.last.work;
    expect(liveEntries(entries).map(({ content }) => content.role)).toEqual(['compaction', 'user']);
    await answer(says('ok'));
    expect(roles()).toEqual(['user', 'assistant', 'user', 'compaction', 'assistant']);
  });

  it('goes on without a summary that failed', async () => {
    await start(100, 50);
    await talk('a'.repeat(80));
    const turn = await world.say(id, 'b'.repeat(30));
    compactor.open[0]?.fail(new Error('no'));
    await world.rest();
    await answer(says('ok'));
    expect(world.status(turn)).toBe('completed');
    expect(world.troubles).toEqual(['a conversation was not made shorter']);
  });

  it('is cancelled at once while a summary is made', async () => {
    await start(100, 50);
    await talk('a'.repeat(80));
    const turn = await world.say(id, 'b'.repeat(30));
    await world.engine.cancel(id, turn);
    await world.rest();
    expect(world.status(turn)).toBe('canceled');
    expect(compactor.open[0]?.signal.aborted).toBe(true);
    expect(world.brain.open).toEqual([]);
  });

  it('that turns out to be too long is tried once more, and once only', async () => {
    await talk('a'.repeat(40), 'b'.repeat(40));
    const turn = await world.say(id, 'c');
    const full = new BrainFailure('model_context_full', 'too long', true);
    world.brain.last.fail(full);
    await world.rest();
    compactor.open[0]?.answer('shorter');
    await world.rest();
    expect(liveEntries(world.brain.last.work.entries)[0]?.content.role).toBe('compaction');
    world.brain.last.fail(full);
    await world.rest();
    expect(world.status(turn)).toBe('failed');
    expect(compactor.open).toEqual([]);
  });
});

const CONTENT: fc.Arbitrary<EntryContent[]> = fc.oneof(
  fc.nat(60).map<EntryContent[]>((length) => [{ role: 'user', text: 'x'.repeat(length) }]),
  fc.constant<EntryContent[]>([{ role: 'assistant', raw: {}, text: 'a', calls: [] }]),
  fc.constant<EntryContent[]>([
    { role: 'assistant', raw: {}, text: '', calls: [use('c', 'fs_read')] },
    { role: 'tools', results: [] },
  ]),
);
const entriesOf = (contents: EntryContent[][]): Entry[] =>
  contents.flat().map((content, at) => ({
    ...{ id: `e${at}`, session_id: 's', turn_id: 't', number: at + 1, at: 0, content },
  }));

describe('the cut', () => {
  it('loses nothing, is never before results, and keeps what fits', () => {
    fc.assert(
      fc.property(fc.array(CONTENT, { maxLength: 20 }), fc.nat(200), (contents, keep) => {
        const entries = entriesOf(contents);
        const { tokensOf } = compactor;
        const plan = planCompaction(entries, tokensOf, keep);
        if (typeof plan === 'string') return;
        const { older, begun, firstKept, message } = plan;
        const kept = entries.slice(entries.indexOf(firstKept));
        expect([...older, ...begun, ...kept]).toEqual(entries);
        expect(older.length + begun.length).toBeGreaterThan(0);
        expect(firstKept.content.role).not.toBe('tools');
        if (message) expect(begun[0]).toBe(message);
        const content = {
          first_kept_entry_id: firstKept.id,
          message_entry_id: message?.id ?? null,
        };
        const compaction: Entry = {
          ...{ id: 'c', session_id: 's', turn_id: 't', number: entries.length + 1, at: 0 },
          content: { role: 'compaction', summary: 's', tokens_before: 1, ...content },
        };
        const live = liveEntries([...entries, compaction]);
        expect(live).toEqual([compaction, ...(message ? [message] : []), ...kept]);
        expect(contextTokens([...entries, compaction], tokensOf)).toBeGreaterThan(0);
      }),
    );
  });
});

type Act =
  'say' | 'think' | 'tools' | 'compact' | 'summary' | 'fail' | 'cancel' | 'restart' | 'copy';
const ACTS: readonly Act[] = [
  ...(['say', 'say', 'think', 'think', 'tools', 'compact', 'summary', 'summary'] as const),
  ...(['fail', 'cancel', 'restart', 'copy'] as const),
];
const reached = { compacted: 0, refused: 0, copied: 0 };

describe('compactions in any schedule', () => {
  it('keep the promises of a conversation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...ACTS), { minLength: 5, maxLength: 40 }), run),
      { numRuns: 150 },
    );
    expect(Object.entries(reached).filter(([, times]) => times === 0)).toEqual([]);
  });
});

async function run(acts: readonly Act[]): Promise<void> {
  await start(60, 30);
  let said = 0;
  for (const act of acts) {
    await take(act, () => `${(said += 1)} `.padEnd(25, 'x'));
    await world.rest();
    check(said);
  }
  for (let i = 0; i < 100 && (await world.store.busy()).length > 0; i += 1) {
    await take('summary', () => '');
    await take('think', () => '');
    await world.rest();
  }
  expect([...world.store.turns.values()].every(isOver)).toBe(true);
  check(said);
}

async function take(act: Act, text: () => string): Promise<void> {
  switch (act) {
    case 'say':
      return void (await world.say(id, text()).catch(() => undefined));
    case 'think':
      return world.brain.open[0]?.answer(says('ok'));
    case 'tools':
      return world.brain.open[0]?.answer(wants(use(`c${world.brain.rounds.length}`, 'fs_read')));
    case 'compact':
      return void compact().catch(() => (reached.refused += 1));
    case 'summary':
      return compactor.open[0]?.answer('summary');
    case 'fail':
      return compactor.open[0]?.fail(new BrainFailure('busy', 'busy'));
    case 'cancel': {
      const turn = [...world.store.turns.values()].find((one) => !isOver(one));
      return turn && world.engine.cancel(id, turn.id);
    }
    case 'restart':
      compactor.open = [];
      await world.restart();
      world.brain.compactor = compactor;
      return;
    case 'copy':
      return copied();
  }
}

/** What a copy begins with is what was stored, and every call in it has its answer. */
async function copied(): Promise<void> {
  const state = await world.store.load(id);
  if (!state) throw new Error('no conversation');
  const { session, entries, tail } = copyOf(state, { now: 0, newId: () => 'copy' });
  const all = [...world.store.entriesOf(id).slice(0, entries), ...tail];
  expect(all.map(({ number }) => number)).toEqual(all.map((_, at) => at + 1));
  expect(session).toMatchObject({ parent_id: id, entries: all.length, turns: 0 });
  checkCalls(all);
  reached.copied += 1;
}

function checkCalls(entries: readonly Entry[]): void {
  const spoken = entries.filter(({ content }) => content.role !== 'compaction');
  spoken.forEach(({ content }, at) => {
    if (content.role !== 'assistant' || content.calls.length === 0) return;
    expect(spoken[at + 1]?.content.role).toBe('tools');
  });
}

function check(said: number): void {
  const entries = world.store.entriesOf(id);
  expect(entries.map(({ number }) => number)).toEqual(entries.map((_, at) => at + 1));
  for (const turn of world.store.turns.values()) {
    const types = world.store.typesOf(turn.id);
    expect(types.filter((type) => type === 'turnFinished')).toHaveLength(isOver(turn) ? 1 : 0);
    if (isOver(turn)) expect(types.at(-1)).toBe('turnFinished');
  }
  expect(world.store.turns.size).toBeLessThanOrEqual(said);
  const compactions = entries.filter(({ content }) => content.role === 'compaction');
  reached.compacted += compactions.length;
  const live = liveEntries(entries);
  // The newest message is always before the brain.
  const newest = entries.findLast(({ content }) => content.role === 'user');
  if (newest) expect(live).toContain(newest);
}
