import { anApproval } from '../../../../test/an-approval';
import { argumentTexts, countedIn, lastLike, markNew } from './novelty';

const ran = (id: string, at: string, change = {}) =>
  anApproval({ id, requested_at: `2026-11-20T${at}:00Z`, state: 'done', ...change });

describe('what is new in a call', () => {
  it('are the lines that the last one did not have', () => {
    expect(markNew('a\nb\nc', 'c\na').map(({ isNew }) => isNew)).toEqual([false, true, false]);
  });

  it('is nothing in particular when there was no last one', () => {
    expect(markNew('a\nb', null).every(({ isNew }) => !isNew)).toBe(true);
  });

  it('is held against the newest of the same tool on the same PC, before it was asked for', () => {
    const others = [
      ran('older', '10:00'),
      ran('newest', '12:00'),
      ran('elsewhere', '13:00', { agent_uid: 'uid-2' }),
      ran('another tool', '13:00', { tool: 'powershell_exec' }),
      anApproval({ id: 'later', requested_at: '2026-11-22T09:00:00Z' }),
    ];
    expect(lastLike(anApproval(), others)?.id).toBe('newest');
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
