import { cutText, encodeFrame, type ArgsOf } from '@kenny/contract';
import { StoredAnswers } from './stored-answers.js';

const response = { type: 'response', id: 'c1', ok: true, result: { blob: 'ä'.repeat(300_000) } };
const text = Buffer.from(encodeFrame(response as never));

/** What a PC says whose journal has the answer. */
function said({ from = 0, most = 0 }: ArgsOf<'call_status'>, stored = text) {
  return { state: 'done', size: stored.length, text: cutText(stored, from, most) };
}

describe('the answer that a journal has stored', () => {
  it('comes with the first question when it is small', () => {
    const answers = new StoredAnswers();
    const small = Buffer.from('{"type":"response","id":"c1","ok":true,"result":{}}');
    const question = answers.question('c1');
    expect(answers.take('c1', question, said(question, small))).toEqual({
      state: 'done',
      response: { type: 'response', id: 'c1', ok: true, result: {} },
    });
  });

  it('is fetched piece by piece, each once', () => {
    const answers = new StoredAnswers();
    const asked: number[] = [];
    for (;;) {
      const question = answers.question('c1');
      asked.push(question.from ?? 0);
      const taken = answers.take('c1', question, said(question));
      if (taken === 'more') continue;
      expect(taken).toEqual({ state: 'done', response });
      break;
    }
    expect(asked).toHaveLength(Math.ceil((text.length - 16 * 1024) / (256 * 1024)) + 1);
    expect(answers.received('c1')).toBe(0);
  });

  it.each([
    ['is begun anew when it comes a byte at a time', { text: '{' }, 0],
    ['waits for its rest when nothing of it comes', { text: 7 }, 16_383],
    ['is begun anew when it has another size', { size: 7 }, 0],
  ])('%s', (_name, wrong, from) => {
    const answers = new StoredAnswers();
    const first = answers.question('c1');
    answers.take('c1', first, said(first));
    const next = answers.question('c1');
    expect(answers.take('c1', next, { ...said(next), ...wrong })).toBeUndefined();
    expect(answers.question('c1').from ?? 0).toBe(from);
  });

  it('is not believed when it is the answer to another call', () => {
    const answers = new StoredAnswers();
    const other = Buffer.from('{"type":"response","id":"c2","ok":true,"result":{}}');
    const question = answers.question('c1');
    expect(answers.take('c1', question, said(question, other))).toBeUndefined();
  });

  it('makes room for others, the oldest first', () => {
    const answers = new StoredAnswers(40_000);
    for (const id of ['c1', 'c2', 'c3']) {
      const question = answers.question(id);
      answers.take(id, question, said(question));
    }
    expect(['c1', 'c2', 'c3'].map((id) => answers.received(id) > 0)).toEqual([false, true, true]);
  });
});
