import type { ChatSettings } from '@kenny/contract';
import type { ConversationRecord, TurnRecord } from '@kenny/session';
import { strictFake } from '@kenny/testing';
import { modelPrices, type ModelPrices } from '../../config/index.js';
import type { Models, OperatorSettings } from '../../settings/index.js';
import type { ChatReader } from '../store/chat-reader.js';
import { Costs } from './costs.js';

const PRICES = modelPrices('EUR, cheap=1/2/0.5/4, dear=100/200/50/400');
const MILLION = 1_000_000;
const TALK = strictFake<ConversationRecord>('ConversationRecord', { id: 's', owner_id: 'anna' });

function aTurn(number: number, usage: TurnRecord['usage'], model: string | null = null) {
  return strictFake<TurnRecord>('TurnRecord', {
    ...{ number, usage, chosen: { model, effort: null } },
  });
}

/** What models cost in a conversation of those turns. */
function costs(
  turns: TurnRecord[],
  chat_model: string | null,
  prices: ModelPrices | null = PRICES,
) {
  return new Costs(
    { anthropic: { apiKey: null, baseUrl: null, model: 'cheap', prices } },
    strictFake<Models>('Models', { default: 'cheap' }),
    strictFake<OperatorSettings>('OperatorSettings', {
      of: () => Promise.resolve(strictFake<ChatSettings>('ChatSettings', { chat_model })),
    }),
    strictFake<ChatReader>('ChatReader', {
      turns: (_id: string, before = Infinity, limit = 0) =>
        Promise.resolve(turns.filter(({ number }) => number < before).slice(0, limit)),
    }),
  );
}

describe('what a conversation has cost', () => {
  const all = {
    ...{ input_tokens: MILLION, output_tokens: MILLION },
    ...{ cache_read_input_tokens: MILLION, cache_creation_input_tokens: MILLION },
  };

  it('counts each kind of tokens at its own price, of the model that answered', async () => {
    const turns = [aTurn(2, all, 'dear'), aTurn(1, all)];
    expect(await costs(turns, null).ofEach(TALK, turns)).toEqual([
      { amount: 750, currency: 'EUR' },
      { amount: 7.5, currency: 'EUR' },
    ]);
    expect(await costs(turns, 'dear').ofEach(TALK, turns)).toEqual([
      { amount: 750, currency: 'EUR' },
      { amount: 750, currency: 'EUR' },
    ]);
  });

  it('adds up every turn, however many pages they are', async () => {
    const turns = Array.from({ length: 250 }, (_, at) => aTurn(250 - at, { input_tokens: 4000 }));
    expect((await costs(turns, null).ofAll(TALK))?.amount).toBeCloseTo(1);
  });

  it('says nothing of a sum that it knows only in part', async () => {
    const turns = [aTurn(3, {}, 'unheard-of'), aTurn(2, all), aTurn(1, all, 'constructor')];
    expect(await costs(turns, null).ofAll(TALK)).toBeUndefined();
    expect(await costs(turns, null).ofEach(TALK, turns)).toEqual([
      ...[undefined, { amount: 7.5, currency: 'EUR' }, undefined],
    ]);
    // A turn that has asked no model has cost nothing.
    expect(await costs(turns.slice(0, 2), null).ofAll(TALK)).toEqual({
      ...{ amount: 7.5, currency: 'EUR' },
    });
  });

  it('says nothing before a model was asked, or where nobody has said what models cost', async () => {
    expect(await costs([aTurn(1, {})], null).ofAll(TALK)).toBeUndefined();
    const turns = [aTurn(1, all)];
    expect(await costs(turns, null, null).ofAll(TALK)).toBeUndefined();
    expect(await costs(turns, null, null).ofEach(TALK, turns)).toEqual([undefined]);
  });
});
