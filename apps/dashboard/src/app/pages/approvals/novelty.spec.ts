import { anApproval } from '../../../../test/an-approval';
import fc from 'fast-check';
import { argumentTexts } from '../../core/approvals/argument-texts';
import { countedIn, lastLike, linesAgainst } from './novelty';

const ran = (id: string, seq: number, change = {}) =>
  anApproval({ id, seq, state: 'done', ...change });

describe('what is new in a call', () => {
  const told = (text: string, before: string | null) =>
    linesAgainst(text, before).map(
      ({ kind, number, text: line }) => `${number ?? '−'} ${kind} ${line}`,
    );

  it('are the lines that the last one did not have, and what is gone stands between them', () => {
    expect(told('a\nB\nc\nd', 'a\nb\nc')).toEqual([
      '1 same a',
      '− gone b',
      '2 new B',
      '3 same c',
      '4 new d',
    ]);
  });

  it('is nothing in particular when there was no last one', () => {
    expect(told('a\nb', null)).toEqual(['1 same a', '2 same b']);
    expect(told('a', 'a')).toEqual(['1 same a']);
  });

  it('shows exactly the text that runs, numbered, and exactly the last one beside it', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (now, before) => {
        const lines = linesAgainst(now, before);
        const kept = (...kinds: string[]) =>
          lines.filter(({ kind }) => kinds.includes(kind)).map((line) => line.text);
        expect(kept('same', 'new').join('\n')).toBe(now);
        expect(kept('same', 'gone').join('\n')).toBe(before);
        const numbers = lines.flatMap(({ number }) => (number === null ? [] : [number]));
        expect(numbers).toEqual(now.split('\n').map((_, at) => at + 1));
      }),
    );
  });

  it('comes to its end with texts that have nothing in common', () => {
    const long = (word: string) => Array.from({ length: 3_000 }, (_, at) => word + at).join('\n');
    expect(linesAgainst(long('a'), long('b'))).toHaveLength(6_000);
  });

  it('is held against the newest of the same tool on the same PC: by now while it waits, else before it was asked for', () => {
    const others = [
      ran('older', 10),
      ran('newest', 12),
      ran('elsewhere', 13, { agent_uid: 'uid-2' }),
      ran('another tool', 13, { tool: 'powershell_exec' }),
      ran('later', 21),
    ];
    const ended = anApproval({ seq: 20, state: 'done' });
    expect(lastLike(ended, others)?.id).toBe('newest');
    expect(lastLike(anApproval({ seq: 20 }), others)?.id).toBe('later');
    expect(lastLike(anApproval(), [anApproval()])).toBeUndefined();
    const at = (minute: string) => ({ ended_at: `2026-11-21T20:${minute}:00Z` });
    const meanwhile = [
      ran('while it waited', 21, at('03')),
      ran('after it was denied', 22, at('09')),
    ];
    const denied = anApproval({ seq: 20, state: 'denied', ...at('05') });
    expect(lastLike(denied, meanwhile)?.id).toBe('while it waited');
  });
});

describe('what is said of a text', () => {
  it('is how many lines it has, and what is hidden in it', () => {
    expect(countedIn('a')).toBe('1 line');
    expect(countedIn('a\u200b\u200b\nb ')).toBe('2 lines · 3 hidden or unusual characters');
  });

  it.each([
    [['temp', 'trash'], 'Temporary files\nTrash or Recycle Bin'],
    [['temp', 'C:\\'], 'temp\nC:\\'],
    [['a\nb'], '["a\\nb"]'],
    [[' a'], '[" a"]'],
    [[], '[]'],
    [['a', 1], '["a",1]'],
  ])('is one line for each word of a list, where that is exact: %j', (targets, text) => {
    expect(argumentTexts({ targets })).toEqual([{ name: 'targets', text, scalar: false }]);
  });

  it('leaves out no argument, of whatever kind', () => {
    expect(argumentTexts({ command: 'x', timeout_s: 30, deep: { a: [1] } })).toEqual([
      { name: 'command', text: 'x', scalar: false },
      { name: 'timeout_s', text: '30 s', scalar: true },
      { name: 'deep', text: '{"a":[1]}', scalar: false },
    ]);
  });
});
