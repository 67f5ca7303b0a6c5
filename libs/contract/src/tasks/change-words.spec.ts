import { changeCountWords, type TaskChangeCounts } from '../index.js';

const said = (counts: Partial<TaskChangeCounts>, isOver = false) =>
  changeCountWords(
    {
      ...{ waiting: 0, running: 0, done: 0, failed: 0, unknown: 0, denied: 0, not_run: 0 },
      ...counts,
    },
    isOver,
  );

describe('what a task has changed', () => {
  it('is nothing as long as nothing has run', () => {
    expect(said({})).toBe('It has changed nothing so far.');
    expect(said({}, true)).toBe('It has changed nothing.');
    expect(said({ waiting: 1 })).toBe(
      'It has changed nothing so far. 1 change requested: 1 waiting for approval.',
    );
    expect(said({ denied: 2, not_run: 1 }, true)).toBe(
      'It has changed nothing. 3 changes requested: 2 denied, 1 never ran.',
    );
  });

  it.each([
    [{ done: 1, denied: 1 }, '2 changes requested: 1 done, 1 denied.'],
    [{ failed: 1 }, '1 change requested: 1 failed.'],
    [{ unknown: 1, running: 1 }, '2 changes requested: 1 may have run, 1 running.'],
  ])('is never nothing once something may have run: %j', (counts, words) => {
    expect(said(counts)).toBe(words);
    expect(said(counts)).not.toContain('nothing');
  });
});
