import { anApproval } from '../../../../test/an-approval';
import { argumentTexts, countedIn, lastLike, markNew } from './novelty';

const ran = (id: string, seq: number, change = {}) =>
  anApproval({ id, seq, state: 'done', ...change });

describe('what is new in a call', () => {
  it('are the lines that the last one did not have', () => {
    expect(markNew('a\nb\nc', 'c\na').map(({ isNew }) => isNew)).toEqual([false, true, false]);
  });

  it('is nothing in particular when there was no last one', () => {
    expect(markNew('a\nb', null).every(({ isNew }) => !isNew)).toBe(true);
  });

  it('is held against the newest of the same tool on the same PC, before it was asked for', () => {
    const others = [
      ran('older', 10),
      ran('newest', 12),
      ran('elsewhere', 13, { agent_uid: 'uid-2' }),
      ran('another tool', 13, { tool: 'powershell_exec' }),
      ran('later', 21),
    ];
    expect(lastLike(anApproval({ seq: 20 }), others)?.id).toBe('newest');
    expect(lastLike(anApproval(), [anApproval()])).toBeUndefined();
  });
});

describe('what is said of a text', () => {
  it('is how many lines it has, and what is hidden in it', () => {
    expect(countedIn('a')).toBe('1 line · no hidden characters');
    expect(countedIn('a\u200b\u200b\nb ')).toBe('2 lines · 3 hidden or unusual characters');
  });

  it('leaves out no argument, of whatever kind', () => {
    expect(argumentTexts({ command: 'x', timeout_s: 30, deep: { a: [1] } })).toEqual([
      { name: 'command', text: 'x' },
      { name: 'timeout_s', text: '30' },
      { name: 'deep', text: '{"a":[1]}' },
    ]);
  });
});
