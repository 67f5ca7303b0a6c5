import { CHAT_MODEL_PATTERN } from '@kenny/contract';

/** What a million tokens of each kind cost. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** What models cost, as whoever runs this server says: prices of ours would go out of date. */
export interface ModelPrices {
  /** ISO 4217. */
  readonly currency: string;
  readonly models: Readonly<Record<string, ModelPrice>>;
}

const CURRENCY = /^[A-Z]{3}$/;
const MODEL = new RegExp(CHAT_MODEL_PATTERN);
const PRICE = /^\d{1,6}(\.\d{1,6})?$/;

/**
 * `EUR, claude-sonnet-4-6=3/15/0.3/3.75`: the currency, then each model with what a million tokens
 * of input, output, cache read and cache write cost. Null when it is not written so.
 */
export function modelPrices(text: string): ModelPrices | null {
  const [currency = '', ...entries] = text.split(',').map((part) => part.trim());
  if (!CURRENCY.test(currency) || entries.length === 0) return null;
  const models = new Map<string, ModelPrice>();
  for (const entry of entries) {
    const [, model = '', all = ''] = /^(.+)=(.+)$/.exec(entry) ?? [];
    const prices = all.split('/').map((price) => price.trim());
    if (!MODEL.test(model) || models.has(model)) return null;
    if (prices.length !== 4 || !prices.every((price) => PRICE.test(price))) return null;
    const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0] = prices.map(Number);
    models.set(model, { input, output, cacheRead, cacheWrite });
  }
  return { currency, models: Object.fromEntries(models) };
}
