import { Reading } from '../limits/reading.js';
import { optionFor } from './option-for.js';
import { readOptions } from './read-ask.js';

const read = (...options: object[]) => readOptions(options, new Reading());
const option = (optionId: string, kind: string) => ({ optionId, name: optionId, kind });
/** As Claude and Gemini offer them: the standing one first. */
const usual = read(
  option('always', 'allow_always'),
  option('yes', 'allow_once'),
  option('no', 'reject_once'),
);
const selected = (optionId: string) => ({ outcome: 'selected', optionId });
const CANCELLED = { outcome: 'cancelled' };

it('allows once, wherever the option stands', () => {
  expect(optionFor({ answer: 'allow' }, usual)).toEqual(selected('yes'));
});

it('never allows more than once: where only that is offered, it rejects', () => {
  const two = read(
    option('a', 'allow_always'),
    option('b', 'allow_always'),
    option('n', 'reject_once'),
  );
  expect(optionFor({ answer: 'allow' }, two)).toEqual(selected('n'));
  expect(optionFor({ answer: 'allow' }, read(option('a', 'allow_always')))).toEqual(CANCELLED);
  expect(optionFor({ answer: 'option', optionId: 'always' }, usual)).toEqual(selected('no'));
});

it('rejects once, or cancels where only a standing no is offered', () => {
  expect(optionFor({ answer: 'reject' }, usual)).toEqual(selected('no'));
  const standing = read(option('never', 'reject_always'), option('yes', 'allow_once'));
  expect(optionFor({ answer: 'reject' }, standing)).toEqual(CANCELLED);
});

it('takes the option that somebody chose, if it is one of those', () => {
  expect(optionFor({ answer: 'option', optionId: 'yes' }, usual)).toEqual(selected('yes'));
  expect(optionFor({ answer: 'option', optionId: 'Yes' }, usual)).toEqual(selected('no'));
  const odd = read(option('x', 'allow_forever'), option('never', 'reject_always'));
  expect(optionFor({ answer: 'option', optionId: 'x' }, odd)).toEqual(CANCELLED);
  expect(optionFor({ answer: 'option', optionId: 'never' }, odd)).toEqual(selected('never'));
});

it('cancels', () => {
  expect(optionFor({ answer: 'cancelled' }, usual)).toEqual(CANCELLED);
});

it('leaves out an id that stands for two kinds', () => {
  const both = read(
    option('x', 'allow_once'),
    option('x', 'allow_always'),
    option('no', 'reject_once'),
  );
  expect(both).toEqual([option('no', 'reject_once')]);
  expect(optionFor({ answer: 'allow' }, both)).toEqual(selected('no'));
});

it('leaves out what has no id', () => {
  expect(
    read({ kind: 'allow_once' }, { optionId: 7, kind: 'allow_once' }, option('', 'x')),
  ).toEqual([]);
});
