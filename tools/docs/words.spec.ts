import { oldWordsIn } from './words.mjs';

describe('the words that the glossary replaced', () => {
  it('are found with their line and what to say instead', () => {
    expect(oldWordsIn('# Approvals\n\nThe call waits for a yes.')).toEqual([
      { line: 3, word: 'a yes', say: 'approval' },
    ]);
  });

  it.each([
    ['THE RECORD', 'the audit log'],
    ['Logs of agents', 'agent logs, server log'],
    ['4 min. ago', '18 min ago'],
    ['apps/dashboard/src/app/pieces/chip.ts', 'the folder’s new name'],
  ])('%s', (text, say) => {
    expect(oldWordsIn(text)[0]?.say).toBe(say);
  });

  it.each([
    'a no-op',
    'a decision record',
    'as the number, the yes or no or the text that the tool wants',
    'left outside',
  ])('are not found where they mean something else: %s', (text) => {
    expect(oldWordsIn(text)).toEqual([]);
  });
});
