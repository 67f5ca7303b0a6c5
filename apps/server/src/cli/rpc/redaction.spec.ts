import fc from 'fast-check';
import { EventRedaction, withoutSecrets, type RedactedEvent } from './redaction.js';

interface Numbered extends RedactedEvent {
  readonly sequence: number;
}

const KEY = `sk-ant-api03-${'a1B2'.repeat(12)}`;

const aDelta = (delta: string, sequence: number): Numbered => ({
  ...{ sequence, type: 'assistantDelta' },
  payload: { delta },
});

function told(pieces: readonly string[]) {
  const redaction = new EventRedaction<Numbered>();
  const events = pieces.map(aDelta);
  const last = { sequence: pieces.length, type: 'turnFinished', payload: { status: 'completed' } };
  const left = [...events, last].flatMap((event) => redaction.take(event));
  return {
    numbers: left.map(({ sequence }) => sequence),
    text: left.map(({ payload }) => (payload['delta'] as string | undefined) ?? '').join(''),
  };
}

/** The text in pieces, cut at these shares of it. */
function cut(text: string, shares: readonly number[]): string[] {
  const places = shares.map((share) => Math.floor(share * text.length)).sort((a, b) => a - b);
  return [0, ...places].map((from, at) => text.slice(from, places[at]));
}

it('hides a key however it is cut over deltas, and loses no event', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
      fc.string({ maxLength: 40 }),
      (shares, rest) => {
        const pieces = cut(`Here it is: ${KEY} ${rest}`, shares);
        const { numbers, text } = told(pieces);
        expect(numbers).toEqual([...pieces.keys(), pieces.length]);
        expect(text).toContain('Here it is: [REDACTED] ');
        expect(text).not.toContain(KEY.slice(8));
      },
    ),
  );
});

it('keeps every other text as it is, letter for letter', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 12 })), (pieces) => {
      expect(told(pieces).text).toBe(pieces.join(''));
    }),
  );
});

it('lets ordinary words leave at once', () => {
  const redaction = new EventRedaction<Numbered>();
  expect(redaction.take(aDelta('The printer of Anna', 1))).toHaveLength(1);
});

it('keeps what is no text, and hides texts under secret keys', () => {
  const said = { id: 7, args: { password: 'hunter2', tries: 3 }, tokens: 12, note: `${KEY}!` };
  expect(withoutSecrets(said)).toEqual({
    ...{ id: 7, tokens: 12, note: '[REDACTED]!' },
    args: { password: '[REDACTED]', tries: 3 },
  });
});
